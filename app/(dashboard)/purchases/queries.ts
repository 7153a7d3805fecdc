import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const purchaseListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.purchases.list.queryOptions({ per_page: 50, ...cursor }, { placeholderData: keepPreviousData })

export const purchaseTotalsQuery = (trpc: Trpc) => trpc.purchases.totals.queryOptions({})
