import type { Metadata } from 'next'
import { May } from '@/components/role'
import { InvitationsCard } from './invitations-card'
import { MembersCard } from './members-card'

export const metadata: Metadata = { title: 'Team' }

export default function TeamPage() {
  return (
    <>
      <MembersCard />
      <May as="admin">
        <InvitationsCard />
      </May>
    </>
  )
}
