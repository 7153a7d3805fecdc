'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { TimeChart } from '@/components/charts/time-chart'
import { ErrorState } from '@/components/error-state'
import { dayStyle, formatCount, formatDate, formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { ListSection } from '@/components/list/list-page'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { ByEndpoint, EndpointDetail } from '@/server/modules/admin/webhooks-schema.ts'
import { EndpointActions } from '../endpoint-actions'
import { EndpointState, failureText } from '../endpoint-state'
import { attemptsQuery } from './queries'

const HOUR_MS = 3_600_000
const HOURS = 168

/** An endpoint of any account, with its attempts and their responses. */
export function EndpointView({ endpoint }: { endpoint: ByEndpoint }) {
  const trpc = useTRPC()
  const detail = useQuery(trpc.admin.webhooks.endpoint.queryOptions(endpoint))
  if (detail.error)
    return (
      <Page>
        <ErrorState query={detail} />
      </Page>
    )
  if (!detail.data)
    return (
      <Page>
        <Skeleton className="h-80 w-full rounded-2xl" />
      </Page>
    )
  const row = detail.data.endpoint
  return (
    <Page>
      <PageHeader
        back={{ href: '/admin/webhooks', label: 'Webhooks and calls' }}
        title={row.host}
        badge={<EndpointState endpoint={row} />}
        description={
          <>
            {row.name} of{' '}
            <Link className="text-primary-ink underline underline-offset-4" href={`/admin/accounts/${row.account_id}`}>
              {row.account_name}
            </Link>
            {row.owner ? `, ${row.owner}` : null}
            {row.app ? `, created by ${row.app}` : null}
          </>
        }
        actions={row.legacy ? null : <EndpointActions endpoint={row} as="button" />}
      />
      {row.disabled_reason ? <Alert title="Disabled by the instance">{row.disabled_reason}</Alert> : null}
      <Summary detail={detail.data} />
      <Attempts endpoint={endpoint} />
    </Page>
  )
}

const hourStyle: Intl.DateTimeFormatOptions = {
  ...dayStyle,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

function Summary({ detail: { endpoint, events, hours, codes } }: { detail: EndpointDetail }) {
  const timeZone = useTimeZone()
  const knownHours = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]))
  const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const points = Array.from({ length: HOURS }, (_, index) => last - (HOURS - 1 - index) * HOUR_MS)
  const problem = failureText(endpoint)
  return (
    <SectionCard
      title="Attempts"
      description={`${formatNumber(endpoint.failures)} of ${formatCount(endpoint.attempts, 'attempt')} failed in 7 days.`}
      className="grid gap-6"
    >
      <TimeChart
        title="Attempts by hour, last 7 days"
        height={180}
        format={formatNumber}
        series={[
          { key: 'succeeded', label: 'Delivered', color: 'var(--chart-1)', as: 'bar' },
          { key: 'failed', label: 'Failed', color: 'var(--chart-2)', as: 'bar' },
        ]}
        points={points.map((at) => {
          const { attempts = 0, failures = 0 } = knownHours.get(at) ?? {}
          return {
            label: formatDate(new Date(at).toISOString(), timeZone, hourStyle),
            values: { succeeded: attempts - failures, failed: failures },
          }
        })}
      />
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] [&>dt]:text-muted-foreground">
        <dt>Latest answers</dt>
        <dd className="flex flex-wrap gap-1.5">
          {codes.length === 0 ? 'No attempt in 7 days' : null}
          {codes.map(({ status, count }) => (
            <Badge key={status ?? 'none'} tone={status !== null && status < 300 ? 'success' : 'danger'}>
              {status ?? 'No answer'}: {formatNumber(count)}
            </Badge>
          ))}
        </dd>
        {problem ? (
          <>
            <dt>Last error</dt>
            <dd className="[overflow-wrap:anywhere]">
              {problem}
              {endpoint.last_failed_at ? (
                <>
                  , <RelativeTime at={endpoint.last_failed_at} />
                </>
              ) : null}
            </dd>
          </>
        ) : null}
        {endpoint.failing_since ? (
          <>
            <dt>Failing since</dt>
            <dd>
              <DateTime at={endpoint.failing_since} />
            </dd>
          </>
        ) : null}
        <dt>Waiting deliveries</dt>
        <dd>{formatNumber(endpoint.waiting)}</dd>
        {events.length > 0 ? (
          <>
            <dt>Events</dt>
            <dd className="[overflow-wrap:anywhere]">{events.join(', ')}</dd>
          </>
        ) : null}
      </dl>
    </SectionCard>
  )
}

const TONES = { delivered: 'success', failed: 'danger', retrying: 'warning', pending: 'info' } as const

function Attempts({ endpoint }: { endpoint: ByEndpoint }) {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const list = useQuery(attemptsQuery(trpc, endpoint, cursor))
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold text-base">Deliveries</h2>
      <ListSection
        caption="Deliveries with their last attempt"
        list={list}
        rowId={({ id }) => id}
        columns={[
          {
            header: 'Event',
            cell: ({ event_type, event_count }) => (
              <span className="[overflow-wrap:anywhere]">
                {event_type}
                {event_count > 1 ? <span className="text-muted-foreground"> × {formatNumber(event_count)}</span> : null}
              </span>
            ),
          },
          {
            header: 'Status',
            phone: 'aside',
            cell: ({ status }) => (
              <Badge tone={TONES[status as keyof typeof TONES] ?? 'neutral'}>
                {status.charAt(0).toUpperCase() + status.slice(1)}
              </Badge>
            ),
          },
          {
            header: 'Last answer',
            phone: 'plain',
            cell: ({ response_status, error, attempt_count }) => (
              <span className="[overflow-wrap:anywhere]">
                {error ?? (response_status === null ? 'Not attempted' : `HTTP ${response_status}`)}
                {attempt_count > 1 ? (
                  <span className="text-muted-foreground">, {formatCount(attempt_count, 'attempt')}</span>
                ) : null}
              </span>
            ),
          },
          {
            header: 'Duration',
            phone: 'hidden',
            figure: ({ duration_ms }) => (duration_ms === null ? '–' : t`${formatNumber(duration_ms)} ms`),
          },
          { header: 'Created', date: ({ created_at }) => created_at, phone: 'plain' },
        ]}
        empty={{
          as: 'h3',
          illustration: 'inbox',
          title: 'No deliveries',
          description: 'Deliveries are stored for 30 days.',
        }}
      />
    </section>
  )
}
