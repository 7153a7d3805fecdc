'use client'

import { ForgotPasswordForm } from '@/components/auth/forgot-password-form'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { toFormError } from '../form-error'

export function ForgotPassword() {
  const trpc = useTRPC()
  const request = useAction(trpc.users.requestReset)
  return (
    <ForgotPasswordForm
      onSubmit={(values) =>
        request.run(values).then(
          () => undefined,
          (error: unknown) => toFormError(error),
        )
      }
    />
  )
}
