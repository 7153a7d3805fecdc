'use client'

import { LogInForm } from '@/components/auth/log-in-form'
import type { Provider } from '@/components/auth/provider-buttons'
import { enter, enterThrough } from '../enter'

interface LogInProps {
  providers: readonly Provider[]
  next: string
  address?: string
  notice?: string
  problem?: string
}

export function LogIn({ providers, next, ...props }: LogInProps) {
  return (
    <LogInForm
      {...props}
      next={next}
      providers={providers}
      onProvider={(provider) => enterThrough(provider, next)}
      onSubmit={(credentials) => enter(credentials, next)}
    />
  )
}
