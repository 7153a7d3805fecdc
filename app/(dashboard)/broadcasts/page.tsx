import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { sendingNotices } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import { BroadcastList } from './broadcast-list'
import { BROADCAST_FILTERS, broadcastListQuery } from './queries'

export const metadata: Metadata = { title: 'Broadcasts' }

const address = createLoader({ ...CURSOR, ...BROADCAST_FILTERS })

export default async function BroadcastsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [broadcastListQuery(trpc, given, cursorOf(given)), ...sendingNotices(trpc)]}>
      <BroadcastList />
    </PageData>
  )
}
