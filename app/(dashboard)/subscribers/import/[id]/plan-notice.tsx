import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'

/** Shown when the file has more new subscribers than the plan allows. */
export function PlanNotice({ room }: { room: number }) {
  if (room === 0) {
    return (
      <Alert tone="warning" title="Your plan’s subscriber limit is reached">
        New subscribers are skipped and listed in the result. Existing subscribers are updated.
      </Alert>
    )
  }
  return (
    <Alert
      tone="warning"
      title={`Your plan has room for ${formatNumber(room)} more ${room === 1 ? 'subscriber' : 'subscribers'}`}
    >
      Rows are added from the top of the file. The rest are skipped and listed in the result.
    </Alert>
  )
}
