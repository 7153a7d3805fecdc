import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { NotificationSettings } from './notification-settings'
import { notificationSettingsQuery } from './queries'

export const metadata: Metadata = { title: 'Notifications' }

export default queryPage(NotificationSettings, ({ trpc }) => [notificationSettingsQuery(trpc)])
