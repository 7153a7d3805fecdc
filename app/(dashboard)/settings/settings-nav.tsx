'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { ChevronRight } from '@/components/generated/icons'
import { useHasRole } from '@/components/role'
import { useIsPageOff } from '@/components/shell/if-available'
import { isCurrent } from '@/components/shell/navigation'
import { GENERAL, settingsGroups } from '@/components/shell/settings-pages'
import { cn } from '@/components/ui/cn'

/** All pages of the settings: a column beside the open page, and on phones a page of its own, with a card for each group. */
export function SettingsNav() {
  const pathname = usePathname()
  const isAdmin = useHasRole('admin')
  const isOff = useIsPageOff()
  return (
    <nav aria-label="Settings" className="grid gap-5 max-lg:gap-6">
      {settingsGroups.map(({ label: group, items }) => (
        <div key={group} className="grid gap-1 max-lg:gap-2">
          <p className="px-3 font-medium text-muted-foreground text-xs max-lg:text-sm">{group}</p>
          <ul className="grid gap-0.5 max-lg:gap-0 max-lg:divide-y max-lg:divide-border max-lg:overflow-hidden max-lg:rounded-2xl max-lg:border max-lg:border-border max-lg:bg-card">
            {items.map(({ href, label, icon: Icon, role }) => {
              if ((role && !isAdmin) || isOff(href)) return null
              const current = isCurrent(href, pathname) || (href === GENERAL && pathname === '/settings')
              return (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={current ? 'page' : undefined}
                    className={cn(
                      'flex h-8 items-center gap-2.5 whitespace-nowrap rounded-lg px-3 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-foreground max-lg:h-13 max-lg:gap-3.5 max-lg:rounded-none max-lg:px-4 max-lg:text-base max-lg:text-foreground',
                      current && 'lg:bg-accent lg:font-medium lg:text-foreground',
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0 max-lg:size-5 max-lg:text-muted-foreground" />
                    {label}
                    <ChevronRight aria-hidden className="ms-auto size-4 text-muted-foreground lg:hidden" />
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
