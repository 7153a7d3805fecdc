'use client'

import { useMutation } from '@tanstack/react-query'
import type { Provider } from '@/components/auth/provider-buttons'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { useTRPC } from '@/components/trpc-provider'
import { installSource } from '@/server/lib/install-link.ts'
import { enter, enterThrough } from '../enter'
import { refusal } from '../refusal'

export function SignUp({ providers, next }: { providers: readonly Provider[]; next: string }) {
  const trpc = useTRPC()
  const signUp = useMutation(trpc.account.signUp.mutationOptions())
  return (
    <SignUpForm
      next={next}
      providers={providers}
      onProvider={(provider) => enterThrough(provider, next)}
      onSubmit={async (values) => {
        try {
          await signUp.mutateAsync({ ...values, service_app_id: installSource(next) })
        } catch (error) {
          return refusal(error)
        }
        return enter(values, next)
      }}
    />
  )
}
