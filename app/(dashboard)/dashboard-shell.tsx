'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback } from 'react'
import { AppShell } from '@/components/app-shell'
import { errorText } from '@/components/error-text'
import type { Role } from '@/components/role'
import type { ShellAccount } from '@/components/shell/account-switcher'
import type { ShellUser } from '@/components/shell/user-menu'
import { useTRPCClient } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'

interface DashboardShellProps {
  user: ShellUser
  account: ShellAccount & { role: Role; time_zone: string; mail_is_caught: boolean }
  accounts: readonly ShellAccount[]
  pages_off: readonly string[]
  children: ReactNode
}

/** Connects the app shell to account switching, sign-out and search. */
export function DashboardShell({ children, ...props }: DashboardShellProps) {
  const router = useRouter()
  const client = useTRPCClient()

  const search = useCallback(
    async (text: string) => {
      const [{ rows }, records] = await Promise.all([
        client.subscribers.list.query({ search: text, per_page: 8 }),
        client.search.find.query({ text }),
      ])
      return { subscribers: rows, records }
    },
    [client],
  )

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
    window.location.assign('/login')
  }

  return (
    <AppShell
      {...props}
      onSwitchAccount={switchAccount}
      onCreateAccount={() => router.push('/welcome')}
      onSignOut={leave}
      search={search}
    >
      {children}
    </AppShell>
  )
}
