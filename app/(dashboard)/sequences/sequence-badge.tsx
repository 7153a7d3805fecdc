import { CirclePause, CirclePlay } from 'lucide-react'
import { StatusBadge } from '@/components/status-badge'

export function SequenceBadge({ active }: { active: boolean }) {
  return active ? (
    <StatusBadge label="Active" tone="success" icon={CirclePlay} />
  ) : (
    <StatusBadge label="Paused" tone="neutral" icon={CirclePause} />
  )
}
