import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { recentImportsQuery } from '../subscribers/import/queries'
import { bulkActionsQuery } from '../subscribers/queries'
import { Activity } from './activity'
import { BEGINS, bulkRequestsQuery, exportsQuery } from './queries'

export const metadata: Metadata = { title: 'Exports and jobs' }

export default listPage(Activity, BEGINS, ({ trpc, hasRole }, begins) => [
  ...(hasRole('editor') ? [exportsQuery(trpc, begins.export), bulkActionsQuery(trpc)] : []),
  recentImportsQuery(trpc, begins.after),
  bulkRequestsQuery(trpc, begins.bulk),
])
