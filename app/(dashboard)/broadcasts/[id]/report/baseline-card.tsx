import { formatPercent } from '@/components/format'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import { percentOf } from '@/server/lib/text/rates.ts'
import type { BaselineRate, RateBaseline } from '@/server/modules/broadcasts/baseline-schema.ts'
import type { BroadcastReport } from '@/server/modules/broadcasts/composer-schema.ts'

const RATES: { rate: BaselineRate; label: string }[] = [
  { rate: 'open_rate', label: 'Open rate' },
  { rate: 'click_rate', label: 'Click rate' },
  { rate: 'unsubscribe_rate', label: 'Unsubscribe rate' },
  { rate: 'bounce_rate', label: 'Bounce rate' },
]

/** Compares a broadcast’s rates with earlier broadcasts. Renders nothing for the first one. */
export function BaselineCard({ report }: { report: BroadcastReport }) {
  const { baseline, funnel, ledger } = report
  const counts = { ...funnel, failed: ledger.failed }
  const rows = RATES.flatMap(({ rate, label }) => {
    const spread = baseline[rate]
    const is_off =
      (rate === 'open_rate' && report.open_tracking_disabled) ||
      (rate === 'click_rate' && report.click_tracking_disabled)
    return spread && !is_off ? [{ rate, label, spread, value: percentOf(rate, counts) ?? 0 }] : []
  })
  const broadcastCount = Math.max(0, ...rows.map(({ spread }) => spread.broadcasts))
  if (rows.length === 0 || funnel.sent === 0) return null
  return (
    <SectionCard
      title={
        broadcastCount === 1
          ? 'Compared with your previous broadcast'
          : `Compared with your last ${broadcastCount} broadcasts`
      }
      description={
        report.status === 'sending'
          ? 'This broadcast is still being sent: its rates will rise.'
          : broadcastCount < 5
            ? 'Few broadcasts to compare with, so differences may be chance.'
            : 'The band reaches from the lowest to the highest rate, the line is the median, the dot is this broadcast.'
      }
    >
      <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {rows.map(({ rate, label, spread, value }) => (
          <div key={rate} className="grid min-w-0 gap-1.5">
            <dt className="flex items-baseline justify-between gap-3 text-sm">
              <span className="text-muted-foreground">{label}</span>
              <span className="figures font-semibold">{percent(value)}</span>
            </dt>
            <dd className="grid gap-1.5">
              <Band value={value} spread={spread} />
              <span className="figures text-muted-foreground text-xs">{textOf(value, spread)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}

const percent = (value: number) => formatPercent(value, value < 1 ? 2 : 1)

function textOf(value: number, { broadcasts, median, lowest, highest }: RateBaseline): string {
  if (broadcasts === 1) return `${compared(value, median)} the ${percent(median)} of the previous broadcast.`
  const where =
    value > highest ? 'Higher than all' : value < lowest ? 'Lower than all' : compared(value, median, 'median')
  return `${where}: ${percent(lowest)} to ${percent(highest)}, median ${percent(median)}.`
}

const compared = (value: number, other: number, what = '') => {
  const word = value > other ? t`Above` : value < other ? t`Below` : 'Equal to'
  return what ? t`${word} the ${what}` : word
}

/** Shows the rate within its usual range. The text below says the same. */
function Band({ value, spread: { lowest, median, highest } }: { value: number; spread: RateBaseline }) {
  const end = Math.max(value, highest) * 1.15 || 1
  const widthOf = (rate: number) => `${(rate / end) * 100}%`
  return (
    <span aria-hidden className="relative block h-3">
      <span className="absolute inset-x-0 top-1 h-1 rounded-full bg-muted" />
      <span
        className="absolute top-0.5 h-2 min-w-1 rounded-full bg-chart-3"
        style={{ insetInlineStart: widthOf(lowest), width: widthOf(highest - lowest) }}
      />
      <span
        className="absolute -top-0.5 h-4 w-0.5 -translate-x-1/2 rtl:translate-x-1/2 rounded-full bg-muted-foreground"
        style={{ insetInlineStart: widthOf(median) }}
      />
      <span
        className="absolute top-0 size-3 -translate-x-1/2 rtl:translate-x-1/2 rounded-full border-2 border-card bg-chart-2"
        style={{ insetInlineStart: widthOf(value) }}
      />
    </span>
  )
}
