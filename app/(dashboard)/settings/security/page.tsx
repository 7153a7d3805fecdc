import type { Metadata } from 'next'
import { IfRole } from '@/components/role'
import { NameCard } from './name-card'
import { PasskeysCard } from './passkeys-card'
import { PasswordCard } from './password-card'
import { SecurityLogCard } from './security-log-card'
import { SessionsCard } from './sessions-card'
import { TwoFactorCard } from './two-factor-card'
import { TwoFactorPolicyCard } from './two-factor-policy-card'

export const metadata: Metadata = { title: 'Security' }

export default function SecurityPage() {
  return (
    <>
      <NameCard />
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <SessionsCard />
      <IfRole atLeast="owner">
        <TwoFactorPolicyCard />
        <SecurityLogCard />
      </IfRole>
    </>
  )
}
