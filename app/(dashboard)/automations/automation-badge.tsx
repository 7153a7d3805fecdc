import { CirclePause, CirclePlay, PencilLine } from 'lucide-react'
import { StatusBadge } from '@/components/status-badge'
import type { AutomationState } from '@/server/modules/automations/schema.ts'

const LOOKS = {
  draft: { label: 'Draft', tone: 'neutral', icon: PencilLine },
  live: { label: 'Live', tone: 'success', icon: CirclePlay },
  paused: { label: 'Paused', tone: 'warning', icon: CirclePause },
} as const

export function AutomationBadge({ state }: { state: AutomationState }) {
  return <StatusBadge {...LOOKS[state]} />
}
