'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { DataTable } from '@/components/data-table'
import { ErrorState } from '@/components/error-state'
import {
  dayStyle,
  formatCount,
  formatDate,
  formatDay,
  formatNumber,
  formatPercent,
  hourStyle,
} from '@/components/format'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { Page, PageHeader } from '@/components/page-header'
import { Stat, StatGroup } from '@/components/stat'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { ApiUse } from '@/server/modules/admin/api-use-schema.ts'
import { ApiChart } from './api-chart'
import { API_FILTERS, apiUseQuery } from './queries'

/** API requests of the whole instance over time, and the accounts making them. */
export function ApiTraffic() {
  const trpc = useTRPC()
  const { values, select } = useListFilters(API_FILTERS)
  const range = values.range ?? 'day'
  const { data, error, refetch } = useQuery(apiUseQuery(trpc, values))
  return (
    <Page>
      <PageHeader
        title="API traffic"
        description="Requests to the API of all accounts. Counts are up to ten seconds old."
        actions={
          <FilterSelect
            label="Range"
            usual="day"
            {...select('range')}
            options={{ day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' }}
          />
        }
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Traffic use={data} is_hourly={range === 'day'} />
      ) : (
        <Skeleton className="h-80 w-full rounded-2xl" />
      )}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="grid gap-1">
            <h2 className="font-semibold text-base">Accounts</h2>
            <p className="max-w-prose text-muted-foreground text-sm">
              {data ? countedText(data.counted, { is_daily: range !== 'day' }) : null}
            </p>
          </div>
          <FilterSelect
            label="Sort"
            usual="requests"
            {...select('sort')}
            options={{ requests: 'Most requests', errors: 'Most errors' }}
          />
        </div>
        <DataTable
          caption="Accounts by requests to the API"
          rows={data?.accounts}
          rowId={({ id }) => id}
          columns={[
            {
              header: 'Account',
              cell: ({ id, name }) => (
                <Link
                  className="underline-offset-4 [overflow-wrap:anywhere] hover:underline"
                  href={`/admin/accounts/${id}`}
                >
                  {name}
                </Link>
              ),
            },
            {
              header: 'Requests',
              phone: 'aside',
              figure: ({ requests }) => formatNumber(requests),
            },
            {
              header: 'Refused (4xx)',
              align: 'end',
              cell: ({ refused, requests }) => <Part part={refused} whole={requests} />,
            },
            {
              header: 'Failed (5xx)',
              align: 'end',
              cell: ({ faults, requests }) => <Part part={faults} whole={requests} />,
            },
          ]}
          empty={{
            as: 'h3',
            illustration: 'inbox',
            title: 'No requests yet',
            description: 'Accounts appear here when they use the API.',
          }}
        />
      </section>
    </Page>
  )
}

/** Explains which requests the list counts, and how many more are in the chart. */
function countedText({ since, of_accounts, requests }: ApiUse['counted'], { is_daily }: { is_daily: boolean }): string {
  const day = formatDay(since)
  const valid = t`${formatNumber(of_accounts)} of ${formatCount(requests, 'request')}`
  return is_daily
    ? `${valid} since ${day} had a valid API key or access token.`
    : `Counted by day (UTC). Since ${day}, ${valid} had a valid API key or access token.`
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : formatPercent((100 * part) / whole))

const Part = ({ part, whole }: { part: number; whole: number }) => (
  <span className="figures whitespace-nowrap">
    {formatNumber(part)}
    <span className="text-muted-foreground"> · {share(part, whole)}</span>
  </span>
)

function Traffic({ use: { points, total }, is_hourly }: { use: ApiUse; is_hourly: boolean }) {
  const timeZone = useTimeZone()
  return (
    <SectionCard
      title="All requests"
      description={
        is_hourly
          ? 'By hour, the current one so far, with and without a valid credential.'
          : 'By day (UTC), today so far, with and without a valid credential.'
      }
      className="grid gap-6"
    >
      <StatGroup>
        <Stat label="Requests" value={formatNumber(total.requests)} />
        <Stat
          label="Refused (4xx)"
          value={formatNumber(total.refused)}
          hint={`${share(total.refused, total.requests)} of all requests`}
        />
        <Stat
          label="Failed (5xx)"
          value={formatNumber(total.faults)}
          hint={`${share(total.faults, total.requests)} of all requests`}
        />
      </StatGroup>
      <ApiChart
        title="Requests to the API over time"
        points={points.map(({ at, ...counts }) => ({
          label: is_hourly ? formatDate(at, timeZone, hourStyle) : formatDate(at, 'UTC', dayStyle),
          ...counts,
        }))}
      />
    </SectionCard>
  )
}
