import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../page-data'
import { PurchaseList } from './purchase-list'
import { purchaseListQuery, purchaseTotalsQuery } from './queries'

export const metadata: Metadata = { title: 'Purchases' }

const address = createLoader({ ...CURSOR })

export default async function PurchasesPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [purchaseListQuery(trpc, cursorOf(given)), purchaseTotalsQuery(trpc)]}>
      <PurchaseList />
    </PageData>
  )
}
