import { formatCount } from '@/components/format'
import { Check, Plus } from '@/components/generated/icons'
import { t } from '@/server/lib/locale/texts.ts'
import type { PlannedNeed } from '@/server/modules/automation-templates/adopting/plan.ts'

const KINDS: Record<PlannedNeed['kind'], string> = {
  tag: 'Tag',
  custom_field: 'Custom field',
  form: 'Form',
  sequence: 'Sequence',
  segment: 'Segment',
  product: 'Product',
}

/** Lists the records that a template creates, and the account's records that it reuses. */
export function PlanList({ plan }: { plan: readonly PlannedNeed[] }) {
  if (plan.length === 0) return null
  return (
    <ul className="grid gap-2 text-sm">
      {plan.map((need) => (
        <li key={`${need.kind} ${need.id}`} className="flex items-start gap-2.5">
          {need.action === 'create' ? (
            <Plus aria-hidden className="mt-0.5 size-4 shrink-0 text-primary-ink" />
          ) : (
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
          )}
          <span className="[overflow-wrap:anywhere]">
            {KINDS[need.kind]} <span className="font-medium">{need.name}</span>
            <span className="text-muted-foreground"> – {outcomeOf(need)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function outcomeOf({ action, email_count: count }: PlannedNeed): string {
  if (action === 'use') return t`yours is used`
  if (action === 'any') return t`you have none, so any product counts`
  if (count === 0) return t`is created`
  return t`is created with ${formatCount(count, 'draft email')}`
}
