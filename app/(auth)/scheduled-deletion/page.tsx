import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { openAccount, pageContext, signedIn } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { ScheduledDeletionPage } from './scheduled-deletion'

export const metadata: Metadata = { title: 'Account scheduled for deletion' }

/** Replaces the dashboard for members of an account that is scheduled for deletion. */
export default async function Page() {
  const user = await signedIn('/scheduled-deletion')
  const { actor } = await openAccount('/scheduled-deletion')
  const { deletes_at } = await pageContext()
  if (!deletes_at) redirect('/')
  const caller = await pageCaller()
  const [deletion, accounts, { time_zone }] = await Promise.all([
    caller.deletion.get(),
    caller.account.list(),
    caller.account.settings(),
  ])
  if (!deletion) redirect('/')
  const role = actor.kind === 'user' ? actor.role : 'viewer'
  return (
    <ScheduledDeletionPage
      deletion={deletion}
      role={role}
      email_address={user.email}
      is_admin={user.is_admin}
      others={accounts.filter(({ name, id }) => id && name !== deletion.account_name)}
      time_zone={time_zone}
    />
  )
}
