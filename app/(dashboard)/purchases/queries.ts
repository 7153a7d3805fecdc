import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { ADDRESS } from '../analytics/queries'

const { days, from, to, compare } = ADDRESS

/** Filters of the list, and the period of its figures. */
export const PURCHASE_FILTERS = { days, from, to, compare, product: parseAsInteger }

export const purchaseListQuery = (
  trpc: Trpc,
  { days, from, to, product }: inferParserType<typeof PURCHASE_FILTERS>,
  cursor: Cursor,
) =>
  trpc.purchases.list.queryOptions(
    {
      per_page: 50,
      ...(from !== null && to !== null ? { from, to } : { days }),
      ...(product === null ? {} : { product_id: product }),
      ...cursor,
    },
    { placeholderData: keepPreviousData },
  )

export const purchaseProductsQuery = (trpc: Trpc) => trpc.purchases.products.queryOptions({ per_page: 100 })
