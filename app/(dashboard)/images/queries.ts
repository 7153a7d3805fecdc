import type { Trpc } from '@/components/page-queries'

/** Used and available storage of the image library. */
export const storageQuery = (trpc: Trpc) => trpc.media.storage.queryOptions()
