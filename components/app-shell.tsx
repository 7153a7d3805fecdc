import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Search } from '@/components/generated/icons'
import { ShortcutProvider, useShortcut } from '@/components/keyboard-shortcuts'
import { Keys } from '@/components/keys'
import { LogoMark } from '@/components/logo'
import { type Role, RoleProvider } from '@/components/role'
import { AccountSwitcher, type ShellAccount } from '@/components/shell/account-switcher'
import { AvailabilityProvider, IfAvailable } from '@/components/shell/if-available'
import { MobileBar } from '@/components/shell/mobile-bar'
import { NavList, PinnedNav } from '@/components/shell/nav-list'
import { type Destination, destinations, newBroadcast } from '@/components/shell/navigation'
import { NotificationBell } from '@/components/shell/notification-bell'
import type { Found } from '@/components/shell/palette-search'
import { type ShellUser, UserMenu } from '@/components/shell/user-menu'
import { TimeZoneProvider } from '@/components/time-zone'
import { onDemand } from '@/components/ui/on-demand'
import { OverlayOutlet, OverlayProvider } from '@/components/ui/overlay-container'
import { undoLatest } from '@/components/undo-toast'
import { t } from '@/server/lib/locale/texts.ts'

const CommandPalette = onDemand(async () => (await import('@/components/shell/command-palette')).CommandPalette)

interface AppShellProps {
  user: ShellUser
  account: ShellAccount & { time_zone: string; role: Role; mail_is_caught: boolean }
  /** Path prefixes of pages whose feature is turned off. */
  pages_off?: readonly string[]
  /** All accounts of the user, including the current one. */
  accounts: readonly ShellAccount[]
  onSwitchAccount: (account_id: number) => void
  onCreateAccount?: () => void
  onSignOut: () => void
  /** Searches subscribers for the palette: about ten, best first. Must be stable between renders. */
  search?: (text: string) => Promise<Found>
  /** Number of the user's unread notifications. */
  unread?: number
  children: ReactNode
}

/** The dashboard layout: navigation, account, command palette, shortcuts and time zone. */
export function AppShell(props: AppShellProps) {
  return (
    <TimeZoneProvider timeZone={props.account.time_zone}>
      <RoleProvider role={props.account.role}>
        <AvailabilityProvider
          mail_is_caught={props.account.mail_is_caught}
          is_admin={props.user.is_admin ?? false}
          pages_off={props.pages_off ?? []}
        >
          <ShortcutProvider>
            <OverlayProvider>
              <ShellFrame {...props} />
            </OverlayProvider>
          </ShortcutProvider>
        </AvailabilityProvider>
      </RoleProvider>
    </TimeZoneProvider>
  )
}

function ShellFrame({
  user,
  account,
  accounts,
  onSwitchAccount,
  onCreateAccount,
  onSignOut,
  search,
  unread = 0,
  children,
}: AppShellProps) {
  const [paletteOpen, setPaletteOpen] = useState(false)
  useShortcut('mod+k', {
    label: 'Search and commands',
    group: t`Everywhere`,
    run: () => setPaletteOpen((open) => !open),
  })
  useShortcut('z', { label: t`Undo the change in a notification`, group: t`Everywhere`, run: undoLatest })

  const accountSwitcher = (
    <AccountSwitcher account={account} accounts={accounts} onSwitch={onSwitchAccount} onCreate={onCreateAccount} />
  )
  const userMenu = <UserMenu user={user} onSignOut={onSignOut} />

  return (
    <div className="min-h-dvh bg-sidebar lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-3 inset-s-3 z-50 -translate-y-20 rounded-lg bg-primary px-4 py-2 font-medium text-primary-foreground text-sm focus:translate-y-0"
      >
        Skip to content
      </a>

      <aside className="sticky top-0 flex h-dvh flex-col gap-4 px-3 py-4 max-lg:hidden lg:[@media(max-height:60rem)]:gap-3 lg:[@media(max-height:60rem)]:py-3">
        <div className="flex items-center justify-between">
          <Link href="/" aria-label="Envoi, home" className="flex w-fit items-center gap-2.5 rounded-lg px-2 py-1">
            <LogoMark className="size-7.5" />
            <span aria-hidden className="font-bold text-xl tracking-[-0.035em]">
              Envoi
            </span>
          </Link>
          <NotificationBell unread={unread} />
        </div>
        {accountSwitcher}
        <button
          type="button"
          onClick={() => setPaletteOpen(true)}
          className="flex h-9 shrink-0 items-center gap-3 rounded-lg border border-sidebar-border bg-background/60 px-3 text-muted-foreground text-sm transition-colors hover:bg-background hover:text-foreground"
        >
          <Search aria-hidden className="size-4" />
          <span className="flex-1 text-start">Search</span>
          <Keys keys="mod+k" />
        </button>
        {/* On short screens, these links scroll between the search and the pinned links. */}
        <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 [scrollbar-width:thin]">
          <NavList />
        </div>
        <div className="grid gap-2 border-sidebar-border border-t pt-2">
          <PinnedNav />
          {userMenu}
        </div>
      </aside>

      <div className="flex min-h-dvh min-w-0 flex-col bg-background lg:rounded-s-3xl lg:shadow-sm">
        <MobileBar
          onSearch={() => setPaletteOpen(true)}
          unread={unread}
          accountSwitcher={accountSwitcher}
          userMenu={userMenu}
        />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
          <OverlayOutlet />
        </main>
      </div>

      <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} search={search} />
      {[newBroadcast, ...destinations].map(({ keys, ...destination }) =>
        keys ? (
          <IfAvailable key={destination.href} destination={destination}>
            <GoShortcut keys={keys} {...destination} />
          </IfAvailable>
        ) : null,
      )}
    </div>
  )
}

function GoShortcut({ keys, label, href }: Destination & { keys: string }) {
  const router = useRouter()
  useShortcut(keys, { label, group: keys.startsWith('g ') ? 'Go to' : t`Everywhere`, run: () => router.push(href) })
  return null
}
