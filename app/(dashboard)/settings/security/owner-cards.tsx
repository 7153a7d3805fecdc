'use client'

import dynamic from 'next/dynamic'
import { IfRole } from '@/components/role'

// Below the cards of every user, and only for owners.
const TwoFactorPolicyCard = dynamic(async () => (await import('./two-factor-policy-card')).TwoFactorPolicyCard)
const SecurityLogCard = dynamic(async () => (await import('./security-log-card')).SecurityLogCard)

/** Security settings that only owners see. */
export function OwnerCards() {
  return (
    <IfRole atLeast="owner">
      <TwoFactorPolicyCard />
      <SecurityLogCard />
    </IfRole>
  )
}
