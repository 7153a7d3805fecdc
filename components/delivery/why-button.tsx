'use client'

import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { WhyDialog } from '@/components/delivery/why-dialog'
import type { EmailRef } from '@/components/email-editor/email-ref'
import { Button } from '@/components/ui/button'

/** Opens the search for why a subscriber did or did not get an email. */
export function WhyButton({ email }: { email: EmailRef }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden /> Who got this, and why?
      </Button>
      <WhyDialog email={email} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
