import { LinkIcon } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { AuthHeading } from '@/components/auth/auth-heading'
import { Button } from '@/components/ui/button'

interface StaleLinkProps {
  /** How long such a link works. */
  children: ReactNode
  action: { href: string; label: string }
}

/** The same page for a mailed link that was used, has lapsed, was withdrawn, or never was. */
export function StaleLink({ children, action }: StaleLinkProps) {
  return (
    <>
      <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-warning-soft text-warning-ink">
        <LinkIcon aria-hidden className="size-6" />
      </span>
      <AuthHeading title="This link no longer works">It was used already, or it is too old. {children}</AuthHeading>
      <Button asChild size="lg">
        <Link href={action.href}>{action.label}</Link>
      </Button>
    </>
  )
}
