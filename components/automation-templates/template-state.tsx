import { CircleCheck, Hourglass, PencilLine, Rocket } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import type { OwnTemplate } from '@/server/modules/automation-templates/schema.ts'

const states = {
  draft: { label: 'Draft', tone: 'neutral', icon: PencilLine },
  in_review: { label: 'In review', tone: 'warning', icon: Hourglass },
  approved: { label: 'Approved', tone: 'info', icon: CircleCheck },
  published: { label: 'Published', tone: 'success', icon: Rocket },
} as const

/** The template's state, and whether creators can adopt an earlier version. */
export function TemplateStateBadge({ template }: { template: Pick<OwnTemplate, 'state' | 'is_live'> }) {
  const { state, is_live } = template
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge {...states[state]} />
      {is_live && state !== 'published' ? (
        <StatusBadge label="Earlier version live" tone="success" icon={Rocket} />
      ) : null}
    </span>
  )
}
