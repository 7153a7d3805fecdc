import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { BarList } from '@/components/charts/bar-list'
import { ChartPanel } from '@/components/charts/chart-panel'
import { EngagementChart } from '@/components/charts/engagement-chart'
import { Funnel } from '@/components/charts/funnel'
import { MailRoute } from '@/components/delivery/mail-route'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { formatCrowd, formatNumber, formatPercent } from '@/components/format'
import { InParts } from '@/components/in-parts'
import { LiquidText } from '@/components/liquid-text'
import { StatsSkeleton } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime } from '@/components/relative-time'
import { Stat, StatGroup } from '@/components/stat'
import { BroadcastStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { t } from '@/server/lib/locale/texts.ts'
import type { BroadcastReport, ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import { reportQuery } from '../queries'
import { BaselineCard } from './baseline-card'
import { MachineCard } from './machine-card'
import { BroadcastProof } from './proof'
import { ReportActions } from './report-actions'
import { StagesCard } from './stages-card'
import { UnconfirmedDeliveries } from './unconfirmed-deliveries'

// Loaded on demand, because few broadcasts need them.
const StoppedNotice = dynamic(() => import('./stopped-notice').then((own) => own.StoppedNotice), { ssr: false })

const SendingProgress = dynamic(() => import('./sending-progress').then((own) => own.SendingProgress), { ssr: false })

// Loaded with their tabs.
const Recipients = dynamic(() => import('./recipients').then((own) => own.Recipients))

const SentEmail = dynamic(() => import('./sent-email').then((own) => own.SentEmail))

const TABS = ['overview', 'recipients', 'email'] as const

/** Most opens and clicks happen soon after sending. */
const LIVELY_MS = 3_600_000

const refetchInterval =
  ({ status, send_at }: ComposedBroadcast) =>
  () =>
    status === 'sending' || (send_at !== null && Date.now() - Date.parse(send_at) < LIVELY_MS) ? 5_000 : 60_000

/** The results of a broadcast, updated live while it is being sent. */
export function Report({ id, broadcast }: { id: number; broadcast: ComposedBroadcast }) {
  const trpc = useTRPC()
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('overview'))
  const sending = broadcast.status === 'sending'
  const report = useQuery(reportQuery(trpc, id, refetchInterval(broadcast)))
  return (
    <Page>
      <PageHeader
        back={{ href: '/broadcasts', label: 'Broadcasts' }}
        title={<LiquidText text={broadcast.subject || 'No subject'} />}
        badge={
          <BroadcastStatusBadge
            status={broadcast.status}
            stopped={broadcast.stopped_at !== null}
            pausedBy={broadcast.paused_by}
            retrying={report.data?.retrying ?? 0}
          />
        }
        description={report.data ? <SentAt report={report.data} /> : null}
        actions={<ReportActions broadcast={broadcast} />}
      />
      {report.data?.stopped_at ? <StoppedNotice report={report.data} isTest={broadcast.is_test} /> : null}
      {sending ? <SendingProgress id={id} /> : null}
      <MailRoute of={{ broadcast_id: id }} />
      {report.data && report.data.retrying > 0 ? <Retrying count={report.data.retrying} /> : null}
      {report.data ? (
        <StagesCard id={id} state={!sending ? 'ended' : report.data.stopped_at === null ? 'sending' : 'stopped'} />
      ) : null}
      {report.error ? (
        <ErrorState query={report} />
      ) : (
        <>
          {report.data && report.data.undecided > 0 ? (
            <UnconfirmedDeliveries id={id} count={report.data.undecided} />
          ) : null}
          <Tabs value={tab} onValueChange={(value) => void setTab(TABS.find((known) => known === value) ?? null)}>
            <TabsList aria-label="Report">
              <TabsTrigger value="overview">Overview</TabsTrigger>
              <TabsTrigger value="recipients">Recipients</TabsTrigger>
              <TabsTrigger value="email">Email</TabsTrigger>
            </TabsList>
            <TabsContent value="overview" className="grid grid-cols-[minmax(0,1fr)] gap-8">
              {report.data ? <Overview report={report.data} /> : <ReportSkeleton />}
            </TabsContent>
            <TabsContent value="recipients">
              <Recipients id={id} />
            </TabsContent>
            <TabsContent value="email">
              <SentEmail id={id} />
            </TabsContent>
          </Tabs>
        </>
      )}
    </Page>
  )
}

function SentAt({ report }: { report: BroadcastReport }) {
  const at = report.completed_at ?? report.started_at
  if (!at) return null
  return (
    <>
      {report.status === 'completed' ? 'Sent on ' : 'Started on '}
      <DateTime at={at} />
    </>
  )
}

function Retrying({ count }: { count: number }) {
  return (
    <Alert
      title={
        count === 1 ? '1 message is still being retried' : `${formatNumber(count)} messages are still being retried`
      }
    >
      The receiving mail servers asked us to try again later. We retry for 24 hours after the first attempt.
    </Alert>
  )
}

function Overview({ report }: { report: BroadcastReport }) {
  const { funnel, stats } = report
  const steps = [
    { label: t`Recipients`, value: funnel.recipients },
    { label: t`Sent`, value: funnel.sent },
    { label: t`Opened`, value: funnel.opened },
    { label: t`Clicked`, value: funnel.clicked },
  ]
  return (
    <InParts>
      <StatGroup>
        <Stat
          label="Sent"
          value={formatNumber(funnel.sent)}
          hint={`of ${formatNumber(funnel.recipients)} recipients`}
        />
        <Stat
          label="Open rate"
          value={report.open_tracking_disabled ? t`Off` : formatPercent(stats.open_rate)}
          hint={report.open_tracking_disabled ? 'Opens were not tracked' : formatCrowd(funnel.opened)}
        />
        <Stat
          label="Click rate"
          value={report.click_tracking_disabled ? t`Off` : formatPercent(stats.click_rate)}
          hint={report.click_tracking_disabled ? 'Clicks were not tracked' : formatCrowd(funnel.clicked)}
        />
        <Stat
          label="Unsubscribed"
          value={formatNumber(funnel.unsubscribed)}
          hint={funnel.sent === 0 ? undefined : `${formatPercent(stats.unsubscribe_rate, 2)} of sent`}
        />
      </StatGroup>
      <BaselineCard report={report} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ChartPanel
          title="First 48 hours"
          description="Opens and clicks of subscribers by hour since sending started."
          fileName={`broadcast ${report.id} first 48 hours`}
          figures={{
            columns: [t`Hour`, t`Opens`, t`Clicks`],
            rows: report.hours.map(({ hour, opens, clicks }) => [hour, opens, clicks]),
          }}
        >
          <EngagementChart hours={report.hours} />
        </ChartPanel>
        <ChartPanel
          title="From sent to clicked"
          description="Each subscriber is counted once."
          fileName={`broadcast ${report.id} from sent to clicked`}
          figures={{ columns: [t`Step`, t`Subscribers`], rows: steps.map(({ label, value }) => [label, value]) }}
        >
          <Funnel label="From sent to clicked" steps={steps} />
        </ChartPanel>
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ChartPanel
          title="Links"
          description="Subscribers who clicked each link."
          fileName={`broadcast ${report.id} links`}
          figures={{
            columns: [t`Link`, t`Subscribers`, t`Clicks`],
            rows: report.links.map(({ url, unique_clicks, clicks }) => [url, unique_clicks, clicks]),
          }}
        >
          {report.links.length === 0 ? (
            <EmptyState
              as="h3"
              illustration="chart"
              title="No link clicks"
              description="The email has no links, or clicks were not tracked."
            />
          ) : (
            <BarList
              label="Links by subscribers who clicked"
              noun="people"
              items={report.links.map((link) => ({
                key: String(link.id),
                label: link.url.replace(/^https?:\/\//, ''),
                href: link.url,
                value: link.unique_clicks,
                detail: t`${formatNumber(link.clicks)} clicks`,
              }))}
            />
          )}
        </ChartPanel>
        <BroadcastProof id={report.id} is_sending={report.status === 'sending'} />
      </div>
      <MachineCard machines={report.machines} fileName={`broadcast ${report.id} automatic opens`} />
    </InParts>
  )
}

function ReportSkeleton() {
  return (
    <>
      <StatsSkeleton />
      <Skeleton className="h-80 w-full rounded-2xl" />
    </>
  )
}
