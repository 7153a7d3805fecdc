'use client'

import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'
import { SignInForm } from '@/components/auth/sign-in-form'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { WRONG_CREDENTIALS } from '@/server/modules/users/values-schema.ts'

export function AuthSample({ form }: { form: string }) {
  if (form === 'sign-up') {
    return (
      <SignUpForm
        onSubmit={async () => ({ field: 'email_address', message: 'This address has an account. Sign in instead.' })}
      />
    )
  }
  if (form === 'forgot-password') return <ForgotPasswordForm onSubmit={async () => undefined} />
  if (form === 'reset-password') {
    return <ResetPasswordForm onSubmit={async () => ({ message: 'This link was already used, or it has expired.' })} />
  }
  return (
    <SignInForm
      providers={['google', 'github']}
      onProvider={() => undefined}
      onSubmit={async () => ({ message: WRONG_CREDENTIALS })}
    />
  )
}
