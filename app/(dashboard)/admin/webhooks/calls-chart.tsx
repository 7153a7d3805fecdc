import { TimeChart } from '@/components/charts/time-chart'
import { formatDate, formatNumber, hourStyle } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { OutboundCalls } from '@/server/modules/admin/webhooks-schema.ts'

/** Outbound requests except webhooks, by hour. */
export function CallsChart({ points }: { points: OutboundCalls['points'] | undefined }) {
  const timeZone = useTimeZone()
  if (!points) return <Skeleton className="h-72 w-full rounded-2xl" />
  return (
    <SectionCard
      title="All calls"
      description="Requests to apps, callbacks, links of emails and providers, by hour. Webhooks have their own tab."
    >
      <TimeChart
        title="Outbound calls over time"
        height={200}
        format={formatNumber}
        series={[
          { key: 'answered', label: 'Answered', color: 'var(--chart-1)', as: 'bar' },
          { key: 'failures', label: 'Failed', color: 'var(--chart-2)', as: 'bar' },
        ]}
        points={points.map(({ at, calls, failures }) => ({
          label: formatDate(at, timeZone, hourStyle),
          values: { answered: calls - failures, failures },
        }))}
      />
    </SectionCard>
  )
}
