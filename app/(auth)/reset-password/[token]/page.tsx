import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { ResetPassword } from './reset-password'

export const metadata: Metadata = { title: 'Set new password', referrer: 'no-referrer' }

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const caller = await pageCaller()
  const link = await resolveLink(caller.users.isResetLinkValid({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/forgot-password', label: 'Send new link' }}>
        Password links work once, for one hour.
      </ExpiredLink>
    )
  }
  return <ResetPassword token={token} />
}
