'use client'

import type { Provider } from '@/components/auth/provider-buttons'
import { SignInForm } from '@/components/auth/sign-in-form'
import { signInWithPassword, signInWithProvider } from '../sign-in-actions'

interface SignInProps {
  providers: readonly Provider[]
  next: string
  address?: string
  notice?: string
  problem?: string
}

export function SignIn({ providers, next, ...props }: SignInProps) {
  return (
    <SignInForm
      {...props}
      next={next}
      providers={providers}
      onProvider={(provider) => signInWithProvider(provider, next)}
      onSubmit={(credentials) => signInWithPassword(credentials, next)}
    />
  )
}
