import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { FinishSignUp } from './finish-sign-up'

export const metadata: Metadata = { title: 'Create account', referrer: 'no-referrer' }

/** The page of the sign-up link. Opening it creates nothing, because email scanners open every link. */
export default async function FinishSignUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const link = await resolveLink((await pageCaller()).account.pendingSignUp({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/login', label: 'Go to sign in' }}>
        Sign-up links work once, for 24 hours. If you don’t have an account yet, sign up again.
      </ExpiredLink>
    )
  }
  return <FinishSignUp token={token} {...link.found} />
}
