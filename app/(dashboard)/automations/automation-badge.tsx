import { CirclePause, CirclePlay, PencilLine } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { AutomationState, Kind } from '@/server/modules/automations/schema.ts'

const LOOKS = {
  draft: { label: 'Draft', tone: 'neutral', icon: PencilLine },
  live: { label: 'Live', tone: 'success', icon: CirclePlay },
  paused: { label: 'Paused', tone: 'warning', icon: CirclePause },
} as const

/** Rules are either on or off. */
const RULE_LABELS = { draft: 'Draft', live: 'On', paused: 'Off' } as const

export function AutomationBadge({ state, kind }: { state: AutomationState; kind: Kind }) {
  const looks = LOOKS[state]
  return <StatusBadge {...looks} label={kind === 'rule' ? RULE_LABELS[state] : looks.label} />
}
