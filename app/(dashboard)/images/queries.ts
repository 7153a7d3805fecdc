import type { Trpc } from '@/components/page-queries'

/** How much of its room the library uses. */
export const storageQuery = (trpc: Trpc) => trpc.media.storage.queryOptions()
