import type { Metadata } from 'next'
import { PageData } from '../../page-data'
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
      <div className="grid gap-6">
        <Topics />
        <LeaveReasonsCard />
      </div>
    </PageData>
  )
}
