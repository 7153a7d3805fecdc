'use client'

import { useQuery } from '@tanstack/react-query'
import { TimeChart, type TimeSeries } from '@/components/charts/time-chart'
import { ErrorState } from '@/components/error-state'
import {
  dayStyle,
  formatCompact,
  formatCount,
  formatDate,
  formatDuration,
  formatNumber,
  formatPercent,
} from '@/components/format'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { InstanceOverview as Overview } from '@/server/modules/admin/overview-schema.ts'
import { formatBytes } from './format-bytes'
import { OverviewTile as Tile } from './overview-tile'
import { PausedJobs } from './paused-jobs'

const REFETCH_MS = 60_000

/** The whole instance in figures, each with a small chart that leads to its page. */
export function InstanceOverview() {
  const trpc = useTRPC()
  const overview = useQuery(trpc.admin.overview.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  return (
    <Page>
      <PageHeader
        title="Instance overview"
        description={overview.data ? <Sampled overview={overview.data} /> : 'What this instance does right now.'}
      />
      <PausedJobs />
      {overview.error ? (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      ) : overview.data ? (
        <>
          <OldBackup backup={overview.data.backup} />
          <Figures overview={overview.data} />
        </>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

const Sampled = ({ overview: { version, sampled_at } }: { overview: Overview }) => (
  <>
    Envoi {version}.{' '}
    {sampled_at ? (
      <>
        Measured <RelativeTime at={sampled_at} />.
      </>
    ) : (
      'The first figures appear within ten minutes.'
    )}
  </>
)

function OldBackup({ backup }: Pick<Overview, 'backup'>) {
  if (!backup?.is_overdue) return null
  return (
    <Alert tone="warning" title={backup.made_at ? 'The last backup is old' : 'No backup has been made'}>
      {backup.made_at ? (
        <>
          It was made <RelativeTime at={backup.made_at} />, and there should be one each day.{' '}
        </>
      ) : null}
      Run <code>npm run envoi -- doctor</code> for the reason.
    </Alert>
  )
}

const hourStyle: Intl.DateTimeFormatOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

function Figures({ overview: { sampled_at, figures, hours, days } }: { overview: Overview }) {
  const timeZone = useTimeZone()
  const perHour = (names: (keyof typeof figures)[]) =>
    hours.map((at, index) => ({
      label: `${formatDate(at, timeZone, hourStyle)}${index === hours.length - 1 && isCount(names) ? t`, so far` : ''}`,
      values: Object.fromEntries(names.map((name) => [name, figures[name].per_hour[index] ?? null])),
    }))
  const perDay = (name: 'accounts' | 'database_bytes') =>
    days.map(({ date, ...values }) => ({
      label: formatDate(`${date}T00:00:00Z`, 'UTC', dayStyle),
      values: { [name]: values[name] },
    }))
  const isCount = (names: (keyof typeof figures)[]) => names.some((name) => figures[name].day !== null)
  const latest = (name: keyof typeof figures) => figures[name].latest
  const day = (name: keyof typeof figures) => figures[name].day ?? 0
  const wait = latest('queue_wait_seconds')
  // On Inngest the queue is never sampled.
  const queue =
    wait === null ? sampled_at && 'Inngest’s dashboard has the queue' : `The longest wait is ${formatDuration(wait)}`
  const sizes = days.flatMap(({ database_bytes }) => database_bytes ?? [])
  const growth = (sizes.at(-1) ?? 0) - (sizes[0] ?? 0)
  return (
    <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      <Tile
        wide
        title="Messages"
        href="/admin/mail"
        value={formatNumber(day('messages_sent'))}
        noun="sent in 24 hours"
        facts={[
          `${formatNumber(latest('messages_sent') ?? 0)} in the last hour`,
          t`${formatNumber(day('messages_bounced'))} bounced`,
          formatCount(day('messages_complained'), 'complaint'),
          t`${formatNumber(day('messages_failed'))} failed`,
        ]}
        alarms={[
          day('messages_complained') > day('messages_sent') / 1_000 && 'Many complaints',
          day('messages_failed') > day('messages_sent') / 10 && 'Many failures',
        ]}
      >
        <TimeChart
          small
          height={CHART}
          title="Messages per hour, last 24 hours"
          format={formatNumber}
          series={[
            { key: 'messages_sent', label: 'Sent', color: 'var(--chart-1)', as: 'bar' },
            { key: 'messages_bounced', label: 'Bounced', color: 'var(--chart-4)', as: 'bar' },
            { key: 'messages_complained', label: 'Complaints', color: 'var(--chart-3)', as: 'bar' },
            { key: 'messages_failed', label: 'Failed', color: 'var(--chart-2)', as: 'bar' },
          ]}
          points={perHour(['messages_sent', 'messages_bounced', 'messages_complained', 'messages_failed'])}
        />
      </Tile>
      <Tile
        title="Background jobs"
        href="/admin/jobs"
        value={known(latest('queue_depth'), formatNumber)}
        noun="waiting now"
        facts={queue ? [queue] : []}
        alarms={[(latest('queue_wait_seconds') ?? 0) > SLOW_QUEUE_S && 'Jobs wait too long']}
      >
        <TimeChart
          small
          height={CHART}
          title="Waiting jobs, last 24 hours"
          format={formatNumber}
          series={one('queue_depth', 'Waiting')}
          points={perHour(['queue_depth'])}
        />
      </Tile>
      <Tile
        title="Webhooks"
        href="/admin/webhooks"
        value={share(day('webhook_failures'), day('webhook_attempts'))}
        noun="of attempts failed in 24 hours"
        facts={[
          t`${formatNumber(day('webhook_attempts'))} attempts`,
          `${formatNumber(latest('webhook_attempts') ?? 0)} in the last hour`,
          `${known(latest('webhook_backlog'), formatNumber)} deliveries wait`,
        ]}
      >
        <TimeChart
          small
          height={CHART}
          title="Attempts of webhooks per hour, last 24 hours"
          format={formatNumber}
          series={[
            { key: 'delivered', label: 'Delivered', color: 'var(--chart-1)', as: 'bar' },
            { key: 'webhook_failures', label: 'Failed', color: 'var(--chart-2)', as: 'bar' },
          ]}
          points={perHour(['webhook_attempts', 'webhook_failures']).map(({ label, values }) => ({
            label,
            values: { ...values, delivered: rest(values.webhook_attempts, values.webhook_failures) },
          }))}
        />
      </Tile>
      <Tile
        title="Accounts"
        href="/admin/accounts"
        value={known(latest('accounts'), formatNumber)}
        noun={latest('accounts') === 1 ? 'account' : 'accounts'}
        facts={[`${known(latest('new_accounts'), formatNumber)} new in 30 days`]}
      >
        <TimeChart
          small
          height={CHART}
          title="Accounts, last 30 days"
          format={formatNumber}
          series={one('accounts', 'Accounts')}
          points={perDay('accounts')}
        />
      </Tile>
      <Tile
        title="Active senders"
        href="/admin/mail/reputation"
        value={known(latest('active_senders'), formatNumber)}
        noun={latest('active_senders') === 1 ? 'account sent in 7 days' : 'accounts sent in 7 days'}
        facts={
          latest('accounts') ? [`${share(latest('active_senders') ?? 0, latest('accounts') ?? 0)} of all accounts`] : []
        }
      >
        <TimeChart
          small
          height={CHART}
          title="Active senders, last 24 hours"
          format={formatNumber}
          series={one('active_senders', 'Active senders')}
          points={perHour(['active_senders'])}
        />
      </Tile>
      <Tile
        title="API"
        href="/admin/api"
        value={formatCompact(day('api_requests'))}
        noun="requests in 24 hours"
        facts={[
          `${formatNumber(latest('api_requests') ?? 0)} in the last hour`,
          t`${share(day('api_refused'), day('api_requests'))} refused`,
          `${share(day('api_faults'), day('api_requests'))} failed on our side`,
        ]}
        alarms={[day('api_faults') > day('api_requests') / 100 && 'Many errors']}
      >
        <TimeChart
          small
          height={CHART}
          title="API requests per hour, last 24 hours"
          format={formatNumber}
          series={[
            { key: 'answered', label: 'Answered', color: 'var(--chart-1)', as: 'bar' },
            { key: 'api_refused', label: 'Refused (4xx)', color: 'var(--chart-4)', as: 'bar' },
            { key: 'api_faults', label: 'Failed (5xx)', color: 'var(--chart-2)', as: 'bar' },
          ]}
          points={perHour(['api_requests', 'api_refused', 'api_faults']).map(({ label, values }) => ({
            label,
            values: { ...values, answered: rest(values.api_requests, values.api_refused, values.api_faults) },
          }))}
        />
      </Tile>
      <Tile
        title="Storage"
        href="/admin/settings"
        value={known(latest('database_bytes'), formatBytes)}
        noun="in the database"
        facts={[
          ...(sizes.length > 1
            ? [t`${growth < 0 ? '−' : '+'}${formatBytes(Math.abs(growth))} in ${sizes.length - 1} days`]
            : []),
          ...(latest('disk_bytes')
            ? [
                `${known(latest('disk_free_bytes'), formatBytes)} of ${known(latest('disk_bytes'), formatBytes)} disk free`,
              ]
            : []),
        ]}
        alarms={[(latest('disk_free_bytes') ?? LITTLE_DISK) < LITTLE_DISK && 'Little disk space']}
      >
        <TimeChart
          small
          height={CHART}
          title="Size of the database, last 30 days"
          format={formatBytes}
          series={one('database_bytes', 'Database')}
          points={perDay('database_bytes')}
        />
      </Tile>
    </div>
  )
}

const CHART = 88
/** As `envoi doctor` says it. */
const SLOW_QUEUE_S = 300
const LITTLE_DISK = 1e9

const one = (key: string, label: string): TimeSeries[] => [{ key, label, color: 'var(--chart-1)', as: 'area' }]

/** What is left of a number without its parts, which are counted a moment later. */
const rest = (whole: number | null | undefined, ...parts: (number | null | undefined)[]): number =>
  Math.max(
    0,
    parts.reduce<number>((left, part) => left - (part ?? 0), whole ?? 0),
  )

const known = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))

const share = (part: number, whole: number) => (whole === 0 ? '–' : formatPercent((part / whole) * 100))

const TILES = ['messages', 'jobs', 'webhooks', 'accounts', 'senders', 'api', 'storage']

const Loading = () => (
  <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3" aria-busy>
    {TILES.map((tile) => (
      <Skeleton key={tile} className="h-56 rounded-2xl" />
    ))}
  </div>
)
