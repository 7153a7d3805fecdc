import { Ban, CircleCheck, CirclePause, TriangleAlert } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { EndpointRow } from '@/server/modules/admin/webhooks-schema.ts'

/** State of an endpoint of any account. */
export function EndpointState({ endpoint: { status, disabled_by, failing_since } }: { endpoint: EndpointRow }) {
  if (disabled_by === 'instance') return <StatusBadge label="Disabled by instance" tone="danger" icon={Ban} />
  if (status === 'disabled')
    return (
      <StatusBadge
        label={disabled_by === 'failures' ? 'Disabled by failures' : 'Disabled'}
        tone="neutral"
        icon={CirclePause}
      />
    )
  if (failing_since) return <StatusBadge label="Failing" tone="danger" icon={TriangleAlert} />
  return <StatusBadge label="Active" tone="success" icon={CircleCheck} />
}

/** Returns the result of the last failed attempt: "HTTP 503", or why there was no response. */
export const failureText = ({
  last_status,
  last_error,
}: Pick<EndpointRow, 'last_status' | 'last_error'>): string | null =>
  last_error ?? (last_status === null ? null : `HTTP ${last_status}`)
