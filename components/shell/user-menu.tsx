import Link from 'next/link'
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from '@/components/generated/icons'
import { useShortcutHelp } from '@/components/keyboard-shortcuts'
import { type Theme, useTheme } from '@/components/theme'
import { Avatar } from '@/components/ui/avatar'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'

export const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

export interface ShellUser {
  name: string | null
  email_address: string
  image?: string | null
  /** True if the user administers this instance. */
  is_admin?: boolean
}

export function UserMenu({ user, onSignOut }: { user: ShellUser; onSignOut: () => void }) {
  const { theme, setTheme } = useTheme()
  const showHelp = useShortcutHelp()
  const name = user.name || user.email_address
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-2 text-start transition-colors hover:bg-sidebar-accent/60 data-[state=open]:bg-sidebar-accent">
        <Avatar name={name} src={user.image} className="size-8" />
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-medium text-sm">{name}</span>
          {user.name ? <span className="truncate text-muted-foreground text-xs">{user.email_address}</span> : null}
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-(--radix-dropdown-menu-trigger-width) min-w-60">
        <DropdownMenuItem asChild>
          <Link href="/settings/security">
            <UserRound aria-hidden /> Your profile
          </Link>
        </DropdownMenuItem>
        {showHelp ? (
          <DropdownMenuItem icon={Keyboard} label="Keyboard shortcuts" onSelect={showHelp} className="max-lg:hidden" />
        ) : null}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Appearance</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
          {themes.map(({ value, label, icon: Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden /> {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={LogOut} label="Sign out" onSelect={onSignOut} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
