import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { PageData, type SearchPage } from '../page-data'
import { Analytics } from './analytics'
import { ADDRESS, reportQueries } from './queries'

export const metadata: Metadata = { title: 'Analytics' }

const address = createLoader(ADDRESS)

export default async function AnalyticsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [reportQueries[given.tab](trpc, given)]}>
      <Analytics />
    </PageData>
  )
}
