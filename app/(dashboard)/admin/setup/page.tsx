import { queryPage } from '../../page-data'
import { titled } from '../titled'
import { Setup } from './setup'

export const generateMetadata = titled('Setup')

export default queryPage(Setup, ({ trpc }) => [trpc.admin.settings.environment.queryOptions()])
