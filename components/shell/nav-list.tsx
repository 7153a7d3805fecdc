'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { IfAvailable } from '@/components/shell/if-available'
import { activity, type Destination, isCurrent, navigation, settings } from '@/components/shell/navigation'
import { cn } from '@/components/ui/cn'

/** The navigation groups, in the sidebar and the drawer. */
export function NavList({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <nav aria-label="Main" className="flex min-h-full flex-1 flex-col gap-5 lg:[@media(max-height:60rem)]:gap-2.5">
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
      <div className="mt-auto">
        <NavItems items={[activity, settings]} onNavigate={onNavigate} />
      </div>
    </nav>
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
