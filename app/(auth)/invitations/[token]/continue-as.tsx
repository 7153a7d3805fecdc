'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

interface ContinueAsProps {
  token: string
  email_address: string
  /** The address of the current session, if any. */
  signed_in_as?: string
  user_exists: boolean
}

/** Shown if the invitation's address differs from the current session's. */
export function ContinueAs({ token, email_address, signed_in_as, user_exists }: ContinueAsProps) {
  const [pending, setPending] = useState(false)
  const path = `/invitations/${token}`

  async function go() {
    setPending(true)
    if (signed_in_as) await signOut({ redirect: false })
    const sign_in = `/login?${new URLSearchParams({ next: path, address: email_address })}`
    window.location.assign(user_exists ? sign_in : path)
  }

  return (
    <div className="grid gap-4">
      {signed_in_as ? (
        <Alert title={`You are signed in as ${signed_in_as}`}>Sign out and continue as {email_address}.</Alert>
      ) : null}
      <Button size="lg" pending={pending} onClick={go}>
        {signed_in_as ? 'Sign out and continue' : 'Sign in to accept'}
      </Button>
    </div>
  )
}
