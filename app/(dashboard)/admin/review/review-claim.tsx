import { useQuery } from '@tanstack/react-query'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import type { ReviewItem } from '@/server/modules/reviews/schema.ts'
import { claimQuery } from './queries'

/** Shows who is reviewing the item, and lets the administrator claim it. */
export function ReviewClaim({ item }: { item: ReviewItem }) {
  const trpc = useTRPC()
  const claim = useQuery(claimQuery(trpc, item))
  const options = { invalidates: trpc.admin.reviews, evenAfterErrors: true }
  const take = useAction(trpc.admin.reviews.claim, options)
  const release = useAction(trpc.admin.reviews.release, options)
  if (claim.data === undefined) return null
  if (claim.data === null)
    return (
      <Alert
        title="No one is reviewing this"
        action={{ label: 'Start review', pending: take.isPending, onClick: () => take.start(item) }}
      >
        Start the review to keep other administrators from deciding at the same time.
      </Alert>
    )
  const { by, is_own, expires_at } = claim.data
  return (
    <Alert
      tone={is_own ? 'success' : 'warning'}
      title={is_own ? 'You are reviewing this' : `${by} is reviewing this`}
      actions={
        is_own ? (
          <>
            <Button size="sm" variant="outline" pending={take.isPending} onClick={() => take.start(item)}>
              Extend
            </Button>
            <Button size="sm" variant="outline" pending={release.isPending} onClick={() => release.start(item)}>
              Stop review
            </Button>
          </>
        ) : null
      }
    >
      {is_own ? 'Other administrators cannot decide until ' : 'You cannot decide until '}
      <DateTime at={expires_at} />.
    </Alert>
  )
}
