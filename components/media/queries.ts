import type { Trpc } from '@/components/page-queries'

/** The images of the library, newest first, page by page. */
export const picturesQuery = (trpc: Trpc, search: string) =>
  trpc.media.list.infiniteQueryOptions(
    { search: search || undefined },
    { getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
  )
