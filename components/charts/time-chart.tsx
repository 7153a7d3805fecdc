'use client'

import dynamic from 'next/dynamic'
import type { TimeChartProps } from '@/components/charts/time-plot'

export type { TimeSeries } from '@/components/charts/time-plot'

const TimePlot = dynamic(() => import('@/components/charts/time-plot').then((plot) => plot.TimePlot), { ssr: false })

/** Figures over time. What draws them is loaded after the page, which keeps their place. */
export function TimeChart(props: TimeChartProps) {
  const { height = 220, small = false } = props
  return (
    // The legend above a chart is one line of text and a gap.
    <div style={{ minHeight: small ? height : height + 36 }}>
      <TimePlot {...props} />
    </div>
  )
}
