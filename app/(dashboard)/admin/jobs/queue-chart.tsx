import { useQuery } from '@tanstack/react-query'
import { TimeChart } from '@/components/charts/time-chart'
import { formatDate, formatNumber, hourStyle, timeStyle } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import { NoChart } from '../overview-chart'

const HOUR_MS = 3_600_000
const HEIGHT = 180

/** The embedded engine's queue over the last day. Empty before the first sample. */
export function QueueChart() {
  const trpc = useTRPC()
  const timeZone = useTimeZone()
  const { data } = useQuery(trpc.admin.overview.queryOptions())
  const { queue_depth, queue_wait_seconds } = data?.figures ?? {}
  if (!data || !queue_depth || !queue_wait_seconds || queue_depth.latest === null) return null
  const is_drawable = queue_depth.per_hour.filter((depth) => depth !== null).length > 1
  const next_hour = new Date(Date.parse(data.hours.at(-1) ?? '') + HOUR_MS).toISOString()
  return (
    <SectionCard title="Queue" description="Jobs that are due and wait, and the longest wait, in the last 24 hours.">
      {is_drawable ? (
        <TimeChart
          height={HEIGHT}
          title="Queue of background jobs, last 24 hours"
          format={formatNumber}
          series={[
            { key: 'depth', label: 'Waiting jobs', color: 'var(--chart-1)', as: 'area' },
            { key: 'wait', label: 'Longest wait in seconds', color: 'var(--chart-2)', as: 'area' },
          ]}
          points={data.hours.map((at, index) => ({
            label: formatDate(at, timeZone, hourStyle),
            values: { depth: queue_depth.per_hour[index] ?? null, wait: queue_wait_seconds.per_hour[index] ?? null },
          }))}
        />
      ) : (
        <NoChart
          height={HEIGHT}
        >{t`The queue by hour appears here from ${formatDate(next_hour, timeZone, timeStyle)}.`}</NoChart>
      )}
    </SectionCard>
  )
}
