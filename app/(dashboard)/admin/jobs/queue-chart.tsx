'use client'

import { useQuery } from '@tanstack/react-query'
import { TimeChart } from '@/components/charts/time-chart'
import { formatDate, formatNumber } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Card, CardContent, CardHeader } from '@/components/ui/card'

const hourStyle: Intl.DateTimeFormatOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** The queue of the embedded engine over the last day. Shows nothing until it was measured. */
export function QueueChart() {
  const trpc = useTRPC()
  const timeZone = useTimeZone()
  const { data } = useQuery(trpc.admin.overview.queryOptions())
  const { queue_depth, queue_wait_seconds } = data?.figures ?? {}
  if (!data || !queue_depth || !queue_wait_seconds || queue_depth.latest === null) return null
  return (
    <Card>
      <CardHeader title="Queue" description="Jobs that are due and wait, and the longest wait, in the last 24 hours." />
      <CardContent>
        <TimeChart
          height={180}
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
      </CardContent>
    </Card>
  )
}
