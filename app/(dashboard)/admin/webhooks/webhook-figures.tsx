import { useQuery } from '@tanstack/react-query'
import { TimeChart } from '@/components/charts/time-chart'
import { ErrorState } from '@/components/error-state'
import { formatDate, formatNumber, formatPercent, hourStyle } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { Stat, StatGroup } from '@/components/stat'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { figuresQuery } from './queries'

/** Deliveries are counted up to this number. */
const MAX_COUNTED = 100_000

const countText = (count: number) => `${formatNumber(count)}${count >= MAX_COUNTED ? '+' : ''}`
const Oldest = ({ at }: { at: string | null }) =>
  at ? (
    <>
      the oldest <RelativeTime at={at} />
    </>
  ) : (
    <>nothing waits</>
  )

/** Waiting deliveries of all accounts, and attempts and failures over time. */
export function WebhookFigures({ range }: { range: 'day' | 'week' }) {
  const trpc = useTRPC()
  const timeZone = useTimeZone()
  const { data, error, refetch } = useQuery(figuresQuery(trpc, range))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full rounded-2xl" />
  const { backlog, points, attempts, failures } = data
  return (
    <SectionCard
      title="All webhooks"
      description="Deliveries waiting now, and attempts in the period."
      className="grid gap-6"
    >
      <StatGroup>
        <Stat
          label="Events waiting"
          value={formatNumber(backlog.events)}
          hint={<Oldest at={backlog.oldest_event_at} />}
        />
        <Stat
          label="First attempts waiting"
          value={countText(backlog.pending)}
          hint={<Oldest at={backlog.oldest_pending_at} />}
        />
        <Stat
          label="Retries waiting"
          value={countText(backlog.retrying)}
          hint={<Oldest at={backlog.oldest_retrying_at} />}
        />
        <Stat
          label="Attempts failed"
          value={attempts > 0 ? formatPercent((100 * failures) / attempts) : '–'}
          hint={`${formatNumber(failures)} of ${formatNumber(attempts)}`}
        />
      </StatGroup>
      <TimeChart
        title="Attempts of webhooks over time"
        height={200}
        format={formatNumber}
        series={[
          { key: 'succeeded', label: 'Delivered', color: 'var(--chart-1)', as: 'bar' },
          { key: 'failures', label: 'Failed', color: 'var(--chart-2)', as: 'bar' },
          { key: 'backlog', label: 'Deliveries waiting', color: 'var(--chart-4)', as: 'area' },
        ]}
        points={points.map((point) => ({
          label: formatDate(point.at, timeZone, hourStyle),
          values: {
            succeeded: Math.max(0, point.attempts - point.failures),
            failures: point.failures,
            backlog: point.backlog,
          },
        }))}
      />
    </SectionCard>
  )
}
