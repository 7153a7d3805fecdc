import { CircleCheck, CirclePause, Clock, RotateCw, TriangleAlert } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { EndpointHealth } from '@/server/modules/webhooks/history-schema.ts'
import type { DeliveryStatus } from '@/server/modules/webhooks/schema.ts'

export function EndpointStateBadge({ endpoint: { status, failing_since } }: { endpoint: EndpointHealth }) {
  if (status === 'disabled') return <StatusBadge label="Disabled" tone="neutral" icon={CirclePause} />
  if (failing_since) return <StatusBadge label="Failing" tone="danger" icon={TriangleAlert} />
  return <StatusBadge label="Active" tone="success" icon={CircleCheck} />
}

export const deliveryStates = {
  pending: { label: 'Pending', tone: 'info', icon: Clock },
  retrying: { label: 'Retrying', tone: 'warning', icon: RotateCw },
  delivered: { label: 'Delivered', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: TriangleAlert },
} as const satisfies Record<DeliveryStatus, object>

export const DeliveryStatusBadge = ({ status }: { status: DeliveryStatus }) => (
  <StatusBadge {...deliveryStates[status]} />
)
