import { Area, Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisStyle, ChartTooltip } from '@/components/charts/chart-frame'
import { axisMarks } from '@/components/charts/scale'
import { formatCompact } from '@/components/format'

export interface TimeSeries {
  key: string
  label: string
  color: string
  /** Bars are stacked; an area is drawn over them. */
  as: 'bar' | 'area'
}

export interface TimeChartProps {
  /** One sentence about what the chart shows. */
  title: string
  series: readonly TimeSeries[]
  /** In chronological order: a name and a value per series. Null: unknown. */
  points: readonly { label: string; values: Record<string, number | null> }[]
  /** Formats values in the tooltip and the table. */
  format: (value: number) => string
  height?: number
  /** Hides axes and legend, for use beside a labeled figure. */
  small?: boolean
}

type TimePlotProps = Pick<TimeChartProps, 'title' | 'series' | 'points'> & {
  textOf: (value: number | null | undefined) => string
  height: number
  small: boolean
}

/** Bars and areas over time. */
export function TimePlot({ title, series, points, textOf, height, small }: TimePlotProps) {
  const data = points.map(({ label, values }) => ({ label, ...values }))
  const largestValue = Math.max(
    1,
    ...points.map(({ values }) =>
      series.reduce(
        (sum, { key, as }) => (as === 'bar' ? sum + (values[key] ?? 0) : Math.max(sum, values[key] ?? 0)),
        0,
      ),
    ),
  )
  const marks = axisMarks(0, largestValue)
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: small ? 300 : 640, height }}>
      <ComposedChart
        data={data}
        margin={small ? { top: 2, right: 0, bottom: 0, left: 0 } : { top: 8, right: 4, bottom: 0, left: 0 }}
        title={title}
        aria-label={title}
      >
        {small ? null : <CartesianGrid vertical={false} stroke="var(--chart-grid)" />}
        <XAxis dataKey="label" hide={small} minTickGap={48} tickMargin={10} {...axisStyle} />
        <YAxis
          hide={small}
          tickFormatter={formatCompact}
          width={40}
          ticks={marks}
          interval={0}
          domain={[0, marks.at(-1) ?? 1]}
          {...axisStyle}
        />
        {series.map(({ key, as, color }) =>
          as === 'bar' ? (
            <Bar
              key={key}
              dataKey={key}
              stackId="all"
              fill={color}
              radius={1}
              maxBarSize={14}
              isAnimationActive={false}
            />
          ) : (
            <Area
              key={key}
              type="monotone"
              dataKey={key}
              stroke={color}
              strokeWidth={2}
              fill={color}
              fillOpacity={0.14}
              dot={false}
              connectNulls
              isAnimationActive={false}
            />
          ),
        )}
        <Tooltip
          cursor={{ stroke: 'var(--border-strong)', fill: 'var(--muted)', fillOpacity: 0.5 }}
          content={({ active, label }) => {
            const point = active ? points.find((one) => one.label === label) : undefined
            return point ? (
              <ChartTooltip
                title={point.label}
                entries={series.map(({ key, label: name, color }) => ({
                  label: name,
                  value: textOf(point.values[key]),
                  color,
                }))}
              />
            ) : null
          }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
