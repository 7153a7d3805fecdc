'use client'

import { useState } from 'react'
import { CheckInbox } from '@/components/auth/check-inbox'
import type { Provider } from '@/components/auth/provider-buttons'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { installSource } from '@/server/lib/net/install-link.ts'
import { toFormError } from '../form-error'
import { signInWithPassword, signInWithProvider } from '../sign-in-actions'

interface SignUpProps {
  providers: readonly Provider[]
  next: string
  /** An invitation's token, and the invited address. */
  invitation?: string | undefined
  address?: string | undefined
  /** Token of the link that creates the first account. */
  first?: string | undefined
}

export function SignUp({ providers, next, invitation, address, first }: SignUpProps) {
  const trpc = useTRPC()
  const signUp = useAction(trpc.account.signUp)
  const [sentTo, setSentTo] = useState<string>()

  if (sentTo) {
    return (
      <CheckInbox>
        We sent an email to <span className="font-medium text-foreground">{sentTo}</span>. Follow the link in it to
        create your account.
      </CheckInbox>
    )
  }
  return (
    <SignUpForm
      next={next}
      address={address}
      is_first={first !== undefined}
      providers={providers}
      onProvider={(provider) => signInWithProvider(provider, next)}
      onSubmit={async (values) => {
        try {
          const { is_mailed } = await signUp.run({
            ...values,
            invitation,
            first,
            service_app_id: installSource(next),
            next,
          })
          if (is_mailed) {
            setSentTo(values.email_address)
            return undefined
          }
        } catch (error) {
          return toFormError(error)
        }
        await signInWithPassword(values, next)
        // An account with another password exists. Only its owner is told, by email.
        return { message: 'We could not sign you in. If you have an account, sign in or set a new password.' }
      }}
    />
  )
}
