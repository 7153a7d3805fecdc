import type { Metadata } from 'next'
import { InstalledApps } from './installed-apps'

export const metadata: Metadata = { title: 'Apps' }

export default function InstalledAppsPage() {
  return <InstalledApps />
}
