import type { ReactNode } from 'react'
import { AuthHeading } from '@/components/auth/auth-heading'
import { HourglassIcon, LinkIcon, type LucideIcon } from '@/components/generated/icons'
import { LinkButton } from '@/components/ui/link-button'

interface StaleLinkProps {
  /** Says how long such links work. */
  children: ReactNode
  action: { href: string; label: string }
}

/** Shown for emailed links that were used, expired, withdrawn or never existed. */
export function ExpiredLink({ children, action }: StaleLinkProps) {
  return (
    <>
      <Mark icon={LinkIcon} />
      <AuthHeading title="This link no longer works">It was already used, or it has expired. {children}</AuthHeading>
      <LinkButton size="lg" href={action.href}>
        {action.label}
      </LinkButton>
    </>
  )
}

/** Shown when the rate limit of links is reached. `reason` says when to try again. */
export function TooManyLinks({ reason }: { reason: string }) {
  return (
    <>
      <Mark icon={HourglassIcon} />
      <AuthHeading title="This link can’t be opened yet">{reason}.</AuthHeading>
      <LinkButton size="lg" href="/">
        Go to Envoi
      </LinkButton>
    </>
  )
}

const Mark = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-warning-soft text-warning-ink">
    <Icon aria-hidden className="size-6" />
  </span>
)
