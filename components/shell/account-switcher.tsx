import { Check, ChevronsUpDown, Plus } from '@/components/generated/icons'
import type { Role } from '@/components/role'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'

export interface ShellAccount {
  id: number
  name: string
  role?: Role
}

interface AccountSwitcherProps {
  account: ShellAccount
  accounts: readonly ShellAccount[]
  onSwitch: (account_id: number) => void
  onCreate?: () => void
}

export function AccountSwitcher({ account, accounts, onSwitch, onCreate }: AccountSwitcherProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-2 text-start transition-colors hover:bg-sidebar-accent/60 data-[state=open]:bg-sidebar-accent">
        <AccountMark name={account.name} />
        <span className="min-w-0 flex-1 truncate font-semibold text-sm">
          <span className="sr-only">Account: </span>
          {account.name}
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-(--radix-dropdown-menu-trigger-width) min-w-60">
        <DropdownMenuLabel>Accounts</DropdownMenuLabel>
        {accounts.map(({ id, name, role }) => (
          <DropdownMenuItem key={id} onSelect={() => (id === account.id ? undefined : onSwitch(id))}>
            <AccountMark name={name} />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">{name}</span>
              {role ? <span className="text-muted-foreground text-xs capitalize">{role}</span> : null}
            </span>
            {id === account.id ? <Check aria-label="current" className="text-primary-ink" /> : null}
          </DropdownMenuItem>
        ))}
        {onCreate ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={Plus} label="New account" onSelect={onCreate} />
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function AccountMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-md bg-primary font-bold text-primary-foreground text-xs"
    >
      {([...name.trim()][0] ?? '?').toUpperCase()}
    </span>
  )
}
