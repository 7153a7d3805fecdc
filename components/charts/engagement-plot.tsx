import { useId } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisStyle, ChartTooltip } from '@/components/charts/chart-frame'
import { formatCompact, formatNumber } from '@/components/format'

interface NamedHour {
  /** Full hours since sending started, from 0. */
  hour: number
  /** Label of the hour. */
  name: string
  opens: number
  clicks: number
}

interface EngagementPlotProps {
  title: string
  hours: readonly NamedHour[]
  height: number
}

/** Opens per hour as an area, clicks as a dashed line. */
export function EngagementPlot({ title, hours, height }: EngagementPlotProps) {
  const id = useId()
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
      <ComposedChart data={hours} margin={{ top: 8, right: 20, bottom: 0, left: 0 }} title={title} aria-label={title}>
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0%" stopColor="var(--chart-1)" stopOpacity={0.28} />
            <stop offset="100%" stopColor="var(--chart-1)" stopOpacity={0.02} />
          </linearGradient>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="hour"
          tickFormatter={(hour: number) => `${hour} h`}
          minTickGap={40}
          tickMargin={10}
          {...axisStyle}
        />
        <YAxis tickFormatter={formatCompact} width={40} allowDecimals={false} {...axisStyle} />
        <Area
          type="monotone"
          dataKey="opens"
          stroke="var(--chart-1)"
          strokeWidth={2}
          fill={`url(#${id})`}
          activeDot={{ r: 4, stroke: 'var(--card)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
        <Line
          type="monotone"
          dataKey="clicks"
          stroke="var(--chart-2)"
          strokeWidth={2.25}
          strokeDasharray="5 4"
          dot={false}
          activeDot={{ r: 4, stroke: 'var(--card)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
        <Tooltip
          cursor={{ stroke: 'var(--border-strong)' }}
          content={({ active, label }) => {
            const point = active ? hours.find(({ hour }) => hour === label) : undefined
            return point ? (
              <ChartTooltip
                title={point.name}
                entries={[
                  { label: 'Opens', value: formatNumber(point.opens), color: 'var(--chart-1)' },
                  { label: 'Clicks', value: formatNumber(point.clicks), color: 'var(--chart-2)' },
                ]}
              />
            ) : null
          }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
