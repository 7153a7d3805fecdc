'use client'

import dynamic from 'next/dynamic'
import { useId } from 'react'
import { type Series, SeriesSwatch } from '@/components/charts/series-swatch'
import { WhenSeen } from '@/components/charts/when-seen'

export type { Series } from '@/components/charts/series-swatch'

const SeriesPlot = dynamic(() => import('@/components/charts/series-plot').then((own) => own.SeriesPlot), {
  ssr: false,
})

export interface SeriesChartProps {
  /** One sentence about what the chart shows. */
  title: string
  series: readonly Series[]
  /** In the order of time: a short name for the axis, the whole one, and a value per series. Null: there is none. */
  points: readonly { label: string; name: string; values: Record<string, number | null> }[]
  /** How values are written in the tooltip. */
  format: (value: number) => string
  /** How they are written at the axis. */
  formatMark: (value: number) => string
  /** An axis with fractions, for rates and amounts. */
  fractions?: boolean
  height?: number
}

/** Several figures over time, readable without color. The panel around it has the table. */
export function SeriesChart({ height = 280, ...props }: SeriesChartProps) {
  const id = useId()
  const { title, series } = props
  return (
    <figure className="grid min-w-0 gap-4">
      <figcaption className="sr-only">{title}</figcaption>
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-muted-foreground text-sm" aria-hidden>
        {series.map((one) => (
          <li key={one.key} className="flex items-center gap-2">
            <SeriesSwatch id={`${id}-legend-${one.key}`} series={one} />
            {one.label}
          </li>
        ))}
      </ul>
      <div className="min-w-0 overflow-hidden rounded-md [&_svg]:focus-visible:-outline-offset-2">
        <WhenSeen height={height}>
          <SeriesPlot {...props} height={height} />
        </WhenSeen>
      </div>
    </figure>
  )
}
