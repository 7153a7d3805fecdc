import { CircleCheck, Clock, TriangleAlert } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { SendingDomainStatus } from '@/server/modules/sending-domains/schema.ts'

const statuses = {
  pending: { label: 'Pending', tone: 'warning', icon: Clock },
  verified: { label: 'Verified', tone: 'success', icon: CircleCheck },
  broken: { label: 'Needs attention', tone: 'danger', icon: TriangleAlert },
} as const

export function DomainStatusBadge({ status }: { status: SendingDomainStatus }) {
  return <StatusBadge {...statuses[status]} />
}
