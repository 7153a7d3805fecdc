import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { openAccount, signedIn } from '@/server/auth/page.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { DashboardShell } from './dashboard-shell'
import { InstanceNotices } from './instance-notices'

/** Requires a session and a selected account; redirects otherwise. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const path = localPath((await headers()).get('x-path'))
  const user = await signedIn(path)
  const { account_id } = await openAccount(path)
  const caller = await pageCaller()
  const [accounts, { time_zone }, { reason }, settings] = await Promise.all([
    caller.account.list(),
    caller.account.settings(),
    caller.mail.catcher(),
    instanceSettings(),
  ])
  const open = accounts.find(({ id }) => id === account_id) ?? { id: account_id, name: '', role: 'viewer' as const }
  return (
    <DashboardShell
      user={{ name: user.name, email_address: user.email, is_admin: user.is_admin }}
      account={{ ...open, time_zone, mail_is_caught: reason !== null }}
      accounts={accounts}
    >
      <InstanceNotices settings={settings} />
      {children}
    </DashboardShell>
  )
}
