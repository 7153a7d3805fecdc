'use client'

import dynamic from 'next/dynamic'
import type { EngagementChartProps } from '@/components/charts/engagement-plot'

const EngagementPlot = dynamic(
  () => import('@/components/charts/engagement-plot').then((plot) => plot.EngagementPlot),
  { ssr: false },
)

/** What draws it is loaded after the page, which keeps its place. */
export function EngagementChart(props: EngagementChartProps) {
  return (
    <div className="min-h-74">
      <EngagementPlot {...props} />
    </div>
  )
}
