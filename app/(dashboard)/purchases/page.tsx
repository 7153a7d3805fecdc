import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { PurchaseList } from './purchase-list'
import { purchaseListQuery, purchaseTotalsQuery } from './queries'

export const metadata: Metadata = { title: 'Purchases' }

export default listPage(
  {},
  ({ trpc }, _filters, cursor) => [purchaseListQuery(trpc, cursor), purchaseTotalsQuery(trpc)],
  PurchaseList,
)
