import type { Trpc } from '@/components/page-queries'

export const productsQuery = (trpc: Trpc) => trpc.purchases.offered.queryOptions()
export const checkoutsQuery = (trpc: Trpc) => trpc.purchases.checkouts.queryOptions()
