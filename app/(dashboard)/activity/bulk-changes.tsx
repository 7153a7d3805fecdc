import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/empty-state'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { BulkActionList } from '../subscribers/bulk/bulk-actions'
import { bulkActionsQuery } from '../subscribers/queries'

/** Members' latest changes to many subscribers. */
export function BulkChanges() {
  const actions = useQuery(bulkActionsQuery(useTRPC()))
  return (
    <section aria-labelledby="bulk-changes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-0.5">
        <h2 id="bulk-changes" className="scroll-mt-20 font-semibold text-lg tracking-tight">
          Bulk changes
        </h2>
        {actions.data?.length ? (
          <p className="text-muted-foreground text-sm">The last 20. Most can be undone for a week.</p>
        ) : null}
      </div>
      <Loaded query={actions} as="h3" loading={<RowsSkeleton rows={3} />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              as="h3"
              illustration="subscribers"
              title="No bulk changes yet"
              description="Select subscribers in the list to tag, update or remove many in one step."
            />
          ) : (
            <BulkActionList actions={data} />
          )
        }
      </Loaded>
    </section>
  )
}
