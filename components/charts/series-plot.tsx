import { type ReactNode, useId } from 'react'
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
import { axisStyle } from '@/components/charts/chart-frame'
import { Marker } from '@/components/charts/marker'
import { PatternFill } from '@/components/charts/pattern'
import { axisMarks } from '@/components/charts/scale'
import { type Series, SeriesSwatch } from '@/components/charts/series-swatch'

export interface SeriesChartProps {
  /** One sentence about what the chart shows. */
  title: string
  series: readonly Series[]
  /** In chronological order: a short name for the axis, the full name, and a value per series. Null: no value. */
  points: readonly { label: string; name: string; values: Record<string, number | null> }[]
  /** Formats values in the tooltip. */
  format: (value: number) => string
  /** Formats values on the axis. */
  formatMark: (value: number) => string
  /** Minimum distance between two axis marks. Default: 1. */
  leastMark?: number
  height?: number
}

/** Patterned bars, and lines with markers. */
export function SeriesPlot({
  title,
  series,
  points,
  format,
  formatMark,
  leastMark = 1,
  height,
}: SeriesChartProps & { height: number }) {
  const id = useId()
  const data = points.map(({ label, name, values }) => ({ label, name, ...values }))
  const marks = marksOf(series, points, leastMark)
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
      <ComposedChart
        data={data}
        stackOffset="sign"
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        title={title}
        aria-label={title}
      >
        <defs>
          {series.map((one) =>
            one.as === 'bar' ? (
              <PatternFill key={one.key} id={`${id}-${one.key}`} pattern={one.pattern} color={one.color} />
            ) : null,
          )}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="label" minTickGap={44} tickMargin={10} {...axisStyle} />
        <YAxis
          tickFormatter={formatMark}
          width={48}
          ticks={marks}
          interval={0}
          domain={[marks[0] ?? 0, marks.at(-1) ?? 1]}
          {...axisStyle}
        />
        <ReferenceLine y={0} stroke="var(--border-strong)" />
        {series.map((line) =>
          line.as === 'bar' ? (
            <Bar
              key={line.key}
              dataKey={line.key}
              stackId="all"
              fill={`url(#${id}-${line.key})`}
              stroke={line.color}
              strokeWidth={0.75}
              maxBarSize={22}
              isAnimationActive={false}
            />
          ) : (
            <Line
              key={line.key}
              type="monotone"
              dataKey={line.key}
              stroke={line.color}
              strokeWidth={2}
              strokeDasharray={line.dashes}
              connectNulls
              isAnimationActive={false}
              dot={({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
                cx === undefined || cy === undefined || !Number.isFinite(cy) ? (
                  <g key={index} />
                ) : (
                  <Marker key={index} shape={line.shape} color={line.color} cx={cx} cy={cy} />
                )
              }
            />
          ),
        )}
        <Tooltip
          cursor={{ stroke: 'var(--border-strong)', fill: 'var(--muted)', fillOpacity: 0.5 }}
          content={({ active, payload }) => {
            const name = (payload?.[0]?.payload as { name?: string } | undefined)?.name
            const point = active ? points.find((one) => one.name === name) : undefined
            return point ? (
              <PointTooltip title={point.name}>
                {series.map((line) => {
                  const value = point.values[line.key]
                  return (
                    <div key={line.key} className="flex items-center justify-between gap-6">
                      <dt className="flex items-center gap-2 text-muted-foreground">
                        <SeriesSwatch id={`${id}-tip-${line.key}`} series={line} />
                        {line.label}
                      </dt>
                      <dd className="figures font-medium">
                        {value === null || value === undefined ? '–' : format(value)}
                      </dd>
                    </div>
                  )
                })}
              </PointTooltip>
            ) : null
          }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function PointTooltip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="grid min-w-44 gap-1.5 rounded-lg border border-border bg-popover px-3 py-2.5 text-sm shadow-md"
    >
      <p className="font-medium">{title}</p>
      <dl className="grid gap-1">{children}</dl>
    </div>
  )
}

/** Returns round marks from the lowest to the highest value of the lines and of the bars, which are stacked on both sides of zero. */
function marksOf(series: SeriesChartProps['series'], points: SeriesChartProps['points'], minSpan: number): number[] {
  let [low, high] = [0, 0]
  for (const { values } of points) {
    let [negativeSum, positiveSum] = [0, 0]
    for (const { key, as } of series) {
      const value = values[key] ?? 0
      if (as === 'line') [low, high] = [Math.min(low, value), Math.max(high, value)]
      else if (value < 0) negativeSum += value
      else positiveSum += value
    }
    ;[low, high] = [Math.min(low, negativeSum), Math.max(high, positiveSum)]
  }
  return axisMarks(low, Math.max(high, minSpan), minSpan)
}
