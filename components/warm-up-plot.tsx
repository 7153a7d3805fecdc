import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { axisStyle } from '@/components/charts/chart-frame'
import { formatCompact } from '@/components/format'

interface WarmUpPlotProps {
  title: string
  days: readonly { day: number; allowance: number; sent: number | null }[]
  height: number
}

/** Each day’s limit as a line, and the sent messages as bars. */
export function WarmUpPlot({ title, days, height }: WarmUpPlotProps) {
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height: height }}>
      <ComposedChart data={days} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} title={title} aria-label={title}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis dataKey="day" minTickGap={24} tickMargin={10} {...axisStyle} />
        <YAxis scale="sqrt" domain={[0, 'dataMax']} tickFormatter={formatCompact} width={44} {...axisStyle} />
        <Bar dataKey="sent" fill="var(--chart-1)" radius={3} isAnimationActive={false} />
        <Line
          type="monotone"
          dataKey="allowance"
          stroke="var(--chart-2)"
          strokeWidth={2}
          strokeDasharray="5 4"
          dot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
