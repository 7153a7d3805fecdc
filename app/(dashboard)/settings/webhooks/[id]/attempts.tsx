import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import { ChartPanel } from '@/components/charts/chart-panel'
import { WhenSeen } from '@/components/charts/when-seen'
import { dateTimeStyle, formatDate, formatNumber } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { t } from '@/server/lib/locale/texts.ts'
import { DAYS, hoursQuery } from './queries'

const AttemptsPlot = dynamic(() => import('./attempts-plot').then((own) => own.AttemptsPlot), { ssr: false })

const columns = () => [t`Hour`, t`Succeeded`, t`Failed`, t`Median`, '95th percentile']

/** Results and response times of recent attempts. Renders nothing without any. */
export function Attempts({ endpoint_id }: { endpoint_id: number }) {
  const trpc = useTRPC()
  const timeZone = useTimeZone()
  const hours = useQuery(hoursQuery(trpc, endpoint_id))
  if (!hours.data || hours.data.length === 0) return null
  const title = 'Attempts and response times by hour'
  const nameOf = (hour: string) => formatDate(hour, timeZone, dateTimeStyle)
  const ms = (value: number | null) => (value === null ? '–' : t`${formatNumber(value)} ms`)
  return (
    <ChartPanel
      title="Attempts"
      description={`Hourly, last ${DAYS} days`}
      fileName={`webhook ${endpoint_id} attempts`}
      figures={{
        columns: columns(),
        rows: hours.data.map(({ hour, succeeded, failed, median_ms, slow_ms }) => [
          nameOf(hour),
          succeeded,
          failed,
          median_ms,
          slow_ms,
        ]),
      }}
      formats={[undefined, formatNumber, formatNumber, ms, ms]}
    >
      <ChartFrame
        title={title}
        legend={[
          { label: 'Succeeded', color: 'var(--chart-1)' },
          { label: 'Failed', color: 'var(--chart-2)' },
          { label: '95th percentile', color: 'var(--chart-3)', dashed: true },
        ]}
        table={{
          columns: columns(),
          rows: hours.data.map(({ hour, succeeded, failed, median_ms, slow_ms }) => [
            nameOf(hour),
            formatNumber(succeeded),
            formatNumber(failed),
            ms(median_ms),
            ms(slow_ms),
          ]),
        }}
      >
        <WhenSeen height={200}>
          <AttemptsPlot title={title} hours={hours.data} nameOf={nameOf} ms={ms} height={200} />
        </WhenSeen>
      </ChartFrame>
    </ChartPanel>
  )
}
