import type { Metadata } from 'next'
import { PageData, type SearchPage } from '../page-data'
import { recentImportsQuery } from '../subscribers/import/queries'
import { bulkActionsQuery } from '../subscribers/queries'
import { Activity } from './activity'
import { activityAddress, bulkRequestsQuery, exportsQuery } from './queries'

export const metadata: Metadata = { title: 'Exports and jobs' }

export default async function ActivityPage({ searchParams }: SearchPage) {
  const begins = await activityAddress(searchParams)
  return (
    <PageData
      queries={({ trpc, hasRole }) => [
        ...(hasRole('editor') ? [exportsQuery(trpc, begins.export), bulkActionsQuery(trpc)] : []),
        recentImportsQuery(trpc, begins.after),
        bulkRequestsQuery(trpc, begins.bulk),
      ]}
    >
      <Activity />
    </PageData>
  )
}
