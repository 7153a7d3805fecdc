import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { lacksAdminTwoFactor } from '@/server/auth/assurance.ts'
import { pageContext } from '@/server/auth/page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { SetUp } from './set-up'

export const metadata: Metadata = { title: 'Set up two-factor authentication' }

/** Adds the second factor that an account requires of its members, or the instance of its administrators. */
export default async function SetUpPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = localPath((await searchParams).next)
  const { user } = await pageContext()
  if (!user) redirect(`/login?next=${encodeURIComponent(next)}`)
  if (user.has_second_factor) redirect(next)
  const reason = user.blocked_by
    ? `“${user.blocked_by}” requires it of all members.`
    : lacksAdminTwoFactor(user)
      ? 'Administrators of this instance need it.'
      : 'It protects your account if someone learns your password.'
  return <SetUp email_address={user.email} reason={reason} next={next} />
}
