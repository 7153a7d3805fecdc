import { queryPage } from '../../page-data'
import { titled } from '../titled'
import { MailOverview } from './mail-overview'

export const generateMetadata = titled('Mail')

export default queryPage(MailOverview, ({ trpc }) => [
  trpc.admin.overview.queryOptions(),
  trpc.transports.list.queryOptions(),
  trpc.reputation.guarded.queryOptions(),
  trpc.unmatched_reports.intake.queryOptions(),
  trpc.transports.warmUps.queryOptions(),
  trpc.transports.waits.queryOptions(),
])
