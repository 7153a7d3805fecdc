'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useEffect } from 'react'
import { AppShell } from '@/components/app-shell'
import { forgetKept, KeeperProvider } from '@/components/email-editor/kept-changes'
import { errorText } from '@/components/error-text'
import type { Role } from '@/components/role'
import type { ShellAccount } from '@/components/shell/account-switcher'
import type { ShellUser } from '@/components/shell/user-menu'
import { useTRPC, useTRPCClient } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'

interface DashboardShellProps {
  user: ShellUser
  account: ShellAccount & { role: Role; time_zone: string; mail_is_caught: boolean }
  accounts: readonly ShellAccount[]
  pages_off: readonly string[]
  /** Number of unread notifications when the page was rendered. */
  unread: number
  children: ReactNode
}

/** Connects the app shell to account switching, signing out and search. */
export function DashboardShell({ children, unread: unread_at_first, ...props }: DashboardShellProps) {
  const router = useRouter()
  const client = useTRPCClient()

  const search = useCallback(
    async (text: string) => {
      if (text === '') return { subscribers: [], records: await client.search.recent.query() }
      const [{ rows }, records] = await Promise.all([
        client.subscribers.list.query({ search: text, per_page: 8 }),
        client.search.find.query({ text }),
      ])
      return { subscribers: rows, records }
    },
    [client],
  )

  const unread = useUnread(unread_at_first)

  // Both reload the page, so no data of one account or user is shown to another.
  async function switchAccount(account_id: number) {
    try {
      await client.users.switchAccount.mutate({ account_id })
      window.location.assign('/')
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  async function leave() {
    const { signOut } = await import('next-auth/react')
    await signOut({ redirect: false })
    forgetKept()
    window.location.assign('/login')
  }

  return (
    <AppShell
      {...props}
      onSwitchAccount={switchAccount}
      onCreateAccount={() => router.push('/welcome')}
      onSignOut={leave}
      search={search}
      unread={unread}
    >
      <KeeperProvider value={`${props.user.email_address} ${props.account.id}`}>{children}</KeeperProvider>
    </AppShell>
  )
}

/** A navigation does not refetch a newer count than this. */
const FRESH_MS = 15_000

/** Returns the number of unread notifications. Refetched on navigation, and every minute while the page is visible. */
function useUnread(at_first: number): number {
  const trpc = useTRPC()
  const client = useQueryClient()
  const pathname = usePathname()
  const { data } = useQuery(
    trpc.notifications.unread.queryOptions(undefined, {
      initialData: { unread: at_first },
      staleTime: FRESH_MS,
      refetchInterval: 60_000,
    }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetch when the page changes
  useEffect(() => {
    void client.refetchQueries({ ...trpc.notifications.unread.queryFilter(), stale: true })
  }, [pathname])
  return data.unread
}
