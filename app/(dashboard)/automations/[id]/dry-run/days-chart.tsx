import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import { ChartPanel } from '@/components/charts/chart-panel'
import { WhenSeen } from '@/components/charts/when-seen'
import { formatDay, formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'

const DaysPlot = dynamic(() => import('./days-plot').then((own) => own.DaysPlot), { ssr: false })

const DAY_MS = 86_400_000
const SERIES = [
  { key: 'entered', label: 'Would have entered', color: 'var(--chart-3)' },
  { key: 'emails', label: 'Emails', color: 'var(--chart-1)' },
] as const

/** Entries and emails per day, in the account's time zone. */
export function DaysChart({ dryRun: { result, from, until } }: { dryRun: DryRun }) {
  const points = daysBetween(from, until).map((date) => ({ date, ...(result.days[date] ?? { entered: 0, emails: 0 }) }))
  const title = 'Subscribers who would have entered and emails that would have been sent, per day'
  return (
    <ChartPanel
      title="Per day"
      fileName={`dry run ${from.slice(0, 10)} ${until.slice(0, 10)}`}
      figures={{
        columns: [t`Day`, ...SERIES.map(({ label }) => label)],
        rows: points.map(({ date, entered, emails }) => [date, entered, emails]),
      }}
      formats={[undefined, formatNumber, formatNumber]}
    >
      <ChartFrame
        title={title}
        legend={SERIES}
        table={{
          columns: [t`Day`, ...SERIES.map(({ label }) => label)],
          rows: points.map(({ date, entered, emails }) => [
            formatDay(date),
            formatNumber(entered),
            formatNumber(emails),
          ]),
        }}
      >
        <WhenSeen height={180}>
          <DaysPlot title={title} series={SERIES} points={points} height={180} />
        </WhenSeen>
      </ChartFrame>
    </ChartPanel>
  )
}

function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from.slice(0, 10)); at <= Date.parse(until.slice(0, 10)); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
