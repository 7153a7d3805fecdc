import type { Metadata } from 'next'
import { openAccount } from '@/server/auth/page.ts'
import { PasswordCard } from './password-card'
import { PersonCard } from './person-card'
import { SecurityLogCard } from './security-log-card'
import { SessionsCard } from './sessions-card'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const { actor } = await openAccount('/settings/security')
  const is_owner = actor.kind === 'user' && actor.role === 'owner'
  return (
    <>
      <PersonCard />
      <PasswordCard />
      <SessionsCard />
      {is_owner ? <SecurityLogCard /> : null}
    </>
  )
}
