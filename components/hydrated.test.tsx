import { type DehydratedState, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Hydrated } from './hydrated'

const query = { queryKey: ['tags'], queryFn: () => ['asked'] }

function Tags() {
  const { data } = useQuery(query)
  return data ? data.join() : 'loading'
}

/** As a page has it whose data took too long: the answer comes later in the same response. */
const late = (answer: PromiseLike<string[]>): DehydratedState => ({
  mutations: [],
  queries: [
    {
      queryKey: query.queryKey,
      queryHash: JSON.stringify(query.queryKey),
      dehydratedAt: 0,
      state: { ...new QueryClient().getQueryCache().build(new QueryClient(), query).state, status: 'pending' },
      promise: answer as Promise<string[]>,
    },
  ],
})

/** React resolves what has arrived within `then`. */
const arrived: PromiseLike<string[]> = {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what the test is about
  then: (onFulfilled) => {
    onFulfilled?.(['Beta'])
    return arrived as never
  },
}

test('an answer that arrives before the browser renders is shown as late as the server rendered it', () => {
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <Hydrated state={late(arrived)}>
        <Tags />
      </Hydrated>
    </QueryClientProvider>
  )
  expect(renderToString(page)).toBe('loading')
})
