'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { BarList } from '@/components/charts/bar-list'
import { ChartPanel } from '@/components/charts/chart-panel'
import { TimeChart } from '@/components/charts/time-chart'
import { ErrorState } from '@/components/error-state'
import { dayStyle, formatCount, formatDate, formatNumber, formatPercent } from '@/components/format'
import { StatsSkeleton } from '@/components/loading'
import { IfRole } from '@/components/role'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { t } from '@/server/lib/locale/texts.ts'
import type { FormResults } from '@/server/modules/forms/results/read.ts'
import { DAYS, daysOf, RANGES, resultsQuery } from './queries'

const dayOf = (date: string) => formatDate(`${date}T00:00:00Z`, 'UTC', dayStyle)

const rate = ({ views, sign_ups }: { views: number; sign_ups: number }) =>
  views > 0 ? formatPercent(Math.min(100, (sign_ups / views) * 100)) : '–'

/** Views and sign-ups of a form in a range of days. */
export function Results({ id }: { id: number }) {
  const trpc = useTRPC()
  const [chosen, setDays] = useQueryState('days', DAYS.days)
  const days = daysOf(chosen)
  const results = useQuery(resultsQuery(trpc, id, days))
  if (results.error) return <ErrorState error={results.error} onRetry={() => void results.refetch()} />
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
          hint="Programs, and visitors who did not take the extra step that browsers without scripts get."
        />
      </StatGroup>
      {data.test ? <TestCard id={id} test={data.test} /> : null}
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
        <Shares form_id={id} title="Sources" rows={data.sources} none="Other sources" />
        <Shares form_id={id} title="Pages" rows={data.pages} none="Unknown and other pages" />
      </div>
    </div>
  )
}

interface SharesProps {
  form_id: number
  title: string
  rows: FormResults['sources']
  /** What rows without a name are. */
  none: string
}

function Shares({ form_id, title, rows, none }: SharesProps) {
  return (
    <ChartPanel
      title={title}
      fileName={`form ${form_id} ${title}`}
      figures={{
        columns: [title, t`Views`, t`Sign-ups`],
        rows: rows.map(({ value, views, sign_ups }) => [value || none, views, sign_ups]),
      }}
    >
      {rows.length > 0 ? (
        <BarList
          label={`${title} by sign-ups`}
          noun="sign-ups"
          items={rows.map(({ value, ...counts }) => ({
            key: value,
            label: value || none,
            value: counts.sign_ups,
            detail: t`of ${formatNumber(counts.views)}`,
          }))}
        />
      ) : (
        <p className="text-muted-foreground text-sm">Nothing was counted in this range.</p>
      )}
    </ChartPanel>
  )
}

const DECISIONS: Record<NonNullable<FormResults['test']>['decision'], string> = {
  'too few': 'Not enough yet: both versions need 100 views, and together 10 sign-ups.',
  'no difference': 'No clear difference yet. What you see may be chance.',
  a: 'Version A brings more sign-ups. Chance explains the difference in less than 1 of 100 tests.',
  b: 'Version B brings more sign-ups. Chance explains the difference in less than 1 of 100 tests.',
}

function TestCard({ id, test }: { id: number; test: NonNullable<FormResults['test']> }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const end = useMutation(
    trpc.forms.endTest.mutationOptions({
      onSuccess: async (_, { keep }) => {
        await client.invalidateQueries(trpc.forms.pathFilter())
        toast.success(`The test is over. All visitors see version ${keep.toUpperCase()}.`)
      },
      onError: ({ message }) => toast.error(message),
    }),
  )
  return (
    <Card>
      <CardHeader title="Test of two versions" description={DECISIONS[test.decision]} />
      <CardContent className="grid gap-6 sm:grid-cols-2">
        {(['a', 'b'] as const).map((version) => (
          <section key={version} aria-label={`Version ${version.toUpperCase()}`} className="grid content-start gap-3">
            <Stat label={`Version ${version.toUpperCase()}`} value={rate(test[version])} />
            <p className="text-muted-foreground text-sm">
              {formatCount(test[version].sign_ups, 'sign-up')} of {formatCount(test[version].views, 'view')}
            </p>
            <IfRole atLeast="editor">
              <div>
                <Button
                  variant="outline"
                  size="sm"
                  pending={end.isPending}
                  onClick={() => end.mutate({ id, keep: version })}
                >
                  Use version {version.toUpperCase()}
                </Button>
              </div>
            </IfRole>
          </section>
        ))}
      </CardContent>
    </Card>
  )
}
