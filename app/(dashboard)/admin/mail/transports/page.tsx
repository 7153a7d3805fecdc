import { queryPage } from '../../../page-data'
import { titled } from '../../titled'
import { Transports } from './transports'

export const generateMetadata = titled('Transports')

export default queryPage(Transports, ({ trpc }) => [
  trpc.transports.list.queryOptions(),
  trpc.transports.warmUps.queryOptions(),
])
