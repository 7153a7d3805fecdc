import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '@/components/charts/chart-panel'
import { type Series, SeriesChart } from '@/components/charts/series-chart'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatCompact, formatMoney, formatNumber, formatPercent, formatSignedMoney } from '@/components/format'
import { plainLiquid } from '@/components/liquid-parts'
import { StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import {
  CREDIT_DAYS,
  type RangeView,
  type RevenueEmail,
  type RevenueOfCurrency,
  type RevenueReport,
} from '@/server/modules/analytics/report-schema.ts'
import { fileRange, shortSpan, spanName } from './labels'
import { type Address, revenueQuery } from './queries'
import { ChangeStat, Difference, RangeNote, ReportFrame } from './report-frame'

/** Purchases, and the emails credited with them. */
export function Revenue({ address }: { address: Address }) {
  const report = useQuery(revenueQuery(useTRPC(), address))
  return <ReportFrame query={report}>{(data) => <RevenueFigures report={data} />}</ReportFrame>
}

const rule = () =>
  `A paid purchase is credited to the email in which the buyer last clicked a link in the ${CREDIT_DAYS} days before. Without a click, it is credited to no email.`

function RevenueFigures({ report: { range, currencies } }: { report: RevenueReport }) {
  if (currencies.length === 0)
    return (
      <EmptyState
        illustration="chart"
        title="Revenue from your emails will appear here"
        description={`Connect your shop or another app that reports purchases. ${rule()}`}
      />
    )
  return (
    <>
      <RangeNote range={range} isLive>
        {rule()}
        {currencies.length > 1 ? ' Amounts in different currencies are never added.' : ''}
      </RangeNote>
      {currencies.map((one) => (
        <Currency key={one.currency} revenue={one} range={range} />
      ))}
    </>
  )
}

const SERIES: Series[] = [
  { key: 'credited', label: 'Credited to emails', as: 'bar', color: 'var(--chart-1)', pattern: 'solid' },
  { key: 'other', label: 'Other purchases', as: 'bar', color: 'var(--chart-3)', pattern: 'stripes' },
]

const KINDS: Record<RevenueEmail['kind'], { label: string; href: (email: RevenueEmail) => string }> = {
  broadcast: { label: 'Broadcast', href: ({ id }) => `/broadcasts/${id}` },
  sequence_email: { label: 'Sequence', href: ({ id, parent_id }) => `/sequences/${parent_id}/emails/${id}` },
  automation_email: { label: 'Automation', href: ({ id, parent_id }) => `/automations/${parent_id}/emails/${id}` },
}

interface RevenueProps {
  revenue: RevenueOfCurrency
  range: RangeView
}

export function RevenueChart({ revenue: { currency, points }, range }: RevenueProps) {
  const money = (value: number) => formatMoney(value, currency)
  return (
    <ChartPanel
      title={`Revenue in ${currency}`}
      description="Paid purchases by whether an email is credited."
      fileName={`revenue ${currency} ${fileRange(range)}`}
      figures={{
        columns: [t`From`, 'To', `Credited to emails (${currency})`, `Other (${currency})`],
        rows: points.map(({ from, to, credited, other }) => [from, to, credited, other]),
      }}
      formats={[undefined, undefined, money, money]}
    >
      <SeriesChart
        title={`Revenue in ${currency} over time`}
        series={SERIES}
        points={points.map(({ credited, other, ...span }) => ({
          label: shortSpan(span),
          name: spanName(span),
          values: { credited, other },
        }))}
        format={money}
        formatMark={formatCompact}
        height={240}
      />
    </ChartPanel>
  )
}

function Currency({ revenue, range }: RevenueProps) {
  const { currency, total, purchases, credited_total, credited_purchases, emails } = revenue
  const money = (value: number) => formatMoney(value, currency)
  const change = (value: number) => formatSignedMoney(value, currency)
  const share = total.value > 0 ? (credited_total.value / total.value) * 100 : null
  return (
    <section aria-label={currency} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <StatGroup>
        <ChangeStat label={`Revenue in ${currency}`} change={total} format={money} formatDelta={change} />
        <ChangeStat
          label="Credited to emails"
          change={credited_total}
          format={money}
          formatDelta={change}
          hint={share === null ? undefined : `${formatPercent(share, 0)} of the revenue`}
        />
        <ChangeStat label="Purchases" change={purchases} format={formatNumber} />
        <ChangeStat label="Purchases from emails" change={credited_purchases} format={formatNumber} />
      </StatGroup>
      <RevenueChart revenue={revenue} range={range} />
      <SectionCard
        title={`Emails by revenue in ${currency}`}
        description="Broadcasts and emails of sequences and automations."
      >
        <DataTable
          caption={`Emails by revenue in ${currency}`}
          rows={emails}
          rowId={({ kind, id }) => `${kind} ${id}`}
          rowHref={(email) => KINDS[email.kind].href(email)}
          columns={[
            {
              header: 'Email',
              cell: (email) => (
                <span className="grid">
                  <span className="font-medium [overflow-wrap:anywhere]">
                    {plainLiquid(email.subject || 'No subject')}
                  </span>
                  <span className="text-muted-foreground text-xs">{KINDS[email.kind].label}</span>
                </span>
              ),
            },
            {
              header: 'Purchases',
              align: 'end',
              cell: (email) => (
                <>
                  {formatNumber(email.purchases.value)}
                  <Difference change={email.purchases} />
                </>
              ),
            },
            {
              header: 'Revenue',
              figure: (email) => (
                <>
                  {money(email.total.value)}
                  <Difference change={email.total} format={change} />
                </>
              ),
            },
          ]}
          empty={
            <p className="py-6 text-center text-muted-foreground">
              No purchase in this period followed a click in an email.
            </p>
          }
        />
      </SectionCard>
    </section>
  )
}
