'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

interface ContinueAsProps {
  token: string
  email_address: string
  /** Who is logged in now, if anybody. */
  signed_in_as?: string
  has_log_in: boolean
}

/** The invitation is for another address than the one logged in: out with the one, in with the other. */
export function ContinueAs({ token, email_address, signed_in_as, has_log_in }: ContinueAsProps) {
  const [pending, setPending] = useState(false)
  const here = `/invitations/${token}`

  async function go() {
    setPending(true)
    if (signed_in_as) await signOut({ redirect: false })
    const log_in = `/login?${new URLSearchParams({ next: here, address: email_address })}`
    window.location.assign(has_log_in ? log_in : here)
  }

  return (
    <div className="grid gap-4">
      {signed_in_as ? (
        <Alert title={`You are logged in as ${signed_in_as}`}>Log out first, then go on as {email_address}.</Alert>
      ) : null}
      <Button size="lg" pending={pending} onClick={go}>
        {signed_in_as ? 'Log out and go on' : 'Log in to accept'}
      </Button>
    </div>
  )
}
