import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { RowsSkeleton } from '@/components/loading'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import type { BulkFailure } from '@/server/modules/bulk-requests/schema.ts'

/** Failed items as the app sent them, with their errors. */
export function BulkFailures({ id, failed_count, live }: { id: number; failed_count: number; live: boolean }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.bulk_requests.failures.infiniteQueryOptions(
      { id },
      {
        getNextPageParam: ({ next }) => next ?? undefined,
        initialCursor: undefined,
        staleTime: 0,
        refetchInterval: live ? 3_000 : false,
      },
    ),
  )
  if (query.error) return <ErrorState query={query} as="h3" />
  if (!query.data) return <RowsSkeleton rows={4} />
  const failures = query.data.pages.flatMap((page) => page.failures)
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="w-full divide-y divide-border border-border border-y text-sm">
        {failures.map(({ number, item, errors }) => (
          <li key={number} className="grid gap-1 py-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <span className="figures text-muted-foreground">Item {formatNumber(number)}</span>
            <span className="grid gap-1 [overflow-wrap:anywhere]">
              <span className="font-medium">{errors.join('. ')}</span>
              <Sent item={item} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore list={query} />
      {!query.hasNextPage && !live && failures.length < failed_count ? (
        <p className="text-muted-foreground text-sm">
          {formatNumber(failures.length)} of {formatNumber(failed_count)} failures are available. Items of erased
          subscribers are not kept.
        </p>
      ) : null}
    </div>
  )
}

const Sent = ({ item }: Pick<BulkFailure, 'item'>) => (
  <span className="flex flex-wrap gap-x-3 text-muted-foreground">
    {Object.entries(item).map(([name, value]) => (
      <span key={name}>
        <code className="text-xs">{name}</code> {value === null || value === '' ? '–' : String(value)}
      </span>
    ))}
    {Object.keys(item).length === 0 ? 'Empty item' : null}
  </span>
)
