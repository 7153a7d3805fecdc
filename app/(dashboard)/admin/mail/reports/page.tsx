import { listPage } from '../../../page-data'
import { titled } from '../../titled'
import { REPORT_FILTERS, reportListQuery } from './queries'
import { UnmatchedReports } from './unmatched-reports'

export const generateMetadata = titled('Unmatched reports')

export default listPage(UnmatchedReports, REPORT_FILTERS, ({ trpc }, given, cursor) => [
  reportListQuery(trpc, given, cursor),
])
