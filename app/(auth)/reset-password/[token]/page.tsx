import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { StaleLink } from '../../stale-link'
import { ResetPassword } from './reset-password'

export const metadata: Metadata = { title: 'Choose a new password', referrer: 'no-referrer' }

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const caller = await pageCaller()
  if (!(await caller.people.isResetLinkValid({ token }))) {
    return (
      <StaleLink action={{ href: '/forgot-password', label: 'Send me a new link' }}>
        A link to choose a password works once, for one hour.
      </StaleLink>
    )
  }
  return <ResetPassword token={token} />
}
