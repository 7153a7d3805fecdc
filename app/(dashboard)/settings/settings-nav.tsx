'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useHasRole } from '@/components/role'
import { useIsPageOff } from '@/components/shell/if-available'
import { settingsPages } from '@/components/shell/settings-pages'
import { cn } from '@/components/ui/cn'

/** A column on wide screens, a scrolling row on a phone. */
export function SettingsNav() {
  const pathname = usePathname()
  const list = useRef<HTMLUListElement>(null)
  const isAdmin = useHasRole('admin')
  const isOff = useIsPageOff()

  // On a phone, scroll the current section into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the section changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <nav
      aria-label="Settings"
      className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:[scrollbar-width:none]"
    >
      <ul ref={list} className="flex gap-1 lg:grid">
        {settingsPages.map(({ href, label, role }) => {
          if ((role && !isAdmin) || isOff(href)) return null
          const current = pathname === href || (href !== '/settings' && pathname.startsWith(`${href}/`))
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? 'page' : undefined}
                className={cn(
                  'block whitespace-nowrap rounded-lg px-3 py-2 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-foreground',
                  current && 'bg-accent font-medium text-foreground',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
