'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { ChartPanel } from '@/components/charts/chart-panel'
import { GrowthChart } from '@/components/charts/growth-chart'
import { EmptyState } from '@/components/empty-state'
import { formatNumber, formatPercent } from '@/components/format'
import { PenLine, RotateCw, Upload } from '@/components/generated/icons'
import { InParts } from '@/components/in-parts'
import { Loaded } from '@/components/loaded'
import { StatsSkeleton } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { SendingPauseNotice } from '@/components/sending-pause-notice'
import { Stat, StatGroup } from '@/components/stat'
import { TransportNotice } from '@/components/transport-notice'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { Overview } from '@/server/modules/analytics/schema.ts'
import type { Home as HomeView, Upcoming } from '@/server/modules/home/schema.ts'
import { Attention } from './attention'
import { ComingUp } from './coming-up'
import { LastBroadcasts } from './last-broadcasts'
import { HOME_RANGE, homeQuery, overviewQuery, RANGES } from './queries'
import { Setup } from './setup'

const rangeOptions = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
]

export function Home() {
  const trpc = useTRPC()
  const [days, setDays] = useQueryState('days', HOME_RANGE.days)
  const home = useQuery(homeQuery(trpc))

  return (
    <Page>
      <PageHeader
        title="Home"
        description="Your audience growth and recent email results."
        actions={
          <>
            <SelectInput
              aria-label="Range"
              className="w-40"
              value={String(days)}
              onChange={(value) => void setDays(RANGES.find((range) => String(range) === value) ?? 30)}
              options={rangeOptions}
            />
            <IfRole atLeast="editor">
              <LinkButton href="/broadcasts/new" prefetch={false}>
                <PenLine aria-hidden /> New broadcast
              </LinkButton>
            </IfRole>
          </>
        }
      />
      <TransportNotice />
      <SendingPauseNotice />
      {home.isPending && home.failureCount === 0 && home.errorUpdateCount === 0 ? (
        <>
          <StatsSkeleton />
          <Skeleton className="h-96 w-full rounded-xl" />
        </>
      ) : (
        <Content home={home} days={days} />
      )}
    </Page>
  )
}

type HomeQuery = Pick<
  UseQueryResult<HomeView, { message: string }>,
  'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'
>

/** Appears as a whole, because problems are at the top, and would push the rest down if they came later. */
function Content({ home: query, days }: { home: HomeQuery; days: (typeof RANGES)[number] }) {
  const trpc = useTRPC()
  const home = query.data
  const overview = useQuery(overviewQuery(trpc, { days }))
  // Uses the error count, because a retry clears the error, while the notice must stay until the answer.
  const has_failed = !home && query.errorUpdateCount > 0
  return (
    <InParts>
      {has_failed ? (
        <Alert
          role="alert"
          tone="danger"
          title="Couldn’t load problems and upcoming emails"
          actions={
            <Button size="sm" variant="outline" pending={query.isFetching} onClick={() => void query.refetch()}>
              <RotateCw aria-hidden /> Try again
            </Button>
          }
        >
          {query.error?.message}
        </Alert>
      ) : null}
      {home && home.problems.length > 0 ? <Attention problems={home.problems} /> : null}
      {home && home.setup.length > 0 ? (
        <IfRole atLeast="editor">
          <Setup steps={home.setup} />
        </IfRole>
      ) : null}
      <Loaded query={overview} keepsData loading={<StatsSkeleton />}>
        {(data) => <Figures overview={data} days={days} />}
      </Loaded>
      {overview.error && !overview.data ? null : <Growth overview={overview.data} />}
      {home && hasUpcoming(home.upcoming) ? <ComingUp upcoming={home.upcoming} /> : null}
      <LastBroadcasts />
    </InParts>
  )
}

const hasUpcoming = ({ broadcasts, sequences, automations }: Upcoming) =>
  broadcasts.length + sequences.length + automations.length > 0

function Figures({ overview, days }: { overview: Overview; days: number }) {
  const period = days === 365 ? t`vs. previous year` : t`vs. previous ${days} days`
  const { new_subscribers, net, open_rate, click_rate, leaves_out_recent } = overview
  const hint = leaves_out_recent ? t`Excludes the last 48 hours` : undefined
  return (
    <StatGroup>
      <Stat
        label="Active subscribers"
        value={formatNumber(overview.active_subscribers)}
        delta={net.value}
        period={t`net growth`}
      />
      <Stat
        label="New subscribers"
        value={formatNumber(new_subscribers.value)}
        delta={new_subscribers.value - new_subscribers.previous}
        period={period}
      />
      <Rate label="Open rate" rate={open_rate} period={period} hint={hint} />
      <Rate label="Click rate" rate={click_rate} period={period} hint={hint} />
    </StatGroup>
  )
}

interface RateProps {
  label: string
  rate: Overview['open_rate']
  period: string
  hint: string | undefined
}

function Rate({ label, rate, period, hint }: RateProps) {
  if (rate.value === null) return <Stat label={label} value="–" hint="No emails sent" />
  const delta = rate.previous === null ? undefined : rate.value - rate.previous
  return (
    <Stat
      label={label}
      value={formatPercent(rate.value)}
      delta={delta}
      unit=" pp"
      period={delta === undefined ? undefined : period}
      hint={hint}
    />
  )
}

function Growth({ overview }: { overview: Overview | undefined }) {
  const growth = overview?.growth ?? []
  const quiet = growth.every((day) => day.new_subscribers + day.unsubscribed + day.lost === 0)
  return (
    <ChartPanel
      title="Growth"
      description="New subscribers, and those who unsubscribed, bounced or complained, per day."
      fileName={`growth ${growth[0]?.date ?? ''} ${growth.at(-1)?.date ?? ''}`}
      figures={{
        columns: [t`Day`, t`New`, t`Unsubscribed`, t`Lost`, t`Net`],
        rows: quiet ? [] : growth.map((day) => [day.date, day.new_subscribers, day.unsubscribed, day.lost, day.net]),
      }}
    >
      {!overview ? (
        <Skeleton className="h-72 w-full rounded-xl" />
      ) : quiet ? (
        <EmptyState
          as="h3"
          illustration="chart"
          title={overview.active_subscribers === 0 ? 'Your audience starts here' : 'No changes in this period'}
          description={
            overview.active_subscribers === 0
              ? 'Import your existing list, or add your first subscriber.'
              : 'Choose a longer period to see changes.'
          }
          actions={
            overview.active_subscribers === 0 ? (
              <IfRole atLeast="editor">
                <LinkButton href="/subscribers/import">
                  <Upload aria-hidden /> Import subscribers
                </LinkButton>
              </IfRole>
            ) : null
          }
        />
      ) : (
        <GrowthChart days={overview.growth} />
      )}
    </ChartPanel>
  )
}
