import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { InstalledApps } from './installed-apps'

export const metadata: Metadata = { title: 'Installed apps' }

export default function InstalledAppsPage() {
  return (
    <PageData queries={({ trpc }) => [trpc.apps.installed.queryOptions()]}>
      <InstalledApps />
    </PageData>
  )
}
