import type { Metadata } from 'next'
import { sendingNotices } from '@/components/page-queries'
import { listPage } from '../page-data'
import { Home } from './home'
import { HOME_RANGE, homeQuery, lastBroadcastsQuery, overviewQuery } from './queries'

export const metadata: Metadata = { title: 'Home' }

export default listPage(Home, HOME_RANGE, ({ trpc }, given) => [
  homeQuery(trpc),
  overviewQuery(trpc, given),
  lastBroadcastsQuery(trpc),
  ...sendingNotices(trpc),
])
