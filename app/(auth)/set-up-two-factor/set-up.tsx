'use client'

import { useState } from 'react'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { KeyRound, Smartphone } from '@/components/generated/icons'
import { useHasPasskeys } from '@/components/security/has-passkeys'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'

const AuthenticatorDialog = onDemand(
  async () => (await import('@/components/security/authenticator-dialog')).AuthenticatorDialog,
)
const PasskeyDialog = onDemand(async () => (await import('@/components/security/passkey-dialog')).PasskeyDialog)

interface SetUpProps {
  email_address: string
  /** One sentence about who requires it. */
  reason: string
  next: string
}

export function SetUp({ email_address, reason, next }: SetUpProps) {
  const trpc = useTRPC()
  const offer = useAction(trpc.second_factors.offerAuthenticator, { showsError: true })
  const [is_adding_passkey, setAddingPasskey] = useState(false)
  const has_passkeys = useHasPasskeys()
  // A full page load, so every page sees the new state.
  const leave = () => window.location.assign(next)
  return (
    <>
      <AuthHeading title="Set up two-factor authentication">
        {reason} You then sign in with your password and a code, or with a passkey.
      </AuthHeading>
      {offer.error ? <Alert role="alert" tone="danger" title={offer.error.message} className="mb-6" /> : null}
      <div className="grid gap-3">
        <Button size="lg" pending={offer.isPending} onClick={() => offer.start()}>
          <Smartphone aria-hidden />
          Use an authenticator app
        </Button>
        {has_passkeys ? (
          <Button size="lg" variant="outline" onClick={() => setAddingPasskey(true)}>
            <KeyRound aria-hidden />
            Use a passkey
          </Button>
        ) : null}
      </div>
      <AuthFooter>
        Signed in as <span className="wrap-anywhere">{email_address}</span>.{' '}
        <a href="/sign-out" className={authLinkStyle}>
          Sign out
        </a>
      </AuthFooter>
      <AuthenticatorDialog
        offer={offer.data}
        email_address={email_address}
        onClose={() => offer.reset()}
        onAdded={leave}
      />
      <PasskeyDialog
        open={is_adding_passkey}
        email_address={email_address}
        onClose={() => setAddingPasskey(false)}
        onAdded={leave}
      />
    </>
  )
}
