import type { Metadata } from 'next'
import { PageHeader } from '@/components/page-header'
import { obstacleQuery, settingsQuery } from '@/components/page-queries'
import { PageData } from '../page-data'
import { GeneralPage } from './general-page'
import { SettingsNav } from './settings-nav'

export const metadata: Metadata = { title: 'Settings' }

/** The general settings, beside the list of all pages. On phones, the list alone. */
export default function Settings() {
  return (
    <PageData queries={({ trpc }) => [settingsQuery(trpc), obstacleQuery(trpc)]}>
      <div className="grid gap-6 lg:hidden">
        <PageHeader title="Settings" />
        <SettingsNav />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 max-lg:hidden">
        <GeneralPage />
      </div>
    </PageData>
  )
}
