import { CircleCheck, CircleSlash, Clock, Loader, TriangleAlert } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { RunState } from '@/server/modules/automations/inspecting-schema.ts'

const LOOKS = {
  ready: { label: 'Continuing', tone: 'info', icon: Loader },
  waiting: { label: 'Waiting', tone: 'info', icon: Clock },
  held: { label: 'Stuck', tone: 'warning', icon: TriangleAlert },
  completed: { label: 'Completed', tone: 'success', icon: CircleCheck },
  left: { label: 'Left', tone: 'neutral', icon: CircleSlash },
} as const

export function RunBadge({ state }: { state: RunState }) {
  return <StatusBadge {...LOOKS[state]} />
}
