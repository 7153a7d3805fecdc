import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Menu, Search } from '@/components/generated/icons'
import { LogoMark } from '@/components/logo'
import { NavList, PinnedNav } from '@/components/shell/nav-list'
import { NotificationBell } from '@/components/shell/notification-bell'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'

interface MobileBarProps {
  onSearch: () => void
  unread: number
  accountSwitcher: ReactNode
  userMenu: ReactNode
}

/** Top bar below `lg`, with the navigation in a bottom sheet. */
export function MobileBar({ onSearch, unread, accountSwitcher, userMenu }: MobileBarProps) {
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-border border-b bg-background/90 px-3 backdrop-blur-md lg:hidden">
      <Link href="/" aria-label="Envoi, home" className="me-auto flex items-center gap-2.5 rounded-lg p-1">
        <LogoMark className="size-7.5" />
        <span aria-hidden className="font-bold text-lg tracking-[-0.035em]">
          Envoi
        </span>
      </Link>
      <NotificationBell unread={unread} />
      <Button variant="ghost" size="icon" aria-label="Search" onClick={onSearch}>
        <Search aria-hidden className="size-5" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} side="bottom" title="Menu" hideTitle>
        <div className="-mx-3 flex flex-col gap-4 pt-6">
          <div className="rounded-xl bg-muted p-1">{accountSwitcher}</div>
          <NavList onNavigate={() => setOpen(false)} />
          <PinnedNav onNavigate={() => setOpen(false)} />
          <div className="border-border border-t pt-3">{userMenu}</div>
        </div>
      </Sheet>
    </header>
  )
}
