import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ExpiredLink, TooManyLinks } from '../../expired-link'
import { resolveLink } from '../../resolve-link'
import { FinishSignUp } from './finish-sign-up'

export const metadata: Metadata = { title: 'Create an account', referrer: 'no-referrer' }

/** Where the mailed link leads. Looking creates nothing: programs that scan email open every link. */
export default async function FinishSignUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const link = await resolveLink((await pageCaller()).account.pendingSignUp({ token }))
  if ('refusal' in link) return <TooManyLinks reason={link.refusal} />
  if (!link.found) {
    return (
      <ExpiredLink action={{ href: '/login', label: 'Go to sign in' }}>
        A link to create an account works once, for 24 hours. If your account does not exist yet, sign up again.
      </ExpiredLink>
    )
  }
  return <FinishSignUp token={token} {...link.found} />
}
