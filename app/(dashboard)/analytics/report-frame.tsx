'use client'

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

/** The figures of a tab, or why there are none yet. */
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

/** In place of figures that are not there because they were never counted. */
export const Counting = () => (
  <EmptyState
    illustration="chart"
    title="Your figures are being counted"
    description="A large list takes a few minutes. This page shows them as soon as they are there."
  />
)

interface RangeNoteProps {
  range: RangeView
  /** Figures that are read when the page opens, not counted before. */
  isLive?: boolean
  children?: ReactNode
}

/** Names the days that the figures cover, and how old the figures are. */
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

/** A figure, and how it differs from the range before. */
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

/** The difference to the range before, small, beside a figure of a table. */
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
