'use client'

import dynamic from 'next/dynamic'
import { IfRole } from '@/components/role'

// Below the cards of every user, and only for owners.
const TwoFactorPolicyCard = dynamic(async () => (await import('./two-factor-policy-card')).TwoFactorPolicyCard)
const SecurityLogCard = dynamic(async () => (await import('./security-log-card')).SecurityLogCard)

/** What owners see of the account's security. */
export function OwnerCards() {
  return (
    <IfRole atLeast="owner">
      <TwoFactorPolicyCard />
      <SecurityLogCard />
    </IfRole>
  )
}
