import type { Metadata } from 'next'
import { LeaveReasonsCard } from './leave-reasons-card'
import { Topics } from './topics'

export const metadata: Metadata = { title: 'Preference page' }

export default function PreferencesPage() {
  return (
    <div className="grid gap-6">
      <Topics />
      <LeaveReasonsCard />
    </div>
  )
}
