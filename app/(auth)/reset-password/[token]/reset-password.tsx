'use client'

import { useMutation } from '@tanstack/react-query'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'
import { useTRPC } from '@/components/trpc-provider'
import { toFormError } from '../../form-error'
import { signInWithPassword } from '../../sign-in-actions'

export function ResetPassword({ token }: { token: string }) {
  const trpc = useTRPC()
  const reset = useMutation(trpc.users.resetPassword.mutationOptions())
  return (
    <ResetPasswordForm
      onSubmit={async ({ password }) => {
        try {
          const owner = await reset.mutateAsync({ token, password })
          await signInWithPassword({ ...owner, password }, '/')
        } catch (error) {
          return { message: toFormError(error).message }
        }
        window.location.assign('/login?notice=reset')
        return undefined
      }}
    />
  )
}
