import { CirclePause, CirclePlay } from '@/components/generated/icons'
import { postStatuses, StatusBadge } from '@/components/status-badge'

export function SequenceBadge({ active }: { active: boolean }) {
  return active ? (
    <StatusBadge label="Active" tone="success" icon={CirclePlay} />
  ) : (
    <StatusBadge label="Paused" tone="neutral" icon={CirclePause} />
  )
}

export function EmailStatusBadge({ published }: { published: boolean }) {
  return <StatusBadge {...postStatuses[published ? 'published' : 'draft']} />
}
