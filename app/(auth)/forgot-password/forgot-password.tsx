'use client'

import { useMutation } from '@tanstack/react-query'
import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'
import { useTRPC } from '@/components/trpc-provider'
import { refusal } from '../refusal'

export function ForgotPassword() {
  const trpc = useTRPC()
  const request = useMutation(trpc.people.requestReset.mutationOptions())
  return (
    <ForgotPasswordForm
      onSubmit={(values) =>
        request.mutateAsync(values).then(
          () => undefined,
          (error: unknown) => refusal(error),
        )
      }
    />
  )
}
