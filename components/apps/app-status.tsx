import { CircleCheck, CircleX, EyeOff, Hourglass } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { OwnApp } from '@/server/modules/apps/develop-schema.ts'

const statuses = {
  unpublished: { label: 'Private', tone: 'neutral', icon: EyeOff },
  in_review: { label: 'In review', tone: 'warning', icon: Hourglass },
  published: { label: 'In the store', tone: 'success', icon: CircleCheck },
} as const

const revisions = {
  none: null,
  in_review: { label: 'Changes in review', tone: 'warning', icon: Hourglass },
  declined: { label: 'Changes not approved', tone: 'danger', icon: CircleX },
} as const

/** The status of the app and of its changes since the approval. */
export function AppStatusBadge({ app }: { app: Pick<OwnApp, 'status' | 'revision'> }) {
  const revision = revisions[app.revision]
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge {...statuses[app.status]} />
      {revision ? <StatusBadge {...revision} /> : null}
    </span>
  )
}
