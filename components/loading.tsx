import { Page } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index)

function HeaderSkeleton({ action = true }: { action?: boolean }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-2.5">
        <Skeleton className="h-8 w-44" />
        <Skeleton className="h-4 w-64 max-w-[55vw]" />
      </div>
      {action ? <Skeleton className="h-9.5 w-32 rounded-lg" /> : null}
    </div>
  )
}

/** Placeholder rows with the height of a full page. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="grid divide-y divide-border" aria-hidden>
      {numbersUpTo(rows).map((row) => (
        <div key={row} className="flex h-15 items-center gap-4 px-3">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5" style={{ width: `${38 + ((row * 17) % 30)}%` }} />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-6 w-20 rounded-full" />
          <Skeleton className="h-3.5 w-16 max-md:hidden" />
        </div>
      ))}
    </div>
  )
}

/** For a detail page with figures above a chart or text. */
export function DetailLoading() {
  return (
    <Page>
      <Announce />
      <HeaderSkeleton />
      <StatsSkeleton />
      <Card className="p-6">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-6 h-56 w-full rounded-xl" />
      </Card>
    </Page>
  )
}

/** For a form or settings page. */
export function FormLoading() {
  return (
    <Page width="narrow">
      <Announce />
      <HeaderSkeleton action={false} />
      <Card className="grid gap-6 p-6">
        {numbersUpTo(4).map((row) => (
          <div key={row} className="grid gap-2">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-9.5 w-full rounded-lg" />
          </div>
        ))}
        <Skeleton className="h-9.5 w-28 rounded-lg" />
      </Card>
    </Page>
  )
}

export function StatsSkeleton({ count = 4 }: { count?: number }) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4" aria-hidden>
      {numbersUpTo(count).map((figure) => (
        <div key={figure} className="grid gap-2.5">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </div>
  )
}

function Announce() {
  return (
    <p role="status" className="sr-only">
      Loading
    </p>
  )
}
