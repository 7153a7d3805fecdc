import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { formatIsoDay, formatSigned, signOf } from '@/components/format'
import { StatsSkeleton } from '@/components/loading'
import { RelativeTime } from '@/components/relative-time'
import { Stat } from '@/components/stat'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { Change, RangeView, RateChange } from '@/server/modules/analytics/report-schema.ts'
import { spanName } from './labels'

interface ReportFrameProps<Report> {
  query: Pick<UseQueryResult<Report, { message: string }>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  children: (report: Report) => ReactNode
}

/** Renders a tab's figures, or explains why there are none yet. */
export function ReportFrame<Report>({ query, children }: ReportFrameProps<Report>) {
  const { data, error, refetch, isPlaceholderData } = query
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <StatsSkeleton />
        <Skeleton className="h-80 w-full rounded-2xl" />
      </>
    )
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}>
      {children(data)}
    </div>
  )
}

/** Shown instead of figures that have never been counted. */
export const Counting = () => (
  <EmptyState
    illustration="chart"
    title="Your figures are being counted"
    description="A large list takes a few minutes. The figures appear here automatically."
  />
)

interface RangeNoteProps {
  range: RangeView
  /** True for figures read when the page opens, instead of counted by a job. */
  isLive?: boolean
  children?: ReactNode
}

/** Names the days covered by the figures, and when they were counted. */
export function RangeNote({ range, isLive = false, children }: RangeNoteProps) {
  return (
    <p className="text-muted-foreground text-sm">
      {spanName(range)}
      {range.previous ? <>, compared with {spanName(range.previous)}</> : null}.{' '}
      {range.counted_at && !isLive ? (
        <>
          Counted <RelativeTime at={range.counted_at} />.{' '}
        </>
      ) : null}
      {range.is_counting && !isLive ? 'Some days are still being counted. ' : null}
      {children}
    </p>
  )
}

/** Most subscribers open an email within two days. Until then, rates look lower than they will be. */
export function RecentNote({ range: { time_zone, to } }: { range: RangeView }) {
  const two_days_ago = formatIsoDay(Date.now() - 2 * 86_400_000, time_zone)
  return to < two_days_ago ? null : 'Rates for the last two days are still rising.'
}

interface ChangeStatProps {
  label: string
  change: Change | RateChange
  format: (value: number) => string
  /** Formats the change, for amounts of money. */
  formatDelta?: (value: number) => string
  unit?: '' | ' pp'
  lowerIsBetter?: boolean
  hint?: string
}

/** A figure with its change from the previous range. */
export function ChangeStat({
  label,
  change: { value, previous },
  format,
  formatDelta,
  unit = '',
  lowerIsBetter,
  hint,
}: ChangeStatProps) {
  return (
    <Stat
      label={label}
      value={value === null ? '–' : format(value)}
      delta={value === null || previous === null ? undefined : value - previous}
      unit={unit}
      formatDelta={formatDelta}
      period={value === null || previous === null ? undefined : t`vs. previous period`}
      lowerIsBetter={lowerIsBetter}
      hint={hint}
    />
  )
}

/** A table figure's change from the previous range, in small print. */
export function Difference({
  change: { value, previous },
  unit = '',
  format = formatSigned,
}: {
  change: Change | RateChange
  unit?: string
  format?: (value: number) => string
}) {
  if (value === null || previous === null) return null
  return (
    <span className="block text-muted-foreground text-xs">
      {signOf(value - previous) === 0 ? 'no change' : `${format(value - previous)}${unit}`}
    </span>
  )
}
