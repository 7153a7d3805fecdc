'use client'

import { Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisStyle, ChartFrame, ChartTooltip } from '@/components/charts/chart-frame'
import { dayStyle, formatCompact, formatDate, formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'

const HEIGHT = 180
const DAY_MS = 86_400_000
const SERIES = [
  { key: 'entered', label: 'Would have entered', color: 'var(--chart-3)' },
  { key: 'emails', label: 'Emails', color: 'var(--chart-1)' },
] as const

/** Entries and emails per day of the account's time zone. */
export function DaysChart({ found: { result, from, until } }: { found: DryRun }) {
  const points = daysBetween(from, until).map((date) => ({ date, ...(result.days[date] ?? { entered: 0, emails: 0 }) }))
  const title = 'Subscribers who would have entered and emails that would have been sent, per day'
  return (
    <ChartFrame
      title={title}
      legend={SERIES}
      table={{
        columns: [t`Day`, ...SERIES.map(({ label }) => label)],
        rows: points.map(({ date, entered, emails }) => [dayName(date), formatNumber(entered), formatNumber(emails)]),
      }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 640, height: HEIGHT }}>
        <ComposedChart data={points} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} title={title} aria-label={title}>
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis dataKey="date" tickFormatter={dayName} minTickGap={48} tickMargin={10} {...axisStyle} />
          <YAxis tickFormatter={formatCompact} width={40} allowDecimals={false} {...axisStyle} />
          {SERIES.map(({ key, color }) => (
            <Bar key={key} dataKey={key} fill={color} radius={2} maxBarSize={10} isAnimationActive={false} />
          ))}
          <Tooltip
            cursor={{ fill: 'var(--muted)' }}
            content={({ active, label }) => {
              const point = active ? points.find(({ date }) => date === label) : undefined
              return point ? (
                <ChartTooltip
                  title={dayName(point.date)}
                  entries={SERIES.map(({ key, ...entry }) => ({ ...entry, value: formatNumber(point[key]) }))}
                />
              ) : null
            }}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}

const dayName = (date: string) => formatDate(`${date}T00:00:00Z`, 'UTC', dayStyle)

function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from.slice(0, 10)); at <= Date.parse(until.slice(0, 10)); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
