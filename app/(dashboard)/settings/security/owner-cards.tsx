'use client'

import dynamic from 'next/dynamic'
import { IfRole } from '@/components/role'

// Loaded separately, because they are only for owners, below the cards for all users.
const TwoFactorPolicyCard = dynamic(async () => (await import('./two-factor-policy-card')).TwoFactorPolicyCard)
const SecurityLogCard = dynamic(async () => (await import('./security-log-card')).SecurityLogCard)
const AssistantCallsCard = dynamic(async () => (await import('./security-log-card')).AssistantCallsCard)

/** Security settings that only owners see. */
export function OwnerCards() {
  return (
    <IfRole atLeast="owner">
      <TwoFactorPolicyCard />
      <SecurityLogCard />
      <AssistantCallsCard />
    </IfRole>
  )
}
