import { CircleCheck, EyeOff, Hourglass } from 'lucide-react'
import { StatusBadge } from '@/components/status-badge'
import type { AppStatus } from '@/server/modules/apps/schema.ts'

const looks = {
  unpublished: { label: 'Private', tone: 'neutral', icon: EyeOff },
  in_review: { label: 'In review', tone: 'warning', icon: Hourglass },
  published: { label: 'In the store', tone: 'success', icon: CircleCheck },
} as const

export const AppStatusBadge = ({ status }: { status: AppStatus }) => <StatusBadge {...looks[status]} />
