'use client'

import { ResetPasswordForm } from '@/components/auth/reset-password-form'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { toFormError } from '../../form-error'
import { signInWithPassword } from '../../sign-in-actions'

export function ResetPassword({ token }: { token: string }) {
  const trpc = useTRPC()
  const reset = useAction(trpc.users.resetPassword)
  return (
    <ResetPasswordForm
      onSubmit={async ({ password }) => {
        try {
          const owner = await reset.run({ token, password })
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
