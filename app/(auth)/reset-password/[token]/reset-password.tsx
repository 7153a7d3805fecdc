'use client'

import { useMutation } from '@tanstack/react-query'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'
import { useTRPC } from '@/components/trpc-provider'
import { enter } from '../../enter'
import { refusal } from '../../refusal'

export function ResetPassword({ token }: { token: string }) {
  const trpc = useTRPC()
  const reset = useMutation(trpc.people.resetPassword.mutationOptions())
  return (
    <ResetPasswordForm
      onSubmit={async ({ password }) => {
        try {
          const owner = await reset.mutateAsync({ token, password })
          await enter({ ...owner, password }, '/')
        } catch (error) {
          return { message: refusal(error).message }
        }
        window.location.assign('/login?notice=reset')
        return undefined
      }}
    />
  )
}
