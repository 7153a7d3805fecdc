import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { asSent } from '@/server/trpc/as-sent.ts'
import { pagesQuery } from './pages-query'

test('a growing list requests one page after the other, up to the last', async () => {
  const cursors: (string | undefined)[] = []
  const list = pagesQuery((after) =>
    queryOptions({
      queryKey: ['notes', { after }] as const,
      queryFn: ({ queryKey: [, input] }) => {
        cursors.push(input.after)
        const is_last = input.after === 'b'
        const pagination = { has_next_page: !is_last, end_cursor: is_last ? 'c' : input.after ? 'b' : 'a' }
        return { rows: [input.after ?? 'first'], pagination }
      },
    }),
  )
  const client = new QueryClient()
  const { pages } = await client.fetchInfiniteQuery({ ...list, pages: 5 })
  expect(pages.flatMap(({ rows }) => rows)).toEqual(['first', 'a', 'b'])
  expect(cursors).toEqual([undefined, 'a', 'b'])
  client.setQueryData(list.queryKey, (known) => asSent(known) as typeof known)
  cursors.length = 0
  await client.refetchQueries({ queryKey: list.queryKey })
  expect(cursors).toEqual([undefined, 'a', 'b'])
  expect(client.getQueryData(list.queryKey)?.pages).toEqual(pages)
})
