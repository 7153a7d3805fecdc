import { queryPage } from '../../page-data'
import { titled } from '../titled'
import { PlanList } from './plan-list'

export const generateMetadata = titled('Plans')

export default queryPage(PlanList, ({ trpc }) => [trpc.admin.plans.list.queryOptions()])
