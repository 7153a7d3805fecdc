import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { IfAvailable } from '@/components/shell/if-available'
import { type Destination, isCurrent } from '@/components/shell/navigation'
import { cn } from '@/components/ui/cn'

/** Links in the sidebar and drawer. */
export function NavItems({ items, onNavigate }: { items: Destination[]; onNavigate?: () => void }) {
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
                  'flex h-9 items-center gap-3 rounded-lg px-3 font-medium text-sidebar-foreground text-sm transition-colors hover:bg-sidebar-accent/60 hover:text-foreground max-lg:h-12 max-lg:text-base lg:[@media(max-height:60rem)]:h-7',
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
