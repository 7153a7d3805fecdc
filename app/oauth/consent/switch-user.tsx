'use client'

import { signOut } from 'next-auth/react'
import { authLinkStyle } from '@/components/auth/auth-heading'
import type { Consent } from '@/server/modules/oauth/schema.ts'

/** The signed-in user, with a link to switch users. */
export function SwitchUser({ user: { name, email_address } }: { user: Consent['user'] }) {
  return (
    <p className="mt-6 text-pretty text-center text-muted-foreground text-sm">
      Signed in as {name ? `${name}, ` : ''}
      <span className="wrap-anywhere">{email_address}</span>.{' '}
      <button
        type="button"
        className={authLinkStyle}
        onClick={async () => {
          await signOut({ redirect: false })
          window.location.assign(`/login?${new URLSearchParams({ next: location.pathname + location.search })}`)
        }}
      >
        Not you?
      </button>{' '}
      You can disconnect the app at any time in your settings.
    </p>
  )
}
