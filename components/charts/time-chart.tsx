'use client'

import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import { WhenSeen } from '@/components/charts/when-seen'
import { t } from '@/server/lib/locale/texts.ts'

const TimePlot = dynamic(() => import('@/components/charts/time-plot').then((own) => own.TimePlot), { ssr: false })

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
  /** In the order of time: the name of the moment, and a value per series. Null: not known. */
  points: readonly { label: string; values: Record<string, number | null> }[]
  /** How values are written in the tooltip and the table. */
  format: (value: number) => string
  height?: number
  /** Without axes and legend, beside a figure that says what it is. */
  small?: boolean
}

/** Figures over time. */
export function TimeChart({ title, series, points, format, height = 220, small = false }: TimeChartProps) {
  const shown = (value: number | null | undefined) => (value == null ? '–' : format(value))
  return (
    <ChartFrame
      title={title}
      legend={small ? undefined : series}
      table={{
        columns: [t`Time`, ...series.map(({ label }) => label)],
        rows: points.map(({ label, values }) => [label, ...series.map(({ key }) => shown(values[key]))]),
      }}
    >
      <WhenSeen height={height}>
        <TimePlot title={title} series={series} points={points} shown={shown} height={height} small={small} />
      </WhenSeen>
    </ChartFrame>
  )
}
