import type { Metadata } from 'next'
import { May } from '@/components/role'
import { PasswordCard } from './password-card'
import { PersonCard } from './person-card'
import { SecurityLogCard } from './security-log-card'
import { SessionsCard } from './sessions-card'

export const metadata: Metadata = { title: 'Security' }

export default function SecurityPage() {
  return (
    <>
      <PersonCard />
      <PasswordCard />
      <SessionsCard />
      <May as="owner">
        <SecurityLogCard />
      </May>
    </>
  )
}
