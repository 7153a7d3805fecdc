import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { sendingNotices } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import { Home } from './home'
import { HOME_RANGE, homeQuery, lastBroadcastsQuery, overviewQuery } from './queries'

export const metadata: Metadata = { title: 'Home' }

const address = createLoader(HOME_RANGE)

export default async function HomePage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [
        homeQuery(trpc),
        overviewQuery(trpc, given),
        lastBroadcastsQuery(trpc),
        ...sendingNotices(trpc),
      ]}
    >
      <Home />
    </PageData>
  )
}
