import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { NotificationSettings } from './notification-settings'
import { notificationSettingsQuery } from './queries'

export const metadata: Metadata = { title: 'Notification settings' }

export default function NotificationSettingsPage() {
  return (
    <PageData queries={({ trpc }) => [notificationSettingsQuery(trpc)]}>
      <NotificationSettings />
    </PageData>
  )
}
