import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ChartPanel } from '@/components/charts/chart-panel'
import { HeatTable } from '@/components/charts/heat-table'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { CohortReport } from '@/server/modules/analytics/report-schema.ts'
import { monthName } from './labels'
import { type Address, cohortsQuery } from './queries'
import { Counting, ReportFrame } from './report-frame'

const FIGURES = [
  { value: 'subscribed', label: 'Still subscribed' },
  { value: 'engaged', label: 'Opened or clicked' },
] as const
type Figure = (typeof FIGURES)[number]['value']
const FIGURE = parseAsStringLiteral(FIGURES.map(({ value }) => value)).withDefault('subscribed')

const TITLES: Record<Figure, string> = {
  subscribed: 'Still subscribed by month of sign-up',
  engaged: 'Engaged by month of sign-up',
}
const DESCRIPTIONS: Record<Figure, string> = {
  subscribed: 'How many of each month’s sign-ups were still active at the end of each following month.',
  engaged: 'How many of each month’s sign-ups opened or clicked an email in each following month.',
}

/** Shows how many subscribers of each sign-up month are still active or engaged. */
export function Cohorts(_: { address: Address }) {
  const report = useQuery(cohortsQuery(useTRPC()))
  return <ReportFrame query={report}>{(data) => <CohortFigures report={data} />}</ReportFrame>
}

function CohortFigures({ report: { cohorts, counted_at, is_counting } }: { report: CohortReport }) {
  const [figure, setFigure] = useQueryState('figure', FIGURE)
  if (cohorts.length === 0 && is_counting) return <Counting />
  if (cohorts.length === 0)
    return (
      <EmptyState
        illustration="subscribers"
        title="Your retention will appear here"
        description="See how many of each month’s sign-ups are still subscribed and engaged one to twelve months later. The first row appears on the day of your first subscriber."
      />
    )
  const shareOf = (cell: CohortReport['cohorts'][number]['months'][number]) =>
    cell && cell.joined > 0 ? Math.min(100, Math.round((cell[figure] / cell.joined) * 1000) / 10) : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SelectInput
          aria-label="Figure"
          className="w-52 max-sm:w-full"
          value={figure}
          options={FIGURES}
          onChange={(value) => void setFigure(FIGURES.find((one) => one.value === value)?.value ?? null)}
        />
        <p className="text-muted-foreground text-sm">
          Counted each day
          {counted_at ? (
            <>
              , last <RelativeTime at={counted_at} />
            </>
          ) : null}
          . Sign-ups that were never confirmed are in no cohort.
        </p>
      </div>
      <ChartPanel
        title={TITLES[figure]}
        description={DESCRIPTIONS[figure]}
        fileName={TITLES[figure]}
        isTable
        figures={{
          columns: [
            'Joined in',
            t`Subscribers`,
            ...MONTHS.map((n) => `After ${n} ${n === 1 ? 'month' : 'months'} (%)`),
          ],
          rows: cohorts.map(({ joined_in, joined, months }) => [
            joined_in.slice(0, 7),
            joined,
            ...MONTHS.map((n) => shareOf(months[n] ?? null)),
          ]),
        }}
      >
        <HeatTable
          caption={TITLES[figure]}
          head={['Joined in', t`Size`, ...MONTHS.map(String)]}
          headNote="Months after sign-up"
          rows={cohorts.map(({ joined_in, joined, months }) => ({
            key: joined_in,
            label: monthName(joined_in),
            size: formatNumber(joined),
            cells: MONTHS.map((n) => {
              const cell = months[n] ?? null
              const share = shareOf(cell)
              if (!cell || share === null) return null
              const so_far = cell.is_partial ? t`, so far` : ''
              return {
                share,
                is_partial: cell.is_partial,
                title: `${formatNumber(cell[figure])} of ${formatNumber(cell.joined)}${so_far}`,
              }
            }),
          }))}
        />
        <p className="text-muted-foreground text-sm">
          A dotted cell is for a month that has not ended, so its value can still change.
        </p>
      </ChartPanel>
    </>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1)
