import type { Metadata } from 'next'
import { IfRole } from '@/components/role'
import { PageData } from '../../page-data'
import { SettingsPage } from '../settings-page'
import { InvitationsCard } from './invitations-card'
import { Members } from './members'

export const metadata: Metadata = { title: 'Team' }

export default function TeamPage() {
  return (
    <PageData
      queries={({ trpc, hasRole }) => [
        trpc.team.members.queryOptions(),
        ...(hasRole('admin') ? [trpc.team.invitations.queryOptions()] : []),
      ]}
    >
      <SettingsPage title="Team" description="Changing a role signs the member out and applies to their API keys.">
        <Members />
        <IfRole atLeast="admin">
          <InvitationsCard />
        </IfRole>
      </SettingsPage>
    </PageData>
  )
}
