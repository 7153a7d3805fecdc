import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { t } from '@/server/lib/locale/texts.ts'
import type { Unsorted } from '@/server/modules/subscribers/columns-schema.ts'
import { MAX_SORTED } from '@/server/modules/subscribers/values-schema.ts'

/** Explains why a list of this size cannot be sorted by a column, and what to do. */
export const tooManyText = (label: string, matching: number) =>
  t`${formatNumber(matching)} subscribers are too many to sort by ${label}. Narrow the list to at most ${formatNumber(MAX_SORTED)} with a filter, a tag or a search.`

interface SortNoticeProps {
  reason: Unsorted['reason']
  label: string
  matching: number
  onFilter: () => void
  onDismiss: () => void
}

/** Explains why a list is not sorted as requested. */
export function SortNotice({ reason, label, matching, onFilter, onDismiss }: SortNoticeProps) {
  const is_gone = reason === 'unknown_field'
  return (
    <Alert
      role="status"
      title={is_gone ? t`The field to sort by no longer exists` : t`This list is not sorted by ${label}`}
      actions={
        <>
          {is_gone ? null : (
            <Button variant="outline" size="sm" onClick={onFilter}>
              Filter the list
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {is_gone ? t`The subscribers who were added last are first.` : tooManyText(label, matching)}
    </Alert>
  )
}
