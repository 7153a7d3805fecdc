import type { Trpc } from '@/components/page-queries'

export const recommendationsQuery = (trpc: Trpc) => trpc.recommendations.get.queryOptions()
