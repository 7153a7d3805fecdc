import type { Metadata } from 'next'
import { DeleteAccountCard } from './delete-account-card'
import { ExportCard } from './export-card'
import { General } from './general'

export const metadata: Metadata = { title: 'Settings' }

export default function SettingsPage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <General />
      <ExportCard />
      <DeleteAccountCard />
    </div>
  )
}
