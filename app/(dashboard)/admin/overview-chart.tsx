import { TimeChart, type TimeSeries } from '@/components/charts/time-chart'
import { formatNumber } from '@/components/format'

const HEIGHT = 88

interface SmallChartProps {
  /** One sentence about what the chart shows. */
  title: string
  series: readonly TimeSeries[]
  points: readonly { label: string; values: Record<string, number | null> }[]
  format?: (value: number) => string
  /** Says what the chart will show, and from when. Displayed while there is nothing to draw. */
  until: string
}

/** The chart of an overview tile. */
export function SmallChart({ until, format = formatNumber, ...chart }: SmallChartProps) {
  if (isDrawable(chart)) return <TimeChart small height={HEIGHT} format={format} {...chart} />
  return <NoChart height={HEIGHT}>{until}</NoChart>
}

/** Placeholder of a chart that has nothing to draw yet. */
export const NoChart = ({ height, children }: { height: number; children: string }) => (
  <p
    className="grid place-items-center text-balance rounded-lg border border-border border-dashed px-4 text-center text-muted-foreground text-sm"
    style={{ minHeight: height }}
  >
    {children}
  </p>
)

/** Bars of zero, or an area with a single point, would be invisible. */
const isDrawable = ({ series, points }: Pick<SmallChartProps, 'series' | 'points'>) =>
  series.some(({ key, as }) => {
    const known = points.flatMap(({ values }) => values[key] ?? [])
    return as === 'bar' ? known.some((value) => value > 0) : known.length > 1
  })
