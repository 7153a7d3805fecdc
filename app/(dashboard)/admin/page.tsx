import { queryPage } from '../page-data'
import { InstanceOverview } from './instance-overview'
import { titled } from './titled'

export const generateMetadata = titled('Instance overview')

export default queryPage(InstanceOverview, ({ trpc }) => [
  trpc.admin.overview.queryOptions(),
  trpc.jobs.paused.queryOptions(),
])
