import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/error-state'
import { useTRPC } from '@/components/trpc-provider'
import { Skeleton } from '@/components/ui/skeleton'
import { StorageCharts, storageOf } from '../storage'

/** Disk use and its growth, beside the retention settings. */
export function StorageUse() {
  const overview = useQuery(useTRPC().admin.overview.queryOptions())
  if (overview.error) return <ErrorState as="h3" query={overview} />
  if (!overview.data) return <Skeleton className="h-40 w-full" />
  const { size, growth } = storageOf(overview.data)
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figures font-semibold text-2xl tracking-[-0.03em]">{size}</span>
        <span className="text-muted-foreground text-sm">
          {['in the database', growth].filter((text) => text !== undefined).join(' · ')}
        </span>
      </p>
      <StorageCharts overview={overview.data} />
    </div>
  )
}
