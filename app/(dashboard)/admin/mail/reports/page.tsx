import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../../page-data'
import { titled } from '../../titled'
import { REPORT_FILTERS, reportListQuery } from './queries'
import { UnmatchedReports } from './unmatched-reports'

export const generateMetadata = titled('Unmatched reports')

const address = createLoader({ ...REPORT_FILTERS, ...CURSOR })

export default async function ReportsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [reportListQuery(trpc, given, cursorOf(given))]}>
      <UnmatchedReports />
    </PageData>
  )
}
