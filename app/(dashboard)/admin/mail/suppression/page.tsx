import { listPage } from '../../../page-data'
import { titled } from '../../titled'
import { InstanceSuppression } from './instance-suppression'
import { INSTANCE_SUPPRESSION_FILTERS, instanceSuppressionQuery } from './queries'

export const generateMetadata = titled('Suppression list of this instance')

export default listPage(InstanceSuppression, INSTANCE_SUPPRESSION_FILTERS, ({ trpc }, given, cursor) => [
  instanceSuppressionQuery(trpc, given, cursor),
])
