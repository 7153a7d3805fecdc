import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { SettingsPage } from '../settings-page'
import { LeaveReasonsCard } from './leave-reasons-card'
import { Topics } from './topics'

export const metadata: Metadata = { title: 'Preference page' }

export default function PreferencesPage() {
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.tags.topics.queryOptions(),
        trpc.tags.colors.queryOptions(),
        trpc.preferences.leaveReasons.queryOptions(),
      ]}
    >
      <SettingsPage
        title="Preference page"
        description="Every email links to a page where subscribers choose topics, pause emails, or change their address."
      >
        <Topics />
        <LeaveReasonsCard />
      </SettingsPage>
    </PageData>
  )
}
