import {
  type DehydratedState,
  dehydrate,
  type FetchQueryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { loadedServer } from '../auth/loaded-server.ts'
import { pageContext } from '../auth/page.ts'
import { isAtLeast, type Role } from '../core/context.ts'
import { env } from '../env.ts'
import { asSent } from './as-sent.ts'
import type { AppRouter } from './root.ts'

interface Asking {
  trpc: TRPCOptionsProxy<AppRouter>
  /** Returns whether the user has at least this role in the open account. */
  hasRole: (role: Role) => boolean
  /** Runs the query, and then the queries that depend on its result. */
  after: <Answer, Problem, Key extends QueryKey>(
    query: FetchQueryOptions<Answer, Problem, Answer, Key>,
    next: (answer: Answer) => readonly object[],
  ) => Promise<readonly object[]>
}

/** Queries as `queryOptions` returns them, and the queries that `after` returns. */
export type PageQueries = (asking: Asking) => readonly (object | Promise<readonly object[]>)[]

/**
 * Runs the queries of a page, as the same user and through the same procedures as /api/trpc. A failed query is omitted: the browser repeats it,
 * and the page shows its error.
 */
export async function prefetched(queries: PageQueries): Promise<DehydratedState> {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      dehydrate: { shouldDehydrateQuery: ({ state }) => state.status !== 'error', serializeData: asSent },
    },
  })
  const { appRouter: router } = await loadedServer()
  const trpc = createTRPCOptionsProxy<AppRouter>({ ctx: pageContext, router, queryClient })
  const { account } = await pageContext()
  const role = account?.actor.kind === 'user' ? account.actor.role : undefined
  const page_queries = queries({
    trpc,
    hasRole: (least) => role !== undefined && isAtLeast(role, least),
    after: (query, next) => queryClient.fetchQuery(query).then(next, () => []),
  })
  const ask = async (query: object | Promise<readonly object[]>): Promise<unknown> => {
    if (query instanceof Promise) return Promise.all((await query).map(ask))
    if (!isEnabled(query)) return
    // `as never`: each query has a different result type, which does not matter here.
    return 'initialPageParam' in query
      ? queryClient.prefetchInfiniteQuery(query as never)
      : queryClient.prefetchQuery(query as never)
  }
  await Promise.race([Promise.all(page_queries.map(ask)), afterWait()])
  return dehydrate(queryClient)
}

const isEnabled = (query: object) => !('enabled' in query) || query.enabled !== false

/** Queries that take longer than a page waits follow in the same response, and their places show a loading state. */
const afterWait = () => new Promise((resolve) => setTimeout(resolve, env().PAGE_WAIT_MS).unref())
