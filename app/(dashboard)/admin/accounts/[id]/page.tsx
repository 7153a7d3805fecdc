import { recordPage } from '../../../page-data'
import { titled } from '../../titled'
import { AccountView } from './account-view'
import { failedJobsQuery, notesQuery } from './queries'

export const generateMetadata = titled('Account')

export default recordPage(AccountView, ({ trpc }, account_id) => [
  trpc.admin.accounts.get.queryOptions({ account_id }),
  notesQuery(trpc, account_id),
  failedJobsQuery(trpc, account_id),
  trpc.admin.plans.list.queryOptions(),
])
