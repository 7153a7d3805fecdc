import { listPage } from '../../page-data'
import { titled } from '../titled'
import { JobsPage } from './jobs-page'
import { jobListQuery, RUN_ADDRESS, runsQuery, VIEW } from './queries'

export const generateMetadata = titled('Background jobs')

export default listPage(JobsPage, { ...VIEW, ...RUN_ADDRESS }, ({ trpc }, address) => [
  jobListQuery(trpc),
  trpc.admin.overview.queryOptions(),
  ...(address.view === 'runs' ? [runsQuery(trpc, address)] : []),
])
