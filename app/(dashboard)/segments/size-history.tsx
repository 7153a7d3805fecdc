import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '@/components/charts/chart-panel'
import { type Series, SeriesChart } from '@/components/charts/series-chart'
import { dateStyle, formatCompact, formatDate, formatDay, formatNumber } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'

const SERIES: Series[] = [
  { key: 'count', label: 'Subscribers', as: 'line', color: 'var(--chart-1)', shape: 'circle' },
  { key: 'active', label: 'Active', as: 'line', color: 'var(--chart-2)', shape: 'square', dashes: '5 4' },
]
/** More points would not fit on a phone. */
const MAX_POINTS = 60

/** The segment’s size by day. */
export function SizeHistory({ id, name }: { id: number; name: string }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.segments.sizes.queryOptions({ id }))
  const days = data?.days ?? []
  if (days.length < 2)
    return (
      <Card>
        <CardHeader
          title="Size over time"
          description="The segment is counted once a day. The chart appears after the second day."
        />
        <CardContent className="pt-1" />
      </Card>
    )
  const first = days[0]
  const last = days.at(-1)
  const step = Math.ceil(days.length / MAX_POINTS)
  // Counts from the end, so the newest day is always included.
  const shownDays = days.filter((_, at) => (days.length - 1 - at) % step === 0)
  return (
    <ChartPanel
      title="Size over time"
      description="Counted once a day. A changed filter changes the size from then on."
      fileName={`${name} size`}
      figures={{
        columns: [t`Day`, t`Subscribers`, t`Active`],
        rows: days.map(({ day, count, active }) => [day, count, active]),
      }}
      formats={[undefined, formatNumber, formatNumber]}
    >
      <SeriesChart
        title={`Segment size: ${formatNumber(first?.count ?? 0)} at first and ${formatNumber(last?.count ?? 0)} on the last day`}
        series={days.every(({ count, active }) => count === active) ? SERIES.slice(0, 1) : SERIES}
        points={shownDays.map(({ day, count, active }) => ({
          label: formatDay(day),
          name: formatDate(`${day}T00:00:00Z`, 'UTC', dateStyle),
          values: { count, active },
        }))}
        format={formatNumber}
        formatMark={formatCompact}
        height={220}
      />
    </ChartPanel>
  )
}
