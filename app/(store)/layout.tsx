import Link from 'next/link'
import type { ReactNode } from 'react'
import { LegalLinks } from '@/components/legal-links'
import { Logo } from '@/components/logo'
import { TimeZoneProvider } from '@/components/time-zone'
import { LinkButton } from '@/components/ui/link-button'
import { pageContext } from '@/server/auth/page.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { legalLinks } from '@/server/core/instance/settings-schema.ts'
import DashboardLayout from '../(dashboard)/layout'

/** The public app store: inside the dashboard for signed-in users, with a plain header for all others. */
export default async function StoreLayout({ children }: { children: ReactNode }) {
  const { user, account } = await pageContext()
  if (user && account) return <DashboardLayout>{children}</DashboardLayout>
  return (
    <TimeZoneProvider timeZone="UTC">
      <div className="min-h-dvh">
        <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-3 px-4 pt-5 sm:px-8 lg:px-10">
          <Link href="/" aria-label="Envoi, home" className="inline-flex rounded-lg">
            <Logo />
          </Link>
          {user ? (
            <LinkButton href="/welcome">Set up your account</LinkButton>
          ) : (
            <div className="flex gap-2">
              <LinkButton variant="ghost" href="/login?next=/apps">
                Sign in
              </LinkButton>
              <LinkButton href="/sign-up">Sign up</LinkButton>
            </div>
          )}
        </header>
        <main>{children}</main>
        <LegalLinks
          links={legalLinks(await instanceSettings())}
          className="mx-auto w-full max-w-6xl px-4 pb-8 sm:px-8 lg:px-10"
        />
      </div>
    </TimeZoneProvider>
  )
}
