import { CircleAlert, CircleCheck, CircleSlash, CircleX, Clock, Loader } from 'lucide-react'
import { formatNumber } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { type BulkRequest, OPERATIONS } from '@/server/modules/bulk-requests/schema.ts'

const states = {
  queued: { label: 'Waiting', tone: 'info', icon: Clock },
  running: { label: 'Running', tone: 'stamp', icon: Loader },
  stopping: { label: 'Being cancelled', tone: 'warning', icon: CircleSlash },
  stopped: { label: 'Cancelled', tone: 'neutral', icon: CircleSlash },
  completed: { label: 'Done', tone: 'success', icon: CircleCheck },
  partly: { label: 'Some failed', tone: 'warning', icon: CircleAlert },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
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

/** Whether the app has heard what came of it. */
export function CallbackState({ callback }: Pick<BulkRequest, 'callback'>) {
  if (!callback) return 'Not asked for'
  const { state, attempts, next_at } = callback
  if (state === 'delivered') return 'Delivered'
  if (state === 'pending') return 'When all is done'
  if (state === 'dropped') return attempts === 0 ? 'Not sent' : `Given up after ${attemptsOf(attempts)}`
  if (attempts === 0 || !next_at) return 'On its way'
  return (
    <>
      After {attemptsOf(attempts)}, again <RelativeTime at={next_at} />
    </>
  )
}

const attemptsOf = (count: number) => (count === 1 ? 'one attempt' : `${formatNumber(count)} attempts`)
