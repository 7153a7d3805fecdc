import { TimeChart } from '@/components/charts/time-chart'
import { formatNumber } from '@/components/format'
import type { ApiCounts } from '@/server/modules/admin/api-use-schema.ts'

interface ApiChartProps {
  title: string
  points: (ApiCounts & { label: string })[]
  height?: number
}

/** Requests over time, by outcome. */
export const ApiChart = ({ title, points, height }: ApiChartProps) => (
  <TimeChart
    title={title}
    height={height}
    format={formatNumber}
    series={[
      { key: 'answered', label: 'Answered', color: 'var(--chart-1)', as: 'bar' },
      { key: 'refused', label: 'Refused (4xx)', color: 'var(--chart-4)', as: 'bar' },
      { key: 'faults', label: 'Failed (5xx)', color: 'var(--chart-2)', as: 'bar' },
    ]}
    points={points.map(({ label, requests, refused, faults }) => ({
      label,
      values: { answered: Math.max(0, requests - refused - faults), refused, faults },
    }))}
  />
)
