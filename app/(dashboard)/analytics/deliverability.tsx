import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '@/components/charts/chart-panel'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber, formatPercent } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { t } from '@/server/lib/locale/texts.ts'
import type { DeliverabilityReport, EngagementRate, ReceiverRow } from '@/server/modules/analytics/report-schema.ts'
import { fileRange, RATE_LABELS } from './labels'
import { type Address, deliverabilityQuery } from './queries'
import { Counting, Difference, RangeNote, ReportFrame } from './report-frame'

/** Delivery results by receiving domain. */
export function Deliverability({ address }: { address: Address }) {
  const report = useQuery(deliverabilityQuery(useTRPC(), address))
  return <ReportFrame query={report}>{(data) => <DeliverabilityFigures report={data} />}</ReportFrame>
}

const RATES = ['bounce_rate', 'complaint_rate', 'open_rate', 'click_rate', 'unsubscribe_rate'] as const
const HEADERS: Record<(typeof RATES)[number], string> = {
  bounce_rate: 'Bounced',
  complaint_rate: 'Complained',
  open_rate: 'Opened',
  click_rate: 'Clicked',
  unsubscribe_rate: 'Unsubscribed',
}

const nameOf = ({ receiver }: ReceiverRow) => (receiver === '*' ? 'All other domains' : receiver)

function DeliverabilityFigures({ report: { range, receivers } }: { report: DeliverabilityReport }) {
  const shownReceivers = receivers.filter(({ counts }) => counts.sent.value + counts.bounced.value > 0)
  if (shownReceivers.length === 0 && range.is_counting) return <Counting />
  if (shownReceivers.length === 0)
    return (
      <EmptyState
        illustration="inbox"
        title={range.counted_at ? 'No emails were sent in this period' : 'Deliverability will appear here'}
        description="How many messages each receiving domain, such as gmail.com, bounced, and how many of its recipients complained and opened. A domain that differs from the others often filters your emails."
      />
    )
  const largestCount = Math.max(1, ...shownReceivers.map(({ counts }) => counts.sent.value))
  return (
    <>
      <RangeNote range={range}>
        Domains that share mail servers, such as outlook.com and hotmail.com, are one row. Few opens at one domain can
        mean that it puts your emails into the spam folder.
      </RangeNote>
      <ChartPanel
        title="Results by receiving domain"
        description="Rates are shares of the messages that the domain accepted."
        fileName={`deliverability ${fileRange(range)}`}
        isTable
        figures={{
          columns: [
            'Receiving domain',
            t`Sent`,
            t`Bounced`,
            t`Complained`,
            t`Opened`,
            t`Clicked`,
            t`Unsubscribed`,
            ...RATES.map((rate) => `${RATE_LABELS[rate]} (%)`),
          ],
          rows: shownReceivers.map((row) => [
            nameOf(row),
            ...(['sent', 'bounced', 'complained', 'opened', 'clicked', 'unsubscribed'] as const).map(
              (name) => row.counts[name].value,
            ),
            ...RATES.map((rate) => row.rates[rate].value),
          ]),
        }}
      >
        <DataTable
          caption="Results by receiving domain"
          rows={shownReceivers}
          rowId={({ receiver }) => receiver}
          empty={null}
          columns={[
            {
              header: 'Receiving domain',
              cell: (row) => (
                <span className="grid min-w-0 gap-1">
                  <span className="font-medium [overflow-wrap:anywhere]">{nameOf(row)}</span>
                  <span
                    aria-hidden
                    className="h-1.5 w-full max-w-40 overflow-hidden rounded-full bg-muted max-md:hidden"
                  >
                    <span
                      className="block h-full rounded-full bg-chart-1"
                      style={{ width: `${Math.max(2, (row.counts.sent.value / largestCount) * 100)}%` }}
                    />
                  </span>
                </span>
              ),
            },
            {
              header: 'Sent',
              align: 'end',
              cell: ({ counts }) => (
                <>
                  {formatNumber(counts.sent.value)}
                  <Difference change={counts.sent} />
                </>
              ),
            },
            ...RATES.map((rate) => ({
              key: rate,
              header: HEADERS[rate],
              align: 'end' as const,
              ...(rate === 'unsubscribe_rate' ? { from: 'lg' as const } : {}),
              cell: (row: ReceiverRow) => <RateCell row={row} rate={rate} />,
            })),
          ]}
        />
      </ChartPanel>
    </>
  )
}

function RateCell({ row, rate }: { row: ReceiverRow; rate: EngagementRate }) {
  const change = row.rates[rate]
  return (
    <>
      {change.value === null ? '–' : formatPercent(change.value, change.value < 1 ? 2 : 1)}
      <Difference change={change} unit=" pp" />
    </>
  )
}
