import type { Metadata } from 'next'
import { InstanceOverview } from './instance-overview'

export const metadata: Metadata = { title: 'Instance overview' }

export default function AdminPage() {
  return <InstanceOverview />
}
