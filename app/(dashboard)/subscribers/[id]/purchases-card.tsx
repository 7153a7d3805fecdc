import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@/components/format'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { purchasesQuery, SHOWN_PURCHASES, totalsQuery } from './queries'

/** The subscriber’s purchases. Renders nothing without any. */
export function PurchasesCard({ subscriber_id }: { subscriber_id: number }) {
  const trpc = useTRPC()
  const purchases = useQuery(purchasesQuery(trpc, subscriber_id))
  const totals = useQuery(totalsQuery(trpc, subscriber_id))
  const rows = purchases.data?.rows ?? []
  if (rows.length === 0) return null
  const sums = (totals.data ?? []).map(({ total, currency }) => formatMoney(total, currency)).join(' and ')
  const count = (totals.data ?? []).reduce((sum, { purchases }) => sum + purchases, 0)
  return (
    <SectionCard title="Purchases" description={sums ? `${sums} in total` : undefined}>
      <ul className="grid gap-4 text-sm">
        {rows.map((purchase) => (
          <li key={purchase.id} className="grid gap-0.5">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {purchase.products.map(({ name }) => name).join(', ')}
              </span>
              <span className="figures shrink-0 font-medium">{formatMoney(purchase.total, purchase.currency)}</span>
            </span>
            <span className="text-muted-foreground text-xs">
              <RelativeTime at={purchase.transaction_time} /> · {purchase.source}
              {purchase.status === 'paid' ? '' : ` · ${purchase.status}`}
            </span>
          </li>
        ))}
      </ul>
      {count > rows.length ? (
        <p className="mt-4 text-muted-foreground text-xs">
          Showing the last {SHOWN_PURCHASES} of {count}.
        </p>
      ) : null}
    </SectionCard>
  )
}
