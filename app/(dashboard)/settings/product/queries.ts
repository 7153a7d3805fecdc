import type { Trpc } from '@/components/page-queries'

export const productQuery = (trpc: Trpc) => trpc.purchases.product.queryOptions()
