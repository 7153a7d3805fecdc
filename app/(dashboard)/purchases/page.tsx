import type { Metadata } from 'next'
import { revenueQuery } from '../analytics/queries'
import { listPage } from '../page-data'
import { PurchaseList } from './purchase-list'
import { PURCHASE_FILTERS, purchaseListQuery, purchaseProductsQuery } from './queries'

export const metadata: Metadata = { title: 'Purchases' }

export default listPage(PurchaseList, PURCHASE_FILTERS, ({ trpc }, filters, cursor) => [
  purchaseListQuery(trpc, filters, cursor),
  revenueQuery(trpc, filters),
  purchaseProductsQuery(trpc),
])
