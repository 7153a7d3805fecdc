import Link from 'next/link'
import type { ReactNode } from 'react'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { MailCheck } from '@/components/generated/icons'

/** Shown when the next step is a link in an email. */
export function CheckInbox({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-success-soft text-success-ink">
        <MailCheck aria-hidden className="size-6" />
      </span>
      <AuthHeading title="Check your inbox">{children}</AuthHeading>
      <AuthFooter>
        <Link href="/login" className={authLinkStyle}>
          Back to sign in
        </Link>
      </AuthFooter>
    </div>
  )
}
