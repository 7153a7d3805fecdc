import dynamic from 'next/dynamic'
import { useId } from 'react'
import type { SeriesChartProps } from '@/components/charts/series-plot'
import { SeriesSwatch } from '@/components/charts/series-swatch'
import { WhenSeen } from '@/components/charts/when-seen'

export type { Series } from '@/components/charts/series-swatch'

const SeriesPlot = dynamic(() => import('@/components/charts/series-plot').then((own) => own.SeriesPlot), {
  ssr: false,
})

/** Several figures over time, readable without color. Its panel has the table. */
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
