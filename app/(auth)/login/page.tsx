import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'
import { providerNames } from '@/server/auth/providers.ts'
import { localPath } from '@/server/lib/local-path.ts'
import { SignIn } from './sign-in'

export const metadata: Metadata = { title: 'Log in' }

const NOTICES: Record<string, string> = {
  reset: 'Your new password is saved. Log in with it.',
  joined: 'You are in. Log in to begin.',
}

const ERRORS: Record<string, string> = {
  unverified: 'They could not vouch for an e-mail address of yours. Verify one there, or log in with a password.',
  unavailable: 'The service was temporarily unavailable. Please sign in again.',
  AccessDenied: 'You did not let them tell us who you are, so we could not log you in.',
}

interface LogInPageProps {
  searchParams: Promise<{ next?: string; notice?: string; error?: string; address?: string }>
}

export default async function LogInPage({ searchParams }: LogInPageProps) {
  const { next, notice = '', error, address } = await searchParams
  const { user } = await pageContext()
  if (user) redirect(localPath(next))
  return (
    <SignIn
      providers={providerNames()}
      next={localPath(next)}
      address={address}
      notice={NOTICES[notice]}
      problem={error ? (ERRORS[error] ?? 'The log-in did not work out. Please try again.') : undefined}
    />
  )
}
