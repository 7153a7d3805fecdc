import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '@/components/charts/chart-panel'
import { type Series, SeriesChart } from '@/components/charts/series-chart'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { formatCompact, formatNumber, formatSigned } from '@/components/format'
import { Upload } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import { type GrowthReport, type GrowthSource, SOURCES } from '@/server/modules/analytics/report-schema.ts'
import { fileRange, SOURCE_LABELS, SOURCE_STYLES, shortSpan, spanName } from './labels'
import { type Address, growthQuery } from './queries'
import { ChangeStat, Counting, Difference, RangeNote, ReportFrame } from './report-frame'

/** Subscribers who joined and left, by how they joined. */
export function Growth({ address }: { address: Address }) {
  const report = useQuery(growthQuery(useTRPC(), address))
  return <ReportFrame query={report}>{(data) => <GrowthFigures report={data} />}</ReportFrame>
}

const isQuiet = ({ totals }: GrowthReport) => totals.joined.value + totals.unsubscribed.value + totals.lost.value === 0

function GrowthFigures({ report }: { report: GrowthReport }) {
  const { range, points, sources, totals } = report
  if (isQuiet(report) && range.is_counting) return <Counting />
  if (isQuiet(report))
    return (
      <EmptyState
        illustration="chart"
        title={range.counted_at ? 'No one joined or left in this period' : 'Your growth will appear here'}
        description={
          range.counted_at
            ? 'Choose a longer period to see changes.'
            : 'See who joins each day, through which form, landing page or import, and who unsubscribes. Figures appear within ten minutes of your first subscriber.'
        }
        actions={
          <IfRole atLeast="editor">
            <LinkButton href="/subscribers/import">
              <Upload aria-hidden /> Import subscribers
            </LinkButton>
          </IfRole>
        }
      />
    )
  const usedSources = SOURCES.filter((source) => points.some(({ joined }) => (joined[source] ?? 0) > 0))
  const series: Series[] = [
    ...usedSources.map(
      (source): Series => ({ key: source, label: SOURCE_LABELS[source], as: 'bar', ...SOURCE_STYLES[source] }),
    ),
    { key: 'left', label: 'Unsubscribed and lost', as: 'bar', color: 'var(--chart-2)', pattern: 'stripes' },
    { key: 'net', label: 'Net', as: 'line', color: 'var(--foreground)', shape: 'circle' },
  ]
  const unit = points.length === 0 || points.at(-1)?.from === points.at(-1)?.to ? t`day` : t`week`
  return (
    <>
      <StatGroup>
        <ChangeStat label="New subscribers" change={totals.joined} format={formatNumber} />
        <ChangeStat label="Unsubscribed" change={totals.unsubscribed} format={formatNumber} lowerIsBetter />
        <ChangeStat label="Bounced or complained" change={totals.lost} format={formatNumber} lowerIsBetter />
        <ChangeStat label="Net growth" change={totals.net} format={formatSigned} />
      </StatGroup>
      <RangeNote range={range}>
        Net growth is new subscribers minus those who unsubscribed, bounced or complained. A sign-up counts before it is
        confirmed.
      </RangeNote>
      <ChartPanel
        title="Growth by source"
        description={`New subscribers by how they joined, and those who left, per ${unit}.`}
        fileName={`growth by source ${fileRange(range)}`}
        figures={{
          columns: [
            t`From`,
            'To',
            ...usedSources.map((source) => SOURCE_LABELS[source]),
            t`Unsubscribed`,
            t`Lost`,
            t`Net`,
          ],
          rows: points.map(({ from, to, joined, unsubscribed, lost, net }) => [
            from,
            to,
            ...usedSources.map((source) => joined[source] ?? 0),
            unsubscribed,
            lost,
            net,
          ]),
        }}
      >
        <SeriesChart
          title={`New and lost subscribers per ${unit} by source, net ${formatSigned(totals.net.value)}`}
          series={series}
          points={points.map(({ joined, unsubscribed, lost, net, ...span }) => ({
            label: shortSpan(span),
            name: spanName(span),
            values: { ...joined, left: -(unsubscribed + lost), net },
          }))}
          format={formatNumber}
          formatMark={formatCompact}
        />
      </ChartPanel>
      <SectionCard title="Sources" description="Sources of new and lost subscribers.">
        <DataTable
          caption="Sources"
          rows={sources}
          rowId={({ source, form_id }) => `${source} ${form_id}`}
          columns={[
            {
              header: 'Source',
              cell: (row) => (
                <span className="grid">
                  <span className="font-medium [overflow-wrap:anywhere]">{nameOf(row)}</span>
                  {row.form_id > 0 ? (
                    <span className="text-muted-foreground text-xs">
                      {row.source === 'landing_page' ? 'Landing page' : 'Form'}
                    </span>
                  ) : null}
                </span>
              ),
            },
            ...FIGURES.map(({ key, header, format }) => ({
              key,
              header,
              align: 'end' as const,
              cell: (row: GrowthSource) => (
                <>
                  {format(row[key].value)}
                  <Difference change={row[key]} />
                </>
              ),
            })),
          ]}
          empty={null}
        />
      </SectionCard>
    </>
  )
}

const FIGURES = [
  { key: 'joined', header: 'New', format: formatNumber },
  { key: 'unsubscribed', header: 'Unsubscribed', format: formatNumber },
  { key: 'lost', header: 'Lost', format: formatNumber },
  { key: 'net', header: 'Net', format: formatSigned },
] as const

function nameOf({ source, form_id, name }: GrowthSource): string {
  if (form_id > 0) return name ?? (source === 'landing_page' ? 'A deleted landing page' : 'A deleted form')
  return source === 'form' || source === 'landing_page'
    ? `Other ${SOURCE_LABELS[source].toLowerCase()}`
    : SOURCE_LABELS[source]
}
