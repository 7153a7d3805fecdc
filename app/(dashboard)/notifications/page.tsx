import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../page-data'
import { NotificationList } from './notification-list'
import { notificationFilters, notificationListQuery } from './queries'

export const metadata: Metadata = { title: 'Notifications' }

const address = createLoader({ ...CURSOR, ...notificationFilters })

export default async function NotificationsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [notificationListQuery(trpc, given, cursorOf(given))]}>
      <NotificationList />
    </PageData>
  )
}
