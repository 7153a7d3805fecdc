import { formatNumber } from '@/components/format'
import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Clock,
  Loader,
  type LucideIcon,
  MailX,
  Pause,
  PencilLine,
  RotateCw,
  Send,
  TriangleAlert,
} from '@/components/generated/icons'
import { Badge, type Tone } from '@/components/ui/badge'
import { t } from '@/server/lib/locale/texts.ts'

interface Look {
  label: string
  tone: Tone
  icon: LucideIcon
}

/** Labels of the API’s states. Each has an icon, so color is never the only distinction. */
export const subscriberStates = {
  active: { label: 'Active', tone: 'success', icon: CircleCheck },
  inactive: { label: 'Unconfirmed', tone: 'warning', icon: CircleDashed },
  cancelled: { label: 'Unsubscribed', tone: 'neutral', icon: CircleSlash },
  bounced: { label: 'Bounced', tone: 'danger', icon: MailX },
  complained: { label: 'Complained', tone: 'danger', icon: TriangleAlert },
} as const satisfies Record<string, Look>

export const broadcastStatuses = {
  draft: { label: 'Draft', tone: 'neutral', icon: PencilLine },
  scheduled: { label: 'Scheduled', tone: 'info', icon: CalendarClock },
  sending: { label: 'Sending', tone: 'stamp', icon: Send },
  completed: { label: 'Sent', tone: 'success', icon: CircleCheck },
  aborted: { label: 'Canceled', tone: 'neutral', icon: Ban },
} as const satisfies Record<string, Look>

export const postStatuses = {
  draft: { label: 'Draft', tone: 'neutral', icon: PencilLine },
  scheduled: { label: 'Scheduled', tone: 'info', icon: CalendarClock },
  published: { label: 'Published', tone: 'success', icon: CircleCheck },
} as const satisfies Record<string, Look>

/** States of background jobs. */
export const jobStates = {
  queued: { label: 'Queued', tone: 'info', icon: Clock },
  running: { label: 'Running', tone: 'stamp', icon: Loader },
  canceling: { label: 'Canceling', tone: 'warning', icon: CircleSlash },
  canceled: { label: 'Canceled', tone: 'neutral', icon: CircleSlash },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
} as const satisfies Record<string, Look>

export type PostStatus = keyof typeof postStatuses
export type SubscriberState = keyof typeof subscriberStates
export type BroadcastStatus = keyof typeof broadcastStatuses

export function SubscriberStateBadge({ state }: { state: SubscriberState }) {
  return <StatusBadge {...subscriberStates[state]} />
}

/** `stopped`: the API's status is still `sending`, but someone must resume it. */
interface BroadcastStatusBadgeProps {
  status: BroadcastStatus
  /** True if the service stopped it or a user paused it. */
  stopped?: boolean
  pausedBy?: string | null
  /** Messages of a completed broadcast that are being retried after receiving servers deferred them. */
  retrying?: number
}

export function BroadcastStatusBadge({
  status,
  stopped = false,
  pausedBy = null,
  retrying = 0,
}: BroadcastStatusBadgeProps) {
  if (stopped && pausedBy !== null) return <StatusBadge label="Paused" tone="warning" icon={Pause} />
  if (stopped) return <StatusBadge label="Stopped" tone="danger" icon={TriangleAlert} />
  if (status === 'completed' && retrying > 0)
    return <StatusBadge label={t`Sent, ${formatNumber(retrying)} retrying`} tone="warning" icon={RotateCw} />
  return <StatusBadge {...broadcastStatuses[status]} live={status === 'sending'} />
}

export function PostStatusBadge({ status }: { status: PostStatus }) {
  return <StatusBadge {...postStatuses[status]} />
}

/** For other states, such as those an import or a delivery has. */
export function StatusBadge({ label, tone, icon: Icon, live = false }: Look & { live?: boolean }) {
  return (
    <Badge tone={tone}>
      {live ? (
        <span aria-hidden className="relative flex size-2">
          <span className="absolute inset-0 animate-ping rounded-full bg-stamp opacity-60" />
          <span className="size-2 rounded-full bg-stamp" />
        </span>
      ) : (
        <Icon aria-hidden />
      )}
      {label}
    </Badge>
  )
}
