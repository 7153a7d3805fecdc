import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import type { TimeChartProps } from '@/components/charts/time-plot'
import { WhenSeen } from '@/components/charts/when-seen'
import { t } from '@/server/lib/locale/texts.ts'

const TimePlot = dynamic(() => import('@/components/charts/time-plot').then((own) => own.TimePlot), { ssr: false })

export type { TimeSeries } from '@/components/charts/time-plot'

/** Figures over time. */
export function TimeChart({ title, series, points, format, height = 220, small = false }: TimeChartProps) {
  const textOf = (value: number | null | undefined) => (value == null ? '–' : format(value))
  return (
    <ChartFrame
      title={title}
      legend={small ? undefined : series}
      table={{
        columns: [t`Time`, ...series.map(({ label }) => label)],
        rows: points.map(({ label, values }) => [label, ...series.map(({ key }) => textOf(values[key]))]),
      }}
    >
      <WhenSeen height={height}>
        <TimePlot title={title} series={series} points={points} textOf={textOf} height={height} small={small} />
      </WhenSeen>
    </ChartFrame>
  )
}
