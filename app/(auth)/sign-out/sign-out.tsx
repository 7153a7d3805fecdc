'use client'

import Link from 'next/link'
import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { forgetKept } from '@/components/email-editor/kept-changes'
import { Button } from '@/components/ui/button'

export function SignOut({ email_address }: { email_address: string }) {
  const [pending, setPending] = useState(false)

  async function leave() {
    setPending(true)
    await signOut({ redirect: false })
    forgetKept()
    window.location.assign('/login')
  }

  return (
    <>
      <AuthHeading title="Sign out of Envoi?">
        You are signed in as <span className="wrap-anywhere font-medium text-foreground">{email_address}</span>.
      </AuthHeading>
      <Button size="lg" className="w-full" pending={pending} onClick={leave}>
        Sign out
      </Button>
      <AuthFooter>
        <Link href="/" className={authLinkStyle}>
          Stay signed in
        </Link>
      </AuthFooter>
    </>
  )
}
