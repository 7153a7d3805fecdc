import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'

/** The file has more new people than the plan has room for. */
export function PlanNotice({ room }: { room: number }) {
  if (room === 0) {
    return (
      <Alert tone="warning" title="Your plan is full">
        New people are passed over and listed in the result. Who is on your list already is updated.
      </Alert>
    )
  }
  return (
    <Alert
      tone="warning"
      title={`Your plan has room for ${formatNumber(room)} more ${room === 1 ? 'person' : 'people'}`}
    >
      New people are added from the top of the file until it is full; the rest is passed over and listed in the result.
    </Alert>
  )
}
