import { useState } from 'react'
import type { EmailRef } from '@/components/email-editor/email-ref'
import { CircleHelp } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

const WhyDialog = onDemand(async () => (await import('@/components/delivery/why-dialog')).WhyDialog)

/** Opens the dialog that explains why a subscriber did or did not get an email. */
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
