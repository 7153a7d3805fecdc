import { listPage } from '../../page-data'
import { titled } from '../titled'
import { AccountList } from './account-list'
import { ACCOUNT_FILTERS, accountListQuery } from './queries'

export const generateMetadata = titled('Accounts')

export default listPage(AccountList, ACCOUNT_FILTERS, ({ trpc }, given, cursor) => [
  accountListQuery(trpc, given, cursor),
  trpc.admin.plans.list.queryOptions(),
])
