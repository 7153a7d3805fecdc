import { Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisStyle, ChartTooltip } from '@/components/charts/chart-frame'
import { formatCompact, formatDay, formatNumber } from '@/components/format'

interface DaysPlotProps {
  title: string
  series: readonly { key: 'entered' | 'emails'; label: string; color: string }[]
  points: readonly { date: string; entered: number; emails: number }[]
  height: number
}

/** Bars for each day. */
export function DaysPlot({ title, series, points, height }: DaysPlotProps) {
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height: height }}>
      <ComposedChart data={points} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} title={title} aria-label={title}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="date" tickFormatter={formatDay} minTickGap={48} tickMargin={10} {...axisStyle} />
        <YAxis tickFormatter={formatCompact} width={40} allowDecimals={false} {...axisStyle} />
        {series.map(({ key, color }) => (
          <Bar key={key} dataKey={key} fill={color} radius={2} maxBarSize={10} isAnimationActive={false} />
        ))}
        <Tooltip
          cursor={{ fill: 'var(--muted)' }}
          content={({ active, label }) => {
            const point = active ? points.find(({ date }) => date === label) : undefined
            return point ? (
              <ChartTooltip
                title={formatDay(point.date)}
                entries={series.map(({ key, ...entry }) => ({ ...entry, value: formatNumber(point[key]) }))}
              />
            ) : null
          }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
