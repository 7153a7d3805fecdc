import { useQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { BarList } from '@/components/charts/bar-list'
import { ChartPanel } from '@/components/charts/chart-panel'
import { TimeChart } from '@/components/charts/time-chart'
import { ErrorState } from '@/components/error-state'
import { dayStyle, formatDate, formatNumber } from '@/components/format'
import { StatsSkeleton } from '@/components/loading'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { FormResults } from '@/server/modules/forms/results/read.ts'
import { DAYS, daysOf, RANGES, resultsQuery } from './queries'
import { rate, TestCard } from './test-card'

const dayOf = (date: string) => formatDate(`${date}T00:00:00Z`, 'UTC', dayStyle)

interface ResultsProps {
  id: number
  /** Public page of the form, while the form is open. */
  url: string | undefined
}

/** Views and sign-ups of a form in a period. */
export function Results({ id, url }: ResultsProps) {
  const trpc = useTRPC()
  const [chosen, setDays] = useQueryState('days', DAYS.days)
  const days = daysOf(chosen)
  const results = useQuery(resultsQuery(trpc, id, days))
  if (results.error) return <ErrorState query={results} />
  if (!results.data) return <StatsSkeleton count={4} />
  const { data } = results
  return (
    <div className="grid gap-6">
      <div className="flex items-center justify-between gap-4">
        <p className="text-muted-foreground text-sm">Each visitor counts once a day.</p>
        <SelectInput
          aria-label="Range"
          className="w-40"
          value={String(days)}
          onChange={(next) => void setDays(Number(next))}
          options={RANGES.map((range) => ({ value: String(range), label: `Last ${range} days` }))}
        />
      </div>
      <StatGroup>
        <Stat label="Views" value={formatNumber(data.views)} />
        <Stat label="Sign-ups" value={formatNumber(data.sign_ups)} />
        <Stat label="Conversion rate" value={rate(data)} />
        <Stat label="Not confirmed" value={formatNumber(data.unconfirmed)} />
        <Stat
          label="Blocked as spam"
          value={formatNumber(data.blocked)}
          hint="Bots, and visitors without JavaScript who did not complete the extra step."
        />
      </StatGroup>
      {data.test ? <TestCard id={id} url={url} test={data.test} /> : null}
      <ChartPanel
        title="Views and sign-ups"
        fileName={`form ${id} ${data.days[0]?.date ?? ''} ${data.days.at(-1)?.date ?? ''}`}
        figures={{
          columns: [t`Day`, t`Views`, t`Sign-ups`],
          rows: data.days.map(({ date, views, sign_ups }) => [date, views, sign_ups]),
        }}
      >
        <TimeChart
          title="Views and sign-ups per day"
          series={[
            { key: 'sign_ups', label: 'Sign-ups', color: 'var(--chart-1)', as: 'bar' },
            { key: 'views', label: 'Views', color: 'var(--chart-2)', as: 'area' },
          ]}
          points={data.days.map(({ date, ...values }) => ({ label: dayOf(date), values }))}
          format={formatNumber}
        />
      </ChartPanel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Shares form_id={id} title="Sources" rows={data.sources} emptyText="Other sources" />
        <Shares form_id={id} title="Pages" rows={data.pages} emptyText="Unknown and other pages" />
      </div>
    </div>
  )
}

interface SharesProps {
  form_id: number
  title: string
  rows: FormResults['sources']
  /** Label of rows without a name. */
  emptyText: string
}

function Shares({ form_id, title, rows, emptyText }: SharesProps) {
  return (
    <ChartPanel
      title={title}
      fileName={`form ${form_id} ${title}`}
      figures={{
        columns: [title, t`Views`, t`Sign-ups`],
        rows: rows.map(({ value, views, sign_ups }) => [value || emptyText, views, sign_ups]),
      }}
    >
      {rows.length > 0 ? (
        <BarList
          label={`${title} by sign-ups`}
          noun="sign-ups"
          items={rows.map(({ value, ...counts }) => ({
            key: value,
            label: value || emptyText,
            value: counts.sign_ups,
            detail: t`of ${formatNumber(counts.views)}`,
          }))}
        />
      ) : (
        <p className="text-muted-foreground text-sm">Nothing was counted in this period.</p>
      )}
    </ChartPanel>
  )
}
