import { BarList } from '@/components/charts/bar-list'
import { ChartPanel } from '@/components/charts/chart-panel'
import { formatCount, formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { Evidence, MailReport } from '@/server/modules/delivery/schema'

const LABELS: Record<Evidence, string> = {
  head_request: 'Only checked whether the page exists',
  prefetch: 'Loaded in advance by a browser',
  user_agent: 'Privacy proxies, scanners and crawlers',
  data_center: 'From networks of data centers',
  before_delivery: 'Before the message was delivered',
  trap_link: 'Followed a hidden link',
  burst: 'Many links within seconds',
}

/** The source of the network list, whose license requires this link beside results. */
const NetworkSource = () => (
  <p className="text-muted-foreground text-xs">
    Networks of data centers:{' '}
    <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="underline underline-offset-4">
      IP Geolocation by DB-IP
    </a>
  </p>
)

/** Opens and clicks by machines, grouped by how they were recognized. Renders nothing without any. */
export function MachineCard({ machines, fileName }: Pick<MailReport, 'machines'> & { fileName: string }) {
  if (machines.length === 0) return null
  const counts = (evidence: string, wanted: 'open' | 'click') =>
    machines.reduce((sum, one) => (one.evidence === evidence && one.kind === wanted ? sum + one.count : sum), 0)
  const items = [...new Set(machines.map(({ evidence }) => evidence))].map((evidence) => {
    const opens = counts(evidence, 'open')
    const clicks = counts(evidence, 'click')
    const detail = [opens > 0 && formatCount(opens, 'open'), clicks > 0 && formatCount(clicks, 'click')]
    return {
      key: evidence,
      label: LABELS[evidence],
      opens,
      clicks,
      value: opens + clicks,
      detail: detail.filter(Boolean).join(', '),
    }
  })
  return (
    <ChartPanel
      title="Automatic opens and clicks"
      description="Made by email apps and security scanners. No rate, segment or test counts them."
      fileName={fileName}
      figures={{
        columns: [t`Reason`, t`Opens`, t`Clicks`],
        rows: items.map(({ label, opens, clicks }) => [label, opens, clicks]),
      }}
      formats={[undefined, formatNumber, formatNumber]}
    >
      <BarList label="Automatic opens and clicks by reason" noun="requests" items={items} />
      {items.some(({ key }) => key === 'data_center') ? <NetworkSource /> : null}
    </ChartPanel>
  )
}
