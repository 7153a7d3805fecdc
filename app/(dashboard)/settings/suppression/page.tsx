import type { Metadata } from 'next'
import { listPage } from '../../page-data'
import { SUPPRESSION_FILTERS, suppressionQuery } from './queries'
import { SuppressionList } from './suppression-list'

export const metadata: Metadata = { title: 'Suppression list' }

export default listPage(SuppressionList, SUPPRESSION_FILTERS, ({ trpc }, given, cursor) => [
  suppressionQuery(trpc, given, cursor),
])
