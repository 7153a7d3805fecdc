'use client'

import dynamic from 'next/dynamic'
import type { SeriesChartProps } from '@/components/charts/series-plot'

export type { Series } from '@/components/charts/series-plot'

const SeriesPlot = dynamic(() => import('@/components/charts/series-plot').then((plot) => plot.SeriesPlot), {
  ssr: false,
})

/** Several figures over time, readable without color. What draws them is loaded after the page, which keeps their place. */
export function SeriesChart(props: SeriesChartProps) {
  return (
    <div style={{ minHeight: (props.height ?? 280) + 36 }}>
      <SeriesPlot {...props} />
    </div>
  )
}
