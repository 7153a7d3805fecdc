import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { LOCALE_COOKIE, locales } from '@/server/core/locale/locales.ts'
import { PageData } from '../../page-data'
import { SettingsPage } from '../settings-page'
import { LocaleCard } from './locale-card'
import { NameCard } from './name-card'
import { OwnerCards } from './owner-cards'
import { PasskeysCard } from './passkeys-card'
import { PasswordCard } from './password-card'
import { SessionsCard } from './sessions-card'
import { TwoFactorCard } from './two-factor-card'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const chosenLocale = (await cookies()).get(LOCALE_COOKIE)?.value ?? ''
  return (
    <PageData
      queries={({ trpc, hasRole }) => [
        trpc.users.me.queryOptions(),
        trpc.second_factors.overview.queryOptions(),
        trpc.users.sessions.queryOptions(),
        ...(hasRole('owner')
          ? [
              trpc.account.twoFactorPolicy.queryOptions(),
              trpc.security_events.list.queryOptions(),
              trpc.security_events.calls.queryOptions(),
            ]
          : []),
      ]}
    >
      <SettingsPage title="Security" description="How you sign in, and where you are signed in." isForm>
        <NameCard />
        <LocaleCard current={chosenLocale} locales={locales()} />
        <PasswordCard />
        <TwoFactorCard />
        <PasskeysCard />
        <SessionsCard />
        <OwnerCards />
      </SettingsPage>
    </PageData>
  )
}
