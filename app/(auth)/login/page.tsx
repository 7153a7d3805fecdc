import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'
import { providerNames } from '@/server/auth/providers.ts'
import { firstAccount, passkeySignIn, pendingSignIn } from '@/server/auth/sign-in-page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { SIGN_IN_SUSPENDED } from '@/server/modules/users/schema.ts'
import { NoAccountYet } from '../no-account-yet'
import { SignIn } from './sign-in'

export const metadata: Metadata = { title: 'Sign in' }

const NOTICES: Record<string, string> = {
  reset: 'Your password was changed. Sign in with the new one.',
  joined: 'You joined the account. Sign in to continue.',
}

const ERRORS: Record<string, string> = {
  unverified: 'That service has no verified email address for you. Verify it there, or sign in with a password.',
  suspended: SIGN_IN_SUSPENDED,
  unavailable: 'The service was temporarily unavailable. Sign in again.',
  AccessDenied: 'Access was denied, so we couldn’t sign you in. Try again and allow access.',
}

interface SignInPageProps {
  searchParams: Promise<{ next?: string; notice?: string; error?: string; address?: string }>
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, notice = '', error, address } = await searchParams
  const { user } = await pageContext()
  if (user) redirect(localPath(next))
  if ((await firstAccount()).is_missing) return <NoAccountYet />
  if (await pendingSignIn()) redirect(`/login/two-factor?next=${encodeURIComponent(localPath(next))}`)
  return (
    <SignIn
      passkey_request={await passkeySignIn()}
      providers={providerNames()}
      next={localPath(next)}
      address={address}
      notice={NOTICES[notice]}
      problem={error ? (ERRORS[error] ?? 'We couldn’t sign you in. Try again.') : undefined}
    />
  )
}
