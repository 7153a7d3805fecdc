import { InstanceOverview } from './instance-overview'
import { titled } from './titled'

export const generateMetadata = titled('Instance overview')

export default function AdminPage() {
  return <InstanceOverview />
}
