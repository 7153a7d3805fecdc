import { PageData } from '../../page-data'
import { titled } from '../titled'
import { PlanList } from './plan-list'

export const generateMetadata = titled('Plans')

export default function PlansPage() {
  return (
    <PageData queries={({ trpc }) => [trpc.admin.plans.list.queryOptions()]}>
      <PlanList />
    </PageData>
  )
}
