import { Ban, CircleCheck, CircleX, Clock, TriangleAlert } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import { APPROVAL_LABELS, type ApprovalState } from '@/server/modules/approvals/values-schema.ts'

const LOOKS = {
  pending: { tone: 'info', icon: Clock },
  done: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'warning', icon: TriangleAlert },
  declined: { tone: 'neutral', icon: CircleX },
  expired: { tone: 'neutral', icon: Ban },
} as const

export const ApprovalBadge = ({ state }: { state: ApprovalState }) => (
  <StatusBadge label={APPROVAL_LABELS()[state]} {...LOOKS[state]} />
)
