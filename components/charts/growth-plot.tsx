import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { axisStyle, ChartTooltip } from '@/components/charts/chart-frame'
import { axisMarks } from '@/components/charts/scale'
import { formatCompact, formatDay, formatNumber, formatSigned } from '@/components/format'

interface GrowthPoint {
  /** A calendar day of the account's time zone, YYYY-MM-DD. */
  date: string
  new_subscribers: number
  unsubscribed: number
  lost: number
  /** Unsubscribed and lost together, below the axis. */
  left: number
  net: number
  /** Net of all days so far. */
  total: number
}

interface GrowthPlotProps {
  title: string
  points: readonly GrowthPoint[]
  height: number
}

/** New subscribers per day as bars above the axis and lost ones below, with a running total on an axis of its own. */
export function GrowthPlot({ title, points, height }: GrowthPlotProps) {
  const marks = axisMarks(
    Math.min(0, ...points.map(({ left }) => left)),
    Math.max(0, ...points.map((point) => point.new_subscribers)),
  )
  const totals = axisMarks(
    Math.min(0, ...points.map(({ total }) => total)),
    Math.max(0, ...points.map(({ total }) => total)),
  )
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
      <ComposedChart
        data={points}
        stackOffset="sign"
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        title={title}
        aria-label={title}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="date" tickFormatter={formatDay} minTickGap={48} tickMargin={10} {...axisStyle} />
        <YAxis
          yAxisId="days"
          tickFormatter={formatCompact}
          width={40}
          ticks={marks}
          interval={0}
          domain={[marks[0] ?? 0, marks.at(-1) ?? 1]}
          {...axisStyle}
        />
        <YAxis
          yAxisId="total"
          orientation="right"
          tickFormatter={formatCompact}
          width={40}
          ticks={totals}
          interval={0}
          domain={[totals[0] ?? 0, totals.at(-1) ?? 1]}
          {...axisStyle}
        />
        <ReferenceLine yAxisId="days" y={0} stroke="var(--border-strong)" />
        <Bar
          yAxisId="days"
          dataKey="new_subscribers"
          stackId="flow"
          fill="var(--chart-3)"
          radius={2}
          maxBarSize={10}
          isAnimationActive={false}
        />
        <Bar
          yAxisId="days"
          dataKey="left"
          stackId="flow"
          fill="var(--chart-2)"
          radius={2}
          maxBarSize={10}
          isAnimationActive={false}
        />
        <Line
          yAxisId="total"
          type="linear"
          dataKey="total"
          stroke="var(--chart-1)"
          strokeWidth={2}
          dot={false}
          activeDot={{ r: 4, stroke: 'var(--card)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
        <Tooltip
          cursor={{ stroke: 'var(--border-strong)' }}
          content={({ active, label }) => {
            const point = active ? points.find(({ date }) => date === label) : undefined
            return point ? (
              <ChartTooltip
                title={formatDay(point.date)}
                entries={[
                  { label: 'Net', value: formatSigned(point.net), color: 'var(--chart-3)' },
                  { label: 'Running total', value: formatSigned(point.total), color: 'var(--chart-1)' },
                  { label: 'New', value: formatNumber(point.new_subscribers), color: 'var(--chart-3)' },
                  { label: 'Unsubscribed', value: formatNumber(point.unsubscribed), color: 'var(--chart-2)' },
                  { label: 'Bounced or complained', value: formatNumber(point.lost), color: 'var(--chart-2)' },
                ]}
              />
            ) : null
          }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
