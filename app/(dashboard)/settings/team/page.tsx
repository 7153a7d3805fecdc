import type { Metadata } from 'next'
import { IfRole } from '@/components/role'
import { PageData } from '../../page-data'
import { InvitationsCard } from './invitations-card'
import { MembersCard } from './members-card'

export const metadata: Metadata = { title: 'Team' }

export default function TeamPage() {
  return (
    <PageData
      queries={({ trpc, hasRole }) => [
        trpc.team.members.queryOptions(),
        ...(hasRole('admin') ? [trpc.team.invitations.queryOptions()] : []),
      ]}
    >
      <MembersCard />
      <IfRole atLeast="admin">
        <InvitationsCard />
      </IfRole>
    </PageData>
  )
}
