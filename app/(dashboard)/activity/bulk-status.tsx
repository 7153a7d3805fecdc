import { formatNumber } from '@/components/format'
import { CircleAlert } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { jobStates, StatusBadge } from '@/components/status-badge'
import { t } from '@/server/lib/locale/texts.ts'
import type { BulkRequest } from '@/server/modules/bulk-requests/schema.ts'
import { OPERATIONS } from '@/server/modules/bulk-requests/values-schema.ts'

const states = {
  queued: jobStates.queued,
  running: jobStates.running,
  stopping: jobStates.canceling,
  stopped: jobStates.canceled,
  completed: jobStates.completed,
  partly: { label: 'Some failed', tone: 'warning', icon: CircleAlert },
  failed: jobStates.failed,
} as const

export const isRunning = ({ state }: BulkRequest) => state === 'queued' || state === 'running' || state === 'stopping'
export const canCancel = ({ state }: BulkRequest) => state === 'queued' || state === 'running'
export const operationLabel = ({ operation }: BulkRequest) => OPERATIONS[operation] ?? operation

export function BulkStateBadge({ request }: { request: BulkRequest }) {
  return <StatusBadge {...states[outcomeOf(request)]} live={request.state === 'running'} />
}

function outcomeOf({ state, item_count, failed_count, untried_count }: BulkRequest): keyof typeof states {
  if (state !== 'completed' || failed_count + untried_count === 0) return state
  return failed_count + untried_count < item_count ? 'partly' : 'failed'
}

/** The state of the callback to the app. */
export function CallbackState({ callback }: Pick<BulkRequest, 'callback'>) {
  if (!callback) return 'Not requested'
  const { state, attempts, next_at } = callback
  if (state === 'delivered') return t`Delivered`
  if (state === 'pending') return 'After completion'
  if (state === 'dropped') return attempts === 0 ? 'Not sent' : `Failed after ${attemptsOf(attempts)}`
  if (attempts === 0 || !next_at) return t`Pending`
  return (
    <>
      {attemptsOf(attempts)}, next <RelativeTime at={next_at} />
    </>
  )
}

const attemptsOf = (count: number) => (count === 1 ? '1 attempt' : t`${formatNumber(count)} attempts`)
