import { queryPage } from '../../../page-data'
import { titled } from '../../titled'
import { TestMessage } from './test-message'

export const generateMetadata = titled('Test message')

export default queryPage(TestMessage, ({ trpc }) => [trpc.transports.list.queryOptions()])
