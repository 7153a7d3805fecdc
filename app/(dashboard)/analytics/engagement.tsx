import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '@/components/charts/chart-panel'
import { type Series, SeriesChart } from '@/components/charts/series-chart'
import { EmptyState } from '@/components/empty-state'
import { formatCompact, formatNumber, formatPercent } from '@/components/format'
import { StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { t } from '@/server/lib/locale/texts.ts'
import type { EngagementReport } from '@/server/modules/analytics/report-schema.ts'
import { fileRange, RATE_LABELS, shortSpan, spanName } from './labels'
import { type Address, engagementQuery } from './queries'
import { ChangeStat, Counting, RangeNote, RecentNote, ReportFrame } from './report-frame'

/** Opens, clicks and unsubscribes of messages sent in the period. */
export function Engagement({ address }: { address: Address }) {
  const report = useQuery(engagementQuery(useTRPC(), address))
  return <ReportFrame query={report}>{(data) => <EngagementFigures report={data} />}</ReportFrame>
}

const RATES = ['open_rate', 'click_rate', 'click_to_open_rate'] as const
const PROBLEMS = ['unsubscribe_rate', 'bounce_rate', 'complaint_rate'] as const

const RATE_SERIES: Series[] = [
  { key: 'open_rate', label: RATE_LABELS.open_rate, as: 'line', color: 'var(--chart-1)', shape: 'circle' },
  {
    key: 'click_rate',
    label: RATE_LABELS.click_rate,
    as: 'line',
    color: 'var(--chart-2)',
    shape: 'square',
    dashes: '6 4',
  },
  {
    key: 'click_to_open_rate',
    label: RATE_LABELS.click_to_open_rate,
    as: 'line',
    color: 'var(--chart-4)',
    shape: 'triangle',
    dashes: '2 3',
  },
]
const PROBLEM_SERIES: Series[] = [
  {
    key: 'unsubscribe_rate',
    label: RATE_LABELS.unsubscribe_rate,
    as: 'line',
    color: 'var(--chart-1)',
    shape: 'circle',
  },
  {
    key: 'bounce_rate',
    label: RATE_LABELS.bounce_rate,
    as: 'line',
    color: 'var(--chart-2)',
    shape: 'square',
    dashes: '6 4',
  },
  {
    key: 'complaint_rate',
    label: RATE_LABELS.complaint_rate,
    as: 'line',
    color: 'var(--chart-4)',
    shape: 'triangle',
    dashes: '2 3',
  },
]
const VOLUME_SERIES: Series[] = [
  { key: 'clicked', label: 'Clicked', as: 'bar', color: 'var(--chart-1)', pattern: 'solid' },
  { key: 'opened', label: 'Opened, not clicked', as: 'bar', color: 'var(--chart-1)', pattern: 'stripes' },
  { key: 'unopened', label: 'Not opened', as: 'bar', color: 'var(--chart-3)', pattern: 'light' },
]

const percent = (value: number) => formatPercent(value, 2)

function EngagementFigures({ report: { range, points, totals, rates } }: { report: EngagementReport }) {
  if (totals.sent.value === 0 && range.is_counting) return <Counting />
  if (totals.sent.value === 0)
    return (
      <EmptyState
        illustration="emails"
        title={range.counted_at ? 'No emails were sent in this period' : 'Your email results will appear here'}
        description="How many messages were opened and clicked, and how many bounced or led to an unsubscribe, over time. Machines such as privacy proxies never count."
      />
    )
  const namedPoints = points.map((point) => ({ point, label: shortSpan(point), name: spanName(point) }))
  const ratePoints = namedPoints.map(({ point, label, name }) => ({ label, name, values: point.rates }))
  const rateTable = (names: readonly (keyof typeof rates)[]) => ({
    columns: [t`From`, 'To', ...names.map((name) => `${RATE_LABELS[name]} (%)`)],
    rows: points.map(({ from, to, rates: of_span }) => [from, to, ...names.map((name) => of_span[name])]),
  })
  return (
    <>
      <StatGroup>
        <ChangeStat label="Messages sent" change={totals.sent} format={formatNumber} />
        <ChangeStat label="Open rate" change={rates.open_rate} format={formatPercent} unit=" pp" />
        <ChangeStat label="Click rate" change={rates.click_rate} format={formatPercent} unit=" pp" />
        <ChangeStat
          label="Unsubscribe rate"
          change={rates.unsubscribe_rate}
          format={percent}
          unit=" pp"
          lowerIsBetter
        />
      </StatGroup>
      <RangeNote range={range}>
        A message counts on the day it was sent, with its results since. <RecentNote range={range} />
      </RangeNote>
      <ChartPanel
        title="Open and click rates"
        description="Share of sent messages. Clicks per open compares clicks with opens."
        fileName={`rates ${fileRange(range)}`}
        figures={rateTable(RATES)}
      >
        <SeriesChart
          title="Open and click rates over time"
          series={RATE_SERIES}
          points={ratePoints}
          format={formatPercent}
          formatMark={(value) => formatPercent(value, 0)}
        />
      </ChartPanel>
      <div className="grid gap-6 lg:grid-cols-2">
        <ChartPanel
          title="Messages"
          description="Each message once: clicked, only opened, or neither."
          fileName={`messages ${fileRange(range)}`}
          figures={{
            columns: [t`From`, 'To', t`Sent`, t`Opened`, t`Clicked`, t`Unsubscribed`, t`Bounced`, t`Complained`],
            rows: points.map(({ from, to, sent, opened, clicked, unsubscribed, bounced, complained }) => [
              from,
              to,
              sent,
              opened,
              clicked,
              unsubscribed,
              bounced,
              complained,
            ]),
          }}
        >
          <SeriesChart
            title="Messages sent, opened and clicked over time"
            series={VOLUME_SERIES}
            points={namedPoints.map(({ point: { sent, opened, clicked }, label, name }) => ({
              label,
              name,
              values: { clicked, opened: Math.max(0, opened - clicked), unopened: Math.max(0, sent - opened) },
            }))}
            format={formatNumber}
            formatMark={formatCompact}
            height={240}
          />
        </ChartPanel>
        <ChartPanel
          title="Unsubscribes, bounces and complaints"
          description="Share of sent messages. A bounce counts on the day it was reported."
          fileName={`problems ${fileRange(range)}`}
          figures={rateTable(PROBLEMS)}
        >
          <SeriesChart
            title="Unsubscribe, bounce and complaint rates over time"
            series={PROBLEM_SERIES}
            points={ratePoints}
            format={percent}
            formatMark={(value) => formatPercent(value, 1)}
            leastMark={0.1}
            height={240}
          />
        </ChartPanel>
      </div>
    </>
  )
}
