import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisStyle, ChartTooltip } from '@/components/charts/chart-frame'
import { formatCompact, formatDate, formatNumber } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { t } from '@/server/lib/locale/texts.ts'
import type { HourOfAttempts } from '@/server/modules/webhooks/history-schema.ts'
import { DAYS } from './queries'

interface AttemptsPlotProps {
  title: string
  hours: readonly HourOfAttempts[]
  nameOf: (hour: string) => string
  ms: (value: number | null) => string
  height: number
}

/** Results as bars, response times as a line. */
export function AttemptsPlot({ title, hours, nameOf, ms, height }: AttemptsPlotProps) {
  const timeZone = useTimeZone()
  const points = everyHour(hours)
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 560, height: height }}>
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
                title={nameOf(point.hour)}
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
  )
}

const hourStyle = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const HOUR_MS = 3_600_000

/** Includes hours without attempts, which show as gaps. */
function everyHour(hours: readonly HourOfAttempts[]): HourOfAttempts[] {
  const known = new Map(hours.map((point) => [Date.parse(point.hour), point]))
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  return Array.from({ length: DAYS * 24 + 1 }, (_, n) => {
    const at = end - (DAYS * 24 - n) * HOUR_MS
    const none = { succeeded: 0, failed: 0, median_ms: null, slow_ms: null }
    return known.get(at) ?? { hour: new Date(at).toISOString(), ...none }
  })
}
