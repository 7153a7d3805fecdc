import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import { WhenSeen } from '@/components/charts/when-seen'
import { formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'

const EngagementPlot = dynamic(() => import('@/components/charts/engagement-plot').then((own) => own.EngagementPlot), {
  ssr: false,
})

interface EngagementHour {
  /** Full hours since sending started, from 0. */
  hour: number
  opens: number
  clicks: number
}

/** Opens and clicks per hour after sending. Dashes distinguish the lines without color. */
export function EngagementChart({ hours }: { hours: readonly EngagementHour[] }) {
  const title = `Opens and clicks in the first ${hours.length} hours`
  const namedHours = hours.map((one) => ({ ...one, name: t`${one.hour}–${one.hour + 1} h after sending` }))
  return (
    <ChartFrame
      title={title}
      legend={[
        { label: 'Opens', color: 'var(--chart-1)' },
        { label: 'Clicks', color: 'var(--chart-2)', dashed: true },
      ]}
      table={{
        columns: [t`Hour`, t`Opens`, t`Clicks`],
        rows: namedHours.map(({ name, opens, clicks }) => [name, formatNumber(opens), formatNumber(clicks)]),
      }}
    >
      <WhenSeen height={260}>
        <EngagementPlot title={title} hours={namedHours} height={260} />
      </WhenSeen>
    </ChartFrame>
  )
}
