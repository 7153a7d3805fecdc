'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { ChevronDown } from '@/components/generated/icons'
import { useHasRole } from '@/components/role'
import { useIsPageOff } from '@/components/shell/if-available'
import { isCurrent } from '@/components/shell/navigation'
import { settingsGroups, settingsPages } from '@/components/shell/settings-pages'
import { cn } from '@/components/ui/cn'

/** All other settings pages are below the path of the first one. */
const isOpen = (href: string, pathname: string) =>
  href === '/settings' ? pathname === href : isCurrent(href, pathname)

/** A column of groups. On phones, the name of the open page, which opens the same list. */
export function SettingsNav() {
  const pathname = usePathname()
  const current = settingsPages.find(({ href }) => isOpen(href, pathname))
  return (
    <>
      <nav aria-label="Settings" className="grid gap-5 max-lg:hidden">
        <Groups />
      </nav>
      {/* The key closes it on the next page. */}
      <details key={pathname} className="group/settings rounded-xl border border-border bg-card lg:hidden">
        <summary className="flex h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-4 font-medium [&::-webkit-details-marker]:hidden">
          {current?.label ?? 'Settings'}
          <span className="flex items-center gap-1.5 font-normal text-muted-foreground text-sm">
            All settings
            <ChevronDown aria-hidden className="size-4 transition-transform group-open/settings:rotate-180" />
          </span>
        </summary>
        <nav aria-label="Settings" className="grid gap-5 px-1 pt-2 pb-4">
          <Groups />
        </nav>
      </details>
    </>
  )
}

function Groups() {
  const pathname = usePathname()
  const isAdmin = useHasRole('admin')
  const isOff = useIsPageOff()
  return settingsGroups.map(({ label: group, items }) => (
    <div key={group}>
      <p className="px-3 pb-1 font-medium text-muted-foreground text-xs">{group}</p>
      <ul className="grid gap-0.5">
        {items.map(({ href, label, role }) => {
          if ((role && !isAdmin) || isOff(href)) return null
          const current = isOpen(href, pathname)
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? 'page' : undefined}
                className={cn(
                  'flex h-8 items-center whitespace-nowrap rounded-lg px-3 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-foreground max-lg:h-11 max-lg:text-base',
                  current && 'bg-accent font-medium text-foreground',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  ))
}
