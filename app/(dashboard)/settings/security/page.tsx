import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { IfRole } from '@/components/role'
import { LOCALE_COOKIE, locales } from '@/server/core/locale/locales.ts'
import { PageData } from '../../page-data'
import { LocaleCard } from './locale-card'
import { NameCard } from './name-card'
import { PasskeysCard } from './passkeys-card'
import { PasswordCard } from './password-card'
import { SecurityLogCard } from './security-log-card'
import { SessionsCard } from './sessions-card'
import { TwoFactorCard } from './two-factor-card'
import { TwoFactorPolicyCard } from './two-factor-policy-card'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value ?? ''
  return (
    <PageData
      queries={({ trpc, hasRole }) => [
        trpc.users.me.queryOptions(),
        trpc.second_factors.overview.queryOptions(),
        trpc.users.sessions.queryOptions(),
        ...(hasRole('owner')
          ? [trpc.account.twoFactorPolicy.queryOptions(), trpc.security_events.list.queryOptions()]
          : []),
      ]}
    >
      <NameCard />
      <LocaleCard chosen={chosen} locales={locales()} />
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <SessionsCard />
      <IfRole atLeast="owner">
        <TwoFactorPolicyCard />
        <SecurityLogCard />
      </IfRole>
    </PageData>
  )
}
