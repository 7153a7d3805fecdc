'use client'

import dynamic from 'next/dynamic'
import type { GrowthChartProps } from '@/components/charts/growth-plot'

const GrowthPlot = dynamic(() => import('@/components/charts/growth-plot').then((plot) => plot.GrowthPlot), {
  ssr: false,
})

/** What draws it is loaded after the page, which keeps its place. */
export function GrowthChart(props: GrowthChartProps) {
  return (
    <div className="min-h-74">
      <GrowthPlot {...props} />
    </div>
  )
}
