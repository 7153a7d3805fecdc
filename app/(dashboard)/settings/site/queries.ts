import type { Trpc } from '@/components/page-queries'

export const siteQuery = (trpc: Trpc) => trpc.sites.get.queryOptions()
