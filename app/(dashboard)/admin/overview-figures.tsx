import type { TimeSeries } from '@/components/charts/time-chart'
import {
  dayStyle,
  formatCompact,
  formatCount,
  formatDate,
  formatDay,
  formatDuration,
  formatNumber,
  formatPercent,
  hourStyle,
  timeStyle,
} from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { useTimeZone } from '@/components/time-zone'
import { t } from '@/server/lib/locale/texts.ts'
import type { InstanceOverview as Overview } from '@/server/modules/admin/overview-schema.ts'
import { SmallChart } from './overview-chart'
import { OverviewTile as Tile } from './overview-tile'
import { StorageCharts, storageOf } from './storage'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A tile for each area of the instance. On a new instance, the charts explain what they will show, and from when. */
export function Figures({ overview }: { overview: Overview }) {
  const { sampled_at, figures, hours, days, backup } = overview
  const timeZone = useTimeZone()
  const perHour = (names: (keyof typeof figures)[]) =>
    hours.map((at, index) => ({
      label: `${formatDate(at, timeZone, hourStyle)}${index === hours.length - 1 && isCount(names) ? t`, so far` : ''}`,
      values: Object.fromEntries(names.map((name) => [name, figures[name].per_hour[index] ?? null])),
    }))
  const isCount = (names: (keyof typeof figures)[]) => names.some((name) => figures[name].day !== null)
  const latest = (name: keyof typeof figures) => figures[name].latest
  const figureProps = (name: keyof typeof figures, textOf: (value: number) => string) => {
    const value = latest(name)
    return value === null ? [] : [textOf(value)]
  }
  const day = (name: keyof typeof figures) => figures[name].day ?? 0
  const lastHour = (name: keyof typeof figures) => figures[name].latest ?? 0
  const results = (count: typeof day) => [
    t`${formatNumber(count('messages_bounced'))} bounced`,
    formatCount(count('messages_complained'), 'complaint'),
    t`${formatNumber(count('messages_failed'))} failed`,
  ]
  const wait = latest('queue_wait_seconds')
  // The queue is never sampled on Inngest.
  const queue_is_elsewhere = wait === null && sampled_at !== null
  const storage = storageOf(overview)
  // An area needs two points. Before the first sample, which may be for this hour or the next, show the later time.
  const hour = formatDate(after(hours.at(-1), (sampled_at ? 1 : 2) * HOUR_MS), timeZone, timeStyle)
  const date = formatDate(after(days.at(-1)?.date, DAY_MS), 'UTC', dayStyle)
  return (
    <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      <Tile
        wide
        title="Messages"
        href="/admin/mail"
        value={formatNumber(day('messages_sent'))}
        noun="sent in 24 hours"
        facts={results(day)}
        more={[t`Last hour: ${formatNumber(lastHour('messages_sent'))} sent`, ...results(lastHour)]}
        alarms={[
          day('messages_complained') > day('messages_sent') / 1_000 && 'Many complaints',
          day('messages_failed') > day('messages_sent') / 10 && 'Many failures',
        ]}
      >
        <SmallChart
          title="Messages per hour, last 24 hours"
          until={t`Messages by hour appear here as soon as one is sent.`}
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
        facts={figureProps('queue_wait_seconds', (seconds) => t`The longest wait is ${formatDuration(seconds)}`)}
        alarms={[(latest('queue_wait_seconds') ?? 0) > SLOW_QUEUE_S && 'Jobs wait too long']}
      >
        <SmallChart
          title="Waiting jobs, last 24 hours"
          until={
            queue_is_elsewhere
              ? t`Inngest runs the jobs. Its dashboard has the queue.`
              : t`Waiting jobs by hour appear here from ${hour}.`
          }
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
          `${formatNumber(lastHour('webhook_attempts'))} in the last hour`,
          ...figureProps('webhook_backlog', (count) => t`${formatNumber(count)} waiting`),
        ]}
      >
        <SmallChart
          title="Attempts of webhooks per hour, last 24 hours"
          until={t`Attempts by hour appear here as soon as a webhook is called.`}
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
        facts={figureProps('new_accounts', (count) => t`${formatNumber(count)} new in 30 days`)}
      >
        <SmallChart
          title="Accounts, last 30 days"
          until={t`Accounts by day appear here from ${date}.`}
          series={one('accounts', 'Accounts')}
          points={days.map(({ date, accounts }) => ({ label: formatDay(date), values: { accounts } }))}
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
        <SmallChart
          title="Active senders, last 24 hours"
          until={t`Active senders by hour appear here from ${hour}.`}
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
          `${formatNumber(lastHour('api_requests'))} in the last hour`,
          t`${share(day('api_refused'), day('api_requests'))} refused`,
          `${share(day('api_faults'), day('api_requests'))} failed on our side`,
        ]}
        alarms={[day('api_faults') > day('api_requests') / 100 && 'Many errors']}
      >
        <SmallChart
          title="API requests per hour, last 24 hours"
          until={t`Requests by hour appear here as soon as one arrives.`}
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
        href="/admin/settings#retention"
        value={storage.size}
        noun="in the database"
        facts={storage.growth === undefined ? [] : [storage.growth]}
        alarms={[storage.is_short && 'Little disk space']}
      >
        <StorageCharts overview={overview} />
        <Backup backup={backup} />
      </Tile>
    </div>
  )
}

const after = (begin: string | undefined, ms: number) => new Date(Date.parse(begin ?? '') + ms).toISOString()

function Backup({ backup }: Pick<Overview, 'backup'>) {
  return (
    <p className="text-muted-foreground text-sm">
      {!backup ? (
        'No daily backup is set up (BACKUP_DIR).'
      ) : backup.made_at ? (
        <>
          Last backup <RelativeTime at={backup.made_at} />.
        </>
      ) : (
        'No backup has been made.'
      )}
    </p>
  )
}

/** Same threshold as in `envoi doctor`. */
const SLOW_QUEUE_S = 300

const one = (key: string, label: string): TimeSeries[] => [{ key, label, color: 'var(--chart-1)', as: 'area' }]

/** Subtracts the parts from a total. Parts are counted slightly later, so their sum can exceed it. */
const rest = (whole: number | null | undefined, ...parts: (number | null | undefined)[]): number =>
  Math.max(
    0,
    parts.reduce<number>((left, part) => left - (part ?? 0), whole ?? 0),
  )

const known = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))

const share = (part: number, whole: number) => (whole === 0 ? '–' : formatPercent((part / whole) * 100))
