import type { Metadata } from 'next'
import { PasswordCard } from './password-card'
import { PersonCard } from './person-card'
import { SessionsCard } from './sessions-card'

export const metadata: Metadata = { title: 'Security' }

export default function SecurityPage() {
  return (
    <>
      <PersonCard />
      <PasswordCard />
      <SessionsCard />
    </>
  )
}
