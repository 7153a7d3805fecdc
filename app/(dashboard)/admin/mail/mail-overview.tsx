'use client'

import { useQuery } from '@tanstack/react-query'
import { TimeChart } from '@/components/charts/time-chart'
import { ErrorState } from '@/components/error-state'
import { formatDate, formatNumber, hourStyle } from '@/components/format'
import { Page, PageHeader } from '@/components/page-header'
import { Stat, StatGroup } from '@/components/stat'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { IntakeCard } from './intake-card'
import { LimitsCard } from './limits-card'
import { TransportsCard } from './transports-card'

const REFETCH_MS = 30_000

/** Outgoing email and incoming reports of this instance. */
export function MailOverview() {
  return (
    <Page>
      <PageHeader
        title="Mail"
        description="How email of all accounts leaves this instance, and how bounces and complaints come back."
      />
      <MessagesCard />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <TransportsCard />
        <IntakeCard />
      </div>
      <LimitsCard />
    </Page>
  )
}

function MessagesCard() {
  const trpc = useTRPC()
  const timeZone = useTimeZone()
  const { data, error, refetch } = useQuery(
    trpc.admin.overview.queryOptions(undefined, { refetchInterval: REFETCH_MS }),
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full rounded-2xl" />
  const { figures, hours } = data
  const day = (name: keyof typeof figures) => formatNumber(figures[name].day ?? 0)
  return (
    <SectionCard title="Messages" description="All accounts, last 24 hours." className="grid gap-6">
      <StatGroup>
        <Stat label="Sent" value={day('messages_sent')} />
        <Stat label="Bounced" value={day('messages_bounced')} />
        <Stat label="Complaints" value={day('messages_complained')} />
        <Stat label="Failed" value={day('messages_failed')} />
      </StatGroup>
      <TimeChart
        height={180}
        title="Messages per hour, last 24 hours"
        format={formatNumber}
        series={[
          { key: 'messages_sent', label: 'Sent', color: 'var(--chart-1)', as: 'bar' },
          { key: 'messages_bounced', label: 'Bounced', color: 'var(--chart-4)', as: 'bar' },
          { key: 'messages_complained', label: 'Complaints', color: 'var(--chart-3)', as: 'bar' },
          { key: 'messages_failed', label: 'Failed', color: 'var(--chart-2)', as: 'bar' },
        ]}
        points={hours.map((at, index) => ({
          label: formatDate(at, timeZone, hourStyle),
          values: Object.fromEntries(
            (['messages_sent', 'messages_bounced', 'messages_complained', 'messages_failed'] as const).map((name) => [
              name,
              figures[name].per_hour[index] ?? null,
            ]),
          ),
        }))}
      />
    </SectionCard>
  )
}
