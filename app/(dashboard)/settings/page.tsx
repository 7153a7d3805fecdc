import type { Metadata } from 'next'
import { CopyCard } from './copy-card'
import { General } from './general'

export const metadata: Metadata = { title: 'Settings' }

export default function SettingsPage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <General />
      <CopyCard />
    </div>
  )
}
