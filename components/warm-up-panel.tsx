import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { ChartFrame } from '@/components/charts/chart-frame'
import { ChartPanel } from '@/components/charts/chart-panel'
import { WhenSeen } from '@/components/charts/when-seen'
import { formatNumber } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Card, CardHeader } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'

const WarmUpPlot = dynamic(() => import('@/components/warm-up-plot').then((own) => own.WarmUpPlot), { ssr: false })

/** Warm-up of a sending domain: today's limit, and each day's limit and sent messages. */
export function WarmUpPanel({ sending_domain_id: id }: { sending_domain_id: number }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.sending_domains.warmUp.queryOptions({ id }))
  if (!data || data.state === 'off') return null
  const { state, note, day, allowance, used, days } = data
  if (state === 'established' || state === 'done')
    return (
      <Card>
        <CardHeader
          title="Warm-up"
          description={state === 'done' ? 'Complete: this domain sends without a daily limit.' : `Skipped: ${note}`}
        />
      </Card>
    )
  const title = `Messages per day during the ${days.length} days of warm-up`
  return (
    <ChartPanel
      title="Warm-up"
      fileName={`warm-up ${id}`}
      figures={{
        columns: [t`Day`, t`Allowed`, t`Sent`],
        rows: days.map((one) => [one.day, one.allowance, one.sent]),
      }}
      formats={[undefined, formatNumber, formatNumber]}
      description={`Day ${day} of ${days.length}: ${formatNumber(used)} of ${formatNumber(allowance ?? 0)} messages sent today. The rest of an email goes over the next days. Days without messages do not count.`}
    >
      <ChartFrame
        title={title}
        legend={[
          { label: 'Allowed', color: 'var(--chart-2)', dashed: true },
          { label: 'Sent', color: 'var(--chart-1)' },
        ]}
        table={{
          columns: [t`Day`, t`Allowed`, t`Sent`],
          rows: days.map((one) => [
            String(one.day),
            formatNumber(one.allowance),
            one.sent === null ? '–' : formatNumber(one.sent),
          ]),
        }}
      >
        <WhenSeen height={220}>
          <WarmUpPlot title={title} days={days} height={220} />
        </WhenSeen>
      </ChartFrame>
    </ChartPanel>
  )
}
