import { useId } from 'react'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
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
}

interface GrowthPlotProps {
  title: string
  points: readonly GrowthPoint[]
  height: number
}

/** Net subscribers per day as an area, with bars for new ones above the axis and lost ones below. */
export function GrowthPlot({ title, points, height }: GrowthPlotProps) {
  const id = useId()
  const marks = axisMarks(
    Math.min(0, ...points.map(({ left }) => left)),
    Math.max(0, ...points.map((point) => point.new_subscribers)),
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
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0%" stopColor="var(--chart-1)" stopOpacity={0.26} />
            <stop offset="100%" stopColor="var(--chart-1)" stopOpacity={0.02} />
          </linearGradient>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="date" tickFormatter={formatDay} minTickGap={48} tickMargin={10} {...axisStyle} />
        <YAxis
          tickFormatter={formatCompact}
          width={40}
          ticks={marks}
          interval={0}
          domain={[marks[0] ?? 0, marks.at(-1) ?? 1]}
          {...axisStyle}
        />
        <ReferenceLine y={0} stroke="var(--border-strong)" />
        <Bar
          dataKey="new_subscribers"
          stackId="flow"
          fill="var(--chart-3)"
          fillOpacity={0.55}
          radius={2}
          maxBarSize={10}
          isAnimationActive={false}
        />
        <Bar dataKey="left" stackId="flow" fill="var(--chart-2)" radius={2} maxBarSize={10} isAnimationActive={false} />
        <Area
          type="monotone"
          dataKey="net"
          stroke="var(--chart-1)"
          strokeWidth={2}
          fill={`url(#${id})`}
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
                  { label: 'Net', value: formatSigned(point.net), color: 'var(--chart-1)' },
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
