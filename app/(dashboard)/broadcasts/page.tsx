import type { Metadata } from 'next'
import { sendingNotices } from '@/components/page-queries'
import { listPage } from '../page-data'
import { BroadcastList } from './broadcast-list'
import { BROADCAST_FILTERS, broadcastListQuery } from './queries'

export const metadata: Metadata = { title: 'Broadcasts' }

export default listPage(BroadcastList, BROADCAST_FILTERS, ({ trpc }, given, cursor) => [
  broadcastListQuery(trpc, given, cursor),
  ...sendingNotices(trpc),
])
