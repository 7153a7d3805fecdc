import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import { WhenSeen } from '@/components/charts/when-seen'
import { formatDay, formatNumber, formatSigned } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'

const GrowthPlot = dynamic(() => import('@/components/charts/growth-plot').then((own) => own.GrowthPlot), {
  ssr: false,
})

interface GrowthDay {
  /** A calendar day of the account's time zone, YYYY-MM-DD. */
  date: string
  new_subscribers: number
  unsubscribed: number
  /** Bounced or complained. */
  lost: number
  net: number
}

/** New and lost subscribers per day, with their running total. */
export function GrowthChart({ days }: { days: readonly GrowthDay[] }) {
  let total = 0
  const points = days.map((day) => {
    total += day.net
    return { ...day, left: -(day.unsubscribed + day.lost), total }
  })
  const title = `New and lost subscribers per day, ${formatSigned(total)} over ${days.length} days`
  return (
    <ChartFrame
      title={title}
      legend={[
        { label: 'Running total', color: 'var(--chart-1)' },
        { label: 'New', color: 'var(--chart-3)' },
        { label: 'Unsubscribed and lost', color: 'var(--chart-2)' },
      ]}
      table={{
        columns: [t`Day`, t`Net`, t`Running total`, t`New`, t`Unsubscribed`, t`Lost`],
        rows: points.map((point) => [
          formatDay(point.date),
          formatSigned(point.net),
          formatSigned(point.total),
          formatNumber(point.new_subscribers),
          formatNumber(point.unsubscribed),
          formatNumber(point.lost),
        ]),
      }}
    >
      <WhenSeen height={260}>
        <GrowthPlot title={title} points={points} height={260} />
      </WhenSeen>
    </ChartFrame>
  )
}
