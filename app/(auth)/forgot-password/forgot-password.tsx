'use client'

import { useMutation } from '@tanstack/react-query'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'
import { useTRPC } from '@/components/trpc-provider'
import { toFormError } from '../form-error'

export function ForgotPassword() {
  const trpc = useTRPC()
  const request = useMutation(trpc.users.requestReset.mutationOptions())
  return (
    <ForgotPasswordForm
      onSubmit={(values) =>
        request.mutateAsync(values).then(
          () => undefined,
          (error: unknown) => toFormError(error),
        )
      }
    />
  )
}
