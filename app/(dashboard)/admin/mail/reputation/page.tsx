import { queryPage } from '../../../page-data'
import { titled } from '../../titled'
import { GuardedAccounts } from './guarded-accounts'

export const generateMetadata = titled('Sending health of accounts')

export default queryPage(GuardedAccounts, ({ trpc }) => [
  trpc.reputation.guarded.queryOptions(),
  trpc.bounce_waves.all.queryOptions(),
])
