import type { Metadata } from 'next'
import { obstacleQuery, settingsQuery } from '@/components/page-queries'
import { PageData } from '../../page-data'
import { GeneralPage } from '../general-page'

export const metadata: Metadata = { title: 'General' }

export default function GeneralSettingsPage() {
  return (
    <PageData queries={({ trpc }) => [settingsQuery(trpc), obstacleQuery(trpc)]}>
      <GeneralPage />
    </PageData>
  )
}
