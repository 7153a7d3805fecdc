import type { Metadata } from 'next'
import { obstacleQuery, settingsQuery } from '@/components/page-queries'
import { locales } from '@/server/core/locale/locales.ts'
import { PageData } from '../page-data'
import { DeleteAccountCard } from './delete-account-card'
import { ExportCard } from './export-card'
import { General } from './general'

export const metadata: Metadata = { title: 'Settings' }

export default function SettingsPage() {
  return (
    <PageData queries={({ trpc }) => [settingsQuery(trpc), obstacleQuery(trpc)]}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <General languages={[{ tag: 'en', name: 'English' }, ...locales().filter(({ tag }) => tag !== 'en-US')]} />
        <ExportCard />
        <DeleteAccountCard />
      </div>
    </PageData>
  )
}
