import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { pageContext } from '@/server/auth/page.ts'
import { providerNames } from '@/server/auth/providers.ts'
import { firstAccount } from '@/server/auth/sign-in-page.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { NoAccountYet } from '../no-account-yet'
import { SignUp } from './sign-up'

export const metadata: Metadata = { title: 'Create account', referrer: 'no-referrer' }

interface Search {
  next?: string
  /** An invitation's token, and the invited address. */
  invitation?: string
  address?: string
  /** Token of the link that creates the first account. */
  first?: string
}

export default async function SignUpPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { next: asked, invitation, address, first } = await searchParams
  const next = localPath(asked)
  const { user } = await pageContext()
  if (user) redirect(next)
  const { is_missing, is_link } = await firstAccount(first)
  if (is_link) return <SignUp providers={[]} next={next} first={first} />
  if (is_missing) return <NoAccountYet />
  const { sign_up } = await instanceSettings()
  if (sign_up === 'closed' || (sign_up === 'invitation' && !invitation))
    return (
      <AuthHeading title={sign_up === 'closed' ? 'Sign-up is closed' : 'Sign-up is by invitation'}>
        {sign_up === 'closed'
          ? 'No new accounts can be created on this server.'
          : 'Follow the link of your invitation, or ask an administrator of this server for one.'}{' '}
        <Link href="/login" className={authLinkStyle}>
          Sign in
        </Link>
      </AuthHeading>
    )
  return <SignUp providers={providerNames()} next={next} invitation={invitation} address={address} />
}
