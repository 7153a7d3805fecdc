import Link from 'next/link'
import { AuthForm, type AuthSubmit } from '@/components/auth/auth-form'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { PasskeySignIn } from '@/components/auth/passkey-sign-in'
import { PasswordInput } from '@/components/auth/password-input'
import { type Provider, ProviderButtons } from '@/components/auth/provider-buttons'
import type { PasskeyRequest } from '@/components/security/passkeys'
import { Alert } from '@/components/ui/alert'
import { InputField } from '@/components/ui/form'
import type { SignInInput } from '@/server/modules/users/schema.ts'

interface SignInFormProps {
  onSubmit: AuthSubmit<SignInInput>
  providers?: readonly Provider[]
  onProvider?: (provider: Provider) => Promise<unknown> | unknown
  /** Why the form is shown: "Your password was changed. Sign in with the new one." */
  notice?: string
  /** An error from an external provider. */
  problem?: string
  /** A known address, such as from an invitation. */
  address?: string
  /** Options for the browser’s passkey request. */
  passkey_request?: PasskeyRequest
  /** Sends a chosen passkey as JSON. Returns the error. */
  onPasskey?: (passkey: string) => Promise<{ message: string }>
  /** The page to open after signing in, also passed to the other forms. */
  next?: string
}

export function SignInForm({
  onSubmit,
  providers = [],
  onProvider,
  notice,
  problem,
  address = '',
  passkey_request,
  onPasskey,
  next,
}: SignInFormProps) {
  return (
    <>
      <AuthHeading title="Welcome back">Sign in to your account.</AuthHeading>
      {notice ? <Alert role="status" title={notice} className="mb-6" /> : null}
      {problem ? <Alert role="alert" tone="danger" title={problem} className="mb-6" /> : null}
      {onProvider ? <ProviderButtons providers={providers} onProvider={onProvider} /> : null}
      <AuthForm
        schema={async () => (await import('@/server/modules/users/schema.ts')).SignInInput}
        defaultValues={{ email_address: address, password: '' }}
        submitLabel="Sign in"
        onSubmit={onSubmit}
      >
        {({ control }) => (
          <>
            <InputField
              control={control}
              name="email_address"
              label="Email address"
              type="email"
              autoComplete="username webauthn"
              inputMode="email"
            />
            <InputField
              as={PasswordInput}
              control={control}
              name="password"
              label="Password"
              aside={
                <Link href="/forgot-password" className={authLinkStyle}>
                  Forgot password?
                </Link>
              }
              autoComplete="current-password"
            />
          </>
        )}
      </AuthForm>
      {passkey_request && onPasskey ? <PasskeySignIn request={passkey_request} onPasskey={onPasskey} /> : null}
      <AuthFooter>
        New to Envoi?{' '}
        <Link href={next ? `/sign-up?next=${encodeURIComponent(next)}` : '/sign-up'} className={authLinkStyle}>
          Create account
        </Link>
      </AuthFooter>
    </>
  )
}
