import Link from 'next/link'
import { ArrowLeft } from '@/components/generated/icons'
import { administration } from '@/components/shell/administration'
import { NavItems } from '@/components/shell/nav-items'

/** Sidebar of administration pages, with a link back to the account. */
export function Administration({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <>
      <Link
        href="/"
        onClick={onNavigate}
        className="flex h-9 items-center gap-3 rounded-lg px-3 font-medium text-muted-foreground text-sm transition-colors hover:bg-sidebar-accent/60 hover:text-foreground max-lg:h-12 max-lg:text-base"
      >
        <ArrowLeft aria-hidden className="size-4.5 shrink-0" strokeWidth={1.9} />
        Back to your account
      </Link>
      <div>
        <p className="px-3 pb-1.5 font-medium text-muted-foreground text-xs">Administration</p>
        <NavItems items={administration} onNavigate={onNavigate} />
      </div>
    </>
  )
}
