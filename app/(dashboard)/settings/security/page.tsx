import type { Metadata } from 'next'
import { IfRole } from '@/components/role'
import { NameCard } from './name-card'
import { PasswordCard } from './password-card'
import { SecurityLogCard } from './security-log-card'
import { SessionsCard } from './sessions-card'

export const metadata: Metadata = { title: 'Security' }

export default function SecurityPage() {
  return (
    <>
      <NameCard />
      <PasswordCard />
      <SessionsCard />
      <IfRole atLeast="owner">
        <SecurityLogCard />
      </IfRole>
    </>
  )
}
