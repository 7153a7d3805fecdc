import type { Metadata } from 'next'
import { InstanceSuppression } from './instance-suppression'

export const metadata: Metadata = { title: 'Suppression list of this instance' }

export default function InstanceSuppressionPage() {
  return <InstanceSuppression />
}
