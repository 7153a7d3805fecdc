'use client'

import { useQuery } from '@tanstack/react-query'
import { formatCount, formatMoney, formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { ListPage } from '@/components/list/list-page'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { AddPurchases } from './add-purchases'
import { purchaseListQuery, purchaseTotalsQuery } from './queries'

/** Purchases reported by apps through the API. */
export function PurchaseList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const totals = useQuery(purchaseTotalsQuery(trpc))
  const purchases = useQuery(purchaseListQuery(trpc, cursor))
  return (
    <ListPage
      title="Purchases"
      description="Purchases of your subscribers, reported by your shop and other apps, or added by hand."
      actions={<AddPurchases />}
      notices={
        totals.data && totals.data.length > 0 ? (
          <StatGroup>
            {totals.data.map(({ currency, total, purchases: count }) => (
              <Stat
                key={currency}
                label={currency}
                value={formatMoney(total, currency)}
                hint={formatCount(count, 'purchase')}
              />
            ))}
          </StatGroup>
        ) : null
      }
      list={purchases}
      rowId={({ id }) => id}
      rowHref={({ subscriber_id }) => `/subscribers/${subscriber_id}`}
      columns={[
        {
          header: 'Products',
          cell: ({ products }) => (
            <span className="line-clamp-2">
              {products
                .map(({ name, quantity }) => (quantity === 1 ? name : `${formatNumber(quantity)} × ${name}`))
                .join(', ')}
            </span>
          ),
        },
        {
          header: 'Buyer',
          phone: 'plain',
          cell: ({ email_address }) => <span className="[overflow-wrap:anywhere]">{email_address}</span>,
        },
        {
          header: 'Total',
          phone: 'aside',
          figure: ({ total, currency }) => formatMoney(total, currency),
        },
        { header: 'Status', from: 'lg', phone: 'hidden', cell: ({ status }) => status },
        { header: 'Reported by', from: 'lg', phone: 'hidden', cell: ({ source }) => source },
        { header: 'Date', date: ({ transaction_time }) => transaction_time, phone: 'plain' },
      ]}
      empty={{
        illustration: 'chart',
        title: 'No purchases yet',
        description: 'Connect your shop or another app, or add purchases by hand or from a file.',
      }}
    />
  )
}
