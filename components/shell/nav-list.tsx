'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { administration } from '@/components/shell/administration'
import { IfAvailable, useIsAdministrator } from '@/components/shell/if-available'
import { activity, type Destination, isCurrent, navigation, settings } from '@/components/shell/navigation'
import { cn } from '@/components/ui/cn'

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

/** Closed outside of its pages, because it is long and an administrator is usually a creator too. */
function Administration({ onNavigate }: { onNavigate?: () => void }) {
  const is_inside = usePathname().startsWith('/admin')
  return (
    <details key={String(is_inside)} open={is_inside} className="group/admin">
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-lg px-3 pb-1.5 font-medium text-muted-foreground text-xs hover:text-foreground max-lg:py-3 max-lg:text-sm lg:[@media(max-height:60rem)]:pb-0.5 [&::-webkit-details-marker]:hidden">
        Administration
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/admin:rotate-90" />
      </summary>
      <NavItems items={administration} onNavigate={onNavigate} />
    </details>
  )
}

function NavItems({ items, onNavigate }: { items: Destination[]; onNavigate?: () => void }) {
  const pathname = usePathname()
  return (
    <ul className="grid gap-0.5">
      {items.map((destination) => {
        const { label, href, icon: Icon } = destination
        const current = isCurrent(href, pathname)
        return (
          <IfAvailable key={href} destination={destination}>
            <li>
              <Link
                href={href}
                onClick={onNavigate}
                aria-current={current ? 'page' : undefined}
                className={cn(
                  'flex h-9 items-center gap-3 rounded-lg px-3 font-medium text-sidebar-foreground text-sm transition-colors hover:bg-sidebar-accent/60 hover:text-foreground max-lg:h-12 max-lg:text-base lg:[@media(max-height:60rem)]:h-7.5',
                  current && 'bg-sidebar-accent text-foreground hover:bg-sidebar-accent',
                )}
              >
                <Icon
                  aria-hidden
                  className={cn('size-4.5 shrink-0', current ? 'text-primary-ink' : 'text-muted-foreground')}
                  strokeWidth={1.9}
                />
                {label}
              </Link>
            </li>
          </IfAvailable>
        )
      })}
    </ul>
  )
}
