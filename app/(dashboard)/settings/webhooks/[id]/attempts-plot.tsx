'use client'

import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisStyle, ChartFrame, ChartTooltip } from '@/components/charts/chart-frame'
import { dateTimeStyle, formatCompact, formatDate, formatNumber } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { t } from '@/server/lib/locale/texts.ts'
import type { HourOfAttempts } from '@/server/modules/webhooks/history-schema.ts'
import { DAYS } from './queries'

const HEIGHT = 200

/** Results and response times of recent attempts. */
export function AttemptsPlot({ hours }: { hours: readonly HourOfAttempts[] }) {
  const timeZone = useTimeZone()
  const title = 'Attempts and response times by hour'
  const name = (hour: string) => formatDate(hour, timeZone, dateTimeStyle)
  const points = everyHour(hours)
  const ms = (value: number | null) => (value === null ? '–' : t`${formatNumber(value)} ms`)
  return (
    <ChartFrame
      title={title}
      legend={[
        { label: 'Succeeded', color: 'var(--chart-1)' },
        { label: 'Failed', color: 'var(--chart-2)' },
        { label: '95th percentile', color: 'var(--chart-3)', dashed: true },
      ]}
      table={{
        columns: [t`Hour`, t`Succeeded`, t`Failed`, t`Median`, '95th percentile'],
        rows: hours.map(({ hour, succeeded, failed, median_ms, slow_ms }) => [
          name(hour),
          formatNumber(succeeded),
          formatNumber(failed),
          ms(median_ms),
          ms(slow_ms),
        ]),
      }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 560, height: HEIGHT }}>
        <ComposedChart data={points} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} title={title} aria-label={title}>
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis
            dataKey="hour"
            tickFormatter={(hour: string) => formatDate(hour, timeZone, hourStyle)}
            minTickGap={48}
            tickMargin={10}
            {...axisStyle}
          />
          <YAxis yAxisId="count" tickFormatter={formatCompact} width={40} allowDecimals={false} {...axisStyle} />
          <YAxis
            yAxisId="ms"
            orientation="right"
            tickFormatter={(value: number) => t`${formatCompact(value)} ms`}
            width={64}
            {...axisStyle}
          />
          {(['succeeded', 'failed'] as const).map((outcome, place) => (
            <Bar
              key={outcome}
              yAxisId="count"
              dataKey={outcome}
              stackId="attempts"
              fill={`var(--chart-${place + 1})`}
              maxBarSize={10}
              isAnimationActive={false}
            />
          ))}
          <Line
            yAxisId="ms"
            dataKey="slow_ms"
            stroke="var(--chart-3)"
            strokeWidth={2}
            strokeDasharray="5 4"
            dot={{ r: 1.5, strokeDasharray: '0', fill: 'var(--chart-3)' }}
            isAnimationActive={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--accent)' }}
            content={({ active, label }) => {
              const point = active ? points.find(({ hour }) => hour === label) : undefined
              return point ? (
                <ChartTooltip
                  title={name(point.hour)}
                  entries={[
                    { label: 'Succeeded', value: formatNumber(point.succeeded), color: 'var(--chart-1)' },
                    { label: 'Failed', value: formatNumber(point.failed), color: 'var(--chart-2)' },
                    { label: '95th percentile', value: ms(point.slow_ms), color: 'var(--chart-3)' },
                  ]}
                />
              ) : null
            }}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}

const hourStyle = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const HOUR_MS = 3_600_000

/** Includes hours without attempts, so pauses show as gaps. */
function everyHour(hours: readonly HourOfAttempts[]): HourOfAttempts[] {
  const known = new Map(hours.map((point) => [Date.parse(point.hour), point]))
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  return Array.from({ length: DAYS * 24 + 1 }, (_, n) => {
    const at = end - (DAYS * 24 - n) * HOUR_MS
    const none = { succeeded: 0, failed: 0, median_ms: null, slow_ms: null }
    return known.get(at) ?? { hour: new Date(at).toISOString(), ...none }
  })
}
