import Link from 'next/link'
import { AuthForm, type AuthSubmit } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { PasswordInput } from '@/components/auth/password-input'
import { type Provider, ProviderButtons } from '@/components/auth/provider-buttons'
import { TimeZoneChoice } from '@/components/auth/time-zone-choice'
import { InputField } from '@/components/ui/form'
import type { SignUpInput } from '@/server/modules/accounts/settings-schema.ts'

interface SignUpFormProps {
  onSubmit: AuthSubmit<SignUpInput>
  providers?: readonly Provider[]
  onProvider?: (provider: Provider) => Promise<unknown> | unknown
  next?: string
  /** Initial address. */
  address?: string | undefined
  /** True for the first account of the instance. */
  is_first?: boolean
}

export function SignUpForm({ onSubmit, providers = [], onProvider, next, address, is_first }: SignUpFormProps) {
  return (
    <>
      {is_first ? (
        <AuthHeading title="Create the first account">It administers this instance.</AuthHeading>
      ) : (
        <AuthHeading title="Create your account">Send your first email in ten minutes.</AuthHeading>
      )}
      {onProvider ? <ProviderButtons providers={providers} onProvider={onProvider} /> : null}
      <AuthForm
        schema={async () => (await import('@/server/modules/accounts/settings-schema.ts')).SignUpInput}
        defaultValues={{ name: '', account_name: '', email_address: address ?? '', password: '', time_zone: 'UTC' }}
        submitLabel="Create account"
        onSubmit={onSubmit}
      >
        {({ control, watch, setValue }) => (
          <>
            <InputField control={control} name="name" label="Your name" autoComplete="name" />
            <InputField
              control={control}
              name="account_name"
              label="Newsletter or business name"
              autoComplete="organization"
              placeholder="The Moss Weekly"
            />
            <InputField
              control={control}
              name="email_address"
              label="Email address"
              type="email"
              autoComplete="username"
              inputMode="email"
            />
            <InputField
              as={PasswordInput}
              control={control}
              name="password"
              label="Password"
              description="At least 10 characters. A short sentence works well."
              autoComplete="new-password"
            />
            <TimeZoneChoice value={watch('time_zone')} onChange={(time_zone) => setValue('time_zone', time_zone)} />
          </>
        )}
      </AuthForm>
      <AuthFooter>
        Already have an account?{' '}
        <Link href={next ? `/login?next=${encodeURIComponent(next)}` : '/login'} className={authLinkStyle}>
          Sign in
        </Link>
      </AuthFooter>
    </>
  )
}
