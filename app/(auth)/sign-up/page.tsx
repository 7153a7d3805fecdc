import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { pageContext } from '@/server/auth/page.ts'
import { providerNames } from '@/server/auth/providers.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { SignUp } from './sign-up'

export const metadata: Metadata = { title: 'Create account' }

interface Search {
  next?: string
  /** The token of an invitation, and the address that it is for. */
  invitation?: string
  address?: string
}

export default async function SignUpPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { next: asked, invitation, address } = await searchParams
  const next = localPath(asked)
  const { user } = await pageContext()
  if (user) redirect(next)
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
