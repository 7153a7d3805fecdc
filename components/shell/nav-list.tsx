'use client'

import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useIsAdministrator } from '@/components/shell/if-available'
import { NavItems } from '@/components/shell/nav-items'
import { activity, navigation, settings } from '@/components/shell/navigation'

/** Loaded by administrators only. The server renders it. */
const Administration = dynamic(async () => (await import('@/components/shell/nav-administration')).Administration)

/** The navigation groups, in the sidebar and the drawer. */
export function NavList({ onNavigate }: { onNavigate?: () => void }) {
  const is_admin = useIsAdministrator()
  const pathname = usePathname()
  const list = useRef<HTMLElement>(null)
  // On a low screen, the last groups begin below the edge of the sidebar.
  useEffect(() => {
    if (pathname) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={list}
      aria-label="Main"
      className="flex min-h-full flex-1 flex-col gap-5 lg:[@media(max-height:60rem)]:gap-1.5"
    >
      {navigation.map(({ label, items }) => (
        <div key={label ?? 'top'}>
          {label ? (
            <p className="px-3 pb-1.5 font-medium lg:[@media(max-height:60rem)]:pb-0.5 text-muted-foreground text-xs">
              {label}
            </p>
          ) : null}
          <NavItems items={items} onNavigate={onNavigate} />
        </div>
      ))}
      {is_admin ? <Administration onNavigate={onNavigate} /> : null}
      <div className="mt-auto">
        <NavItems items={[activity, settings]} onNavigate={onNavigate} />
      </div>
    </nav>
  )
}
