import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { InstalledApps } from './installed-apps'

export const metadata: Metadata = { title: 'Installed apps' }

export default queryPage(InstalledApps, ({ trpc }) => [trpc.apps.installed.queryOptions()])
