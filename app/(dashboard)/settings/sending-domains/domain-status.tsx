import { CircleCheck, CircleDashed, CircleHelp, CircleX, Clock, TriangleAlert } from 'lucide-react'
import { StatusBadge } from '@/components/status-badge'
import type { RecordState, SendingDomainStatus } from '@/server/modules/sending-domains/schema.ts'

const statuses = {
  pending: { label: 'Pending', tone: 'warning', icon: Clock },
  verified: { label: 'Verified', tone: 'success', icon: CircleCheck },
  broken: { label: 'Needs attention', tone: 'danger', icon: TriangleAlert },
} as const

export function DomainStatusBadge({ status }: { status: SendingDomainStatus }) {
  return <StatusBadge {...statuses[status]} />
}

const states = {
  unchecked: { label: 'Not checked', tone: 'neutral', icon: CircleDashed },
  found: { label: 'Found', tone: 'success', icon: CircleCheck },
  missing: { label: 'Missing', tone: 'warning', icon: CircleDashed },
  differs: { label: 'Differs', tone: 'danger', icon: CircleX },
  no_answer: { label: 'DNS did not answer', tone: 'neutral', icon: CircleHelp },
} as const

export function RecordStateBadge({ state }: { state: RecordState }) {
  return <StatusBadge {...states[state]} />
}
