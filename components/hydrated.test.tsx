import { type DehydratedState, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Hydrated } from './hydrated'

const query = { queryKey: ['tags'], queryFn: () => ['asked'] }

function Tags() {
  const { data } = useQuery(query)
  return data ? data.join() : 'loading'
}

/** State of a page whose data took too long. The answer arrives later in the same response. */
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

/** React resolves data that arrives during `then`. */
const arrival: PromiseLike<string[]> = {
  // biome-ignore lint/suspicious/noThenProperty: the test needs a thenable
  then: (onFulfilled) => {
    onFulfilled?.(['Beta'])
    return arrival as never
  },
}

test('an answer that arrives before hydration is still rendered like on the server first', () => {
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <Hydrated state={late(arrival)}>
        <Tags />
      </Hydrated>
    </QueryClientProvider>
  )
  expect(renderToString(page)).toBe('loading')
})
