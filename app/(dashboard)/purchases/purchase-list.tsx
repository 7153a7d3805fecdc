'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatMoney, formatNumber, formatSignedMoney } from '@/components/format'
import { CircleCheck, CircleDashed, Plus, Undo2 } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, FilterTabs, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { IfRole } from '@/components/role'
import { StatGroup } from '@/components/stat'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { RevenueReport } from '@/server/modules/analytics/report-schema.ts'
import { revenueQuery } from '../analytics/queries'
import { RangeFields } from '../analytics/range-fields'
import { ChangeStat } from '../analytics/report-frame'
import { PurchaseMenu } from './purchase-menu'
import { PURCHASE_FILTERS, purchaseListQuery, purchaseProductsQuery } from './queries'

const AddPurchasesDialog = onDemand(async () => (await import('./add-purchases-dialog')).AddPurchasesDialog)
const RevenueChart = dynamic(async () => (await import('../analytics/revenue')).RevenueChart)

/** Purchases of subscribers in a period, with what they add up to. */
export function PurchaseList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, setFilters } = useListFilters(PURCHASE_FILTERS)
  const purchases = useQuery(purchaseListQuery(trpc, values, cursor))
  const revenue = useQuery(revenueQuery(trpc, values))
  const products = useQuery(purchaseProductsQuery(trpc)).data?.rows ?? []
  return (
    <ListPage
      title="Purchases"
      description="What your subscribers buy, reported by your shop and other apps, or added by hand."
      actions={<AddPurchases />}
      notices={
        <>
          <RangeFields address={values} onChange={(next) => void setFilters(next)} />
          {revenue.data ? <Figures report={revenue.data} /> : null}
        </>
      }
      filters={
        products.length > 1 ? (
          <FilterSelect
            label="Product"
            all="All products"
            className="w-64"
            value={values.product === null ? null : String(values.product)}
            options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => void setFilters({ product: id === null ? null : Number(id) })}
          />
        ) : null
      }
      list={purchases}
      rowId={({ id }) => id}
      rowHref={({ subscriber_id }) => `/subscribers/${subscriber_id}`}
      rowActions={(purchase) => <PurchaseMenu purchase={purchase} />}
      columns={[
        {
          header: 'Buyer',
          lines: ({ first_name, email_address }) => (first_name ? [first_name, email_address] : [email_address, null]),
        },
        {
          header: 'Products',
          phone: 'plain',
          className: 'md:max-w-72',
          cell: ({ products: lines }) => (
            <span className="line-clamp-2">
              {lines
                .map(({ name, quantity }) => (quantity === 1 ? name : `${formatNumber(quantity)} × ${name}`))
                .join(', ')}
            </span>
          ),
        },
        { header: 'Status', from: 'lg', phone: 'plain', cell: ({ status }) => <PurchaseStatusBadge status={status} /> },
        { header: 'Reported by', from: 'xl', phone: 'hidden', cell: ({ source }) => source },
        { header: 'Total', phone: 'aside', figure: ({ total, currency }) => formatMoney(total, currency) },
        { header: 'Date', date: ({ transaction_time }) => transaction_time, phone: 'plain' },
      ]}
      empty={{
        illustration: 'chart',
        title: 'No purchases in this period',
        description: 'Choose a longer period, connect your shop or another app, or add purchases by hand.',
      }}
    />
  )
}

function AddPurchases() {
  const [open, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  return (
    <IfRole atLeast="editor">
      <Button
        onClick={() => {
          setOpenings(openings + 1)
          setOpen(true)
        }}
      >
        <Plus aria-hidden /> Add purchase
      </Button>
      <AddPurchasesDialog key={openings} open={open} onClose={() => setOpen(false)} />
    </IfRole>
  )
}

function Figures({ report: { currencies, range } }: { report: RevenueReport }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const revenue = currencies.find(({ currency }) => currency === chosen) ?? currencies[0]
  if (!revenue) return null
  const { currency, total, purchases, credited_total } = revenue
  const money = (value: number) => formatMoney(value, currency)
  const change = (value: number) => formatSignedMoney(value, currency)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {currencies.length > 1 ? (
        <FilterTabs
          label="Currency"
          value={currency}
          options={currencies.map((one) => ({
            value: one.currency,
            label: one.currency,
            count: one.purchases.value,
          }))}
          onChange={setChosen}
        />
      ) : null}
      <StatGroup>
        <ChangeStat label="Revenue" change={total} format={money} formatDelta={change} />
        <ChangeStat label="Paid purchases" change={purchases} format={formatNumber} />
        <ChangeStat label="Credited to emails" change={credited_total} format={money} formatDelta={change} />
      </StatGroup>
      <RevenueChart revenue={revenue} range={range} />
    </div>
  )
}

/** Shops report statuses in their own words, so an unknown one is shown as it is. */
function PurchaseStatusBadge({ status }: { status: string }) {
  if (status === 'paid') return <StatusBadge label="Paid" tone="success" icon={CircleCheck} />
  if (status === 'refunded') return <StatusBadge label="Refunded" tone="neutral" icon={Undo2} />
  return <StatusBadge label={status} tone="warning" icon={CircleDashed} />
}
