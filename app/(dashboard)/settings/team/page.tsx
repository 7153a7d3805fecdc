import type { Metadata } from 'next'
import { IfRole } from '@/components/role'
import { InvitationsCard } from './invitations-card'
import { MembersCard } from './members-card'

export const metadata: Metadata = { title: 'Team' }

export default function TeamPage() {
  return (
    <>
      <MembersCard />
      <IfRole atLeast="admin">
        <InvitationsCard />
      </IfRole>
    </>
  )
}
