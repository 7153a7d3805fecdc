'use client'

import { ChevronRight } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { administration } from '@/components/shell/administration'
import { NavItems } from '@/components/shell/nav-items'

/** Closed outside of its pages, because it is long and an administrator is usually a creator too. */
export function Administration({ onNavigate }: { onNavigate?: () => void }) {
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
