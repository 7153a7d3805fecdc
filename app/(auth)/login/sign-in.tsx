'use client'

import type { Provider } from '@/components/auth/provider-buttons'
import { SignInForm } from '@/components/auth/sign-in-form'
import type { PasskeyRequest } from '@/components/security/passkeys'
import { proveSecondFactor, signInWithPassword, signInWithProvider } from '../sign-in-actions'

interface SignInProps {
  providers: readonly Provider[]
  next: string
  address?: string
  notice?: string
  problem?: string
  passkey_request: PasskeyRequest
}

export function SignIn({ providers, next, passkey_request, ...props }: SignInProps) {
  return (
    <SignInForm
      {...props}
      next={next}
      providers={providers}
      onPasskey={(passkey) => proveSecondFactor({ passkey }, next)}
      passkey_request={passkey_request}
      onProvider={(provider) => signInWithProvider(provider, next)}
      onSubmit={(credentials) => signInWithPassword(credentials, next)}
    />
  )
}
