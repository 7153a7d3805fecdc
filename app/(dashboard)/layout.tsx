import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { lacksAdminTwoFactor } from '@/server/auth/assurance.ts'
import { openAccount, pageContext, signedIn } from '@/server/auth/page.ts'
import { pagesOff } from '@/server/core/instance/features.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { isBelow } from '@/server/lib/net/path-below.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { DashboardShell } from './dashboard-shell'
import { FeatureOff } from './feature-off'
import { InstanceNotices } from './instance-notices'
import { TestBanner } from './test-banner'
import { ViewBanner } from './view-banner'

/** Requires a session and a selected account; redirects otherwise. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const path = localPath((await headers()).get('x-path'))
  const is_administration = /^\/admin(\/|$|\?)/.test(path)
  // Runs before any redirect, because these pages must look nonexistent to other users.
  if (is_administration && !(await pageContext()).user?.is_admin) notFound()
  const user = await signedIn(path)
  const { account_id } = await openAccount(path)
  const { deletes_at, view } = await pageContext()
  // Administration pages stay open to administrators.
  if (deletes_at && !is_administration) redirect('/scheduled-deletion')
  const caller = await pageCaller()
  const [accounts, { time_zone }, { reason }, settings, tests, { unread }] = await Promise.all([
    caller.account.list(),
    caller.account.settings(),
    caller.mail.catcher(),
    instanceSettings(),
    user.is_admin && !view && !lacksAdminTwoFactor(user) ? caller.admin.reviews.testsIn({ account_id }) : [],
    caller.notifications.unread(),
  ])
  // Also for administrators who are members, because they may do less while viewing the account.
  const pages_off = pagesOff(settings)
  const open = (view ? undefined : accounts.find(({ id }) => id === account_id)) ?? {
    id: account_id,
    name: view?.account_name ?? '',
    role: 'viewer' as const,
  }
  return (
    <DashboardShell
      user={{ name: user.name, email_address: user.email, is_admin: user.is_admin }}
      account={{ ...open, time_zone, mail_is_caught: reason !== null }}
      accounts={accounts}
      pages_off={pages_off}
      unread={unread}
    >
      {view ? (
        <ViewBanner account_id={view.account_id} account_name={view.account_name} endsAt={view.until.toISOString()} />
      ) : null}
      <InstanceNotices settings={settings} />
      <TestBanner tests={tests} />
      {isBelow(path, pages_off) ? <FeatureOff /> : children}
    </DashboardShell>
  )
}
