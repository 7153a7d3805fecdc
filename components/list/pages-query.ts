import { infiniteQueryOptions, type QueryFunction, type QueryKey, type SkipToken } from '@tanstack/react-query'

interface ListPage {
  pagination: { has_next_page: boolean; end_cursor: string | null }
}

interface PageQuery<Page, Key extends QueryKey> {
  queryKey: Key
  queryFn?: QueryFunction<Page, Key> | SkipToken
}

/**
 * Returns the query of a list that grows by “Show more”, from the query of a page after a cursor. For `prefetched` and `useInfiniteQuery`.
 */
export function pagesQuery<Page extends ListPage, Key extends QueryKey>(
  pageAfter: (after: string | undefined) => PageQuery<Page, Key>,
) {
  return infiniteQueryOptions({
    queryKey: [...pageAfter(undefined).queryKey, 'pages'],
    queryFn: ({ pageParam, client, signal, meta }) => {
      const { queryKey, queryFn } = pageAfter(pageParam)
      // Procedures read their input from the key.
      if (typeof queryFn !== 'function') throw new Error('A list needs the query of a page')
      return queryFn({ queryKey, client, signal, meta })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }: Page) =>
      pagination.has_next_page ? (pagination.end_cursor ?? undefined) : undefined,
  })
}
