import type { Trpc } from '@/components/page-queries'

/** Queries the library's images page by page, newest first. */
export const picturesQuery = (trpc: Trpc, search: string) =>
  trpc.media.list.infiniteQueryOptions(
    { search: search || undefined },
    { getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
  )
