import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useIsAdministrator } from '@/components/shell/if-available'
import { NavItems } from '@/components/shell/nav-items'
import { activity, instance, navigation, settings } from '@/components/shell/navigation'

/** Only administrators load this. Rendered on the server. */
const Administration = dynamic(async () => (await import('@/components/shell/nav-administration')).Administration)

interface NavListProps {
  onNavigate?: () => void
}

function useIsInAdministration() {
  const is_admin = useIsAdministrator()
  return usePathname().startsWith('/admin') && is_admin
}

/** The navigation groups in the sidebar and drawer. Administration pages have their own. */
export function NavList({ onNavigate }: NavListProps) {
  const in_administration = useIsInAdministration()
  const pathname = usePathname()
  const list = useRef<HTMLElement>(null)
  // On short screens, the last groups are below the edge of the sidebar.
  useEffect(() => {
    if (pathname) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={list} aria-label="Main" className="flex flex-col gap-5 lg:[@media(max-height:60rem)]:gap-1.5">
      {in_administration ? (
        <Administration onNavigate={onNavigate} />
      ) : (
        navigation.map(({ label, items }) => (
          <div key={label ?? 'top'}>
            {label ? (
              <p className="px-3 pb-1.5 font-medium lg:[@media(max-height:60rem)]:pb-0.5 text-muted-foreground text-xs">
                {label}
              </p>
            ) : null}
            <NavItems items={items} onNavigate={onNavigate} />
          </div>
        ))
      )}
    </nav>
  )
}

/** Links that every screen keeps in view, outside the scrolling part of the sidebar. */
export function PinnedNav({ onNavigate }: NavListProps) {
  if (useIsInAdministration()) return null
  return (
    <nav aria-label="Account">
      <NavItems items={[activity, settings, instance]} onNavigate={onNavigate} />
    </nav>
  )
}
