import { titled } from '../titled'
import { PlanList } from './plan-list'

export const generateMetadata = titled('Plans')

export default function PlansPage() {
  return <PlanList />
}
