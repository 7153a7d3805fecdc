import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { NotificationList } from './notification-list'
import { notificationFilters, notificationListQuery } from './queries'

export const metadata: Metadata = { title: 'Notifications' }

export default listPage(NotificationList, notificationFilters, ({ trpc }, given, cursor) => [
  notificationListQuery(trpc, given, cursor),
])
