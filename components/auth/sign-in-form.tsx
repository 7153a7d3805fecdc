'use client'

import Link from 'next/link'
import { AuthForm, type AuthSubmit } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { PasswordInput } from '@/components/auth/password-input'
import { type Provider, ProviderButtons } from '@/components/auth/provider-buttons'
import { Alert } from '@/components/ui/alert'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { LogInInput } from '@/server/modules/people/schema.ts'

interface LogInFormProps {
  onSubmit: AuthSubmit<LogInInput>
  providers?: readonly Provider[]
  onProvider?: (provider: Provider) => Promise<unknown> | unknown
  /** Why the person is here: "Your password was changed. Log in with the new one." */
  notice?: string
  /** What went wrong on the way back from a provider. */
  problem?: string
  /** An address that is known already, from an invitation for instance. */
  address?: string
  /** Where to go on after the log-in; the other forms are told, too. */
  next?: string
}

export function SignInForm({
  onSubmit,
  providers = [],
  onProvider,
  notice,
  problem,
  address = '',
  next,
}: LogInFormProps) {
  return (
    <>
      <AuthHeading title="Welcome back">Log in to write to your readers.</AuthHeading>
      {notice ? <Alert role="status" title={notice} className="mb-6" /> : null}
      {problem ? <Alert role="alert" tone="danger" title={problem} className="mb-6" /> : null}
      {onProvider ? <ProviderButtons providers={providers} onProvider={onProvider} /> : null}
      <AuthForm
        schema={LogInInput}
        defaultValues={{ email_address: address, password: '' }}
        submitLabel="Log in"
        onSubmit={onSubmit}
      >
        {({ control }) => (
          <>
            <FormField control={control} name="email_address" label="E-mail address">
              {(field) => <Input type="email" autoComplete="username" inputMode="email" {...field} />}
            </FormField>
            <FormField
              control={control}
              name="password"
              label="Password"
              aside={
                <Link href="/forgot-password" className={authLinkStyle}>
                  Forgot it?
                </Link>
              }
            >
              {(field) => <PasswordInput autoComplete="current-password" {...field} />}
            </FormField>
          </>
        )}
      </AuthForm>
      <AuthFooter>
        New here?{' '}
        <Link href={next ? `/sign-up?next=${encodeURIComponent(next)}` : '/sign-up'} className={authLinkStyle}>
          Create an account
        </Link>
      </AuthFooter>
    </>
  )
}
