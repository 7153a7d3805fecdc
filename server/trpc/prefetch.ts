import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { pageContext } from '../auth/page.ts'
import { isAtLeast, type Role } from '../core/context.ts'
import { type AppRouter, appRouter } from './root.ts'

/** How long a page waits for its data. What takes longer follows in the same answer, and its place shows that it is loading. */
const WAIT_MS = 300

interface Asking {
  trpc: TRPCOptionsProxy<AppRouter>
  /** Whether the user has at least this role in the open account. */
  hasRole: (role: Role) => boolean
}

/** Queries as `queryOptions` returns them. */
export type PageQueries = (asking: Asking) => readonly object[]

/**
 * Asks what a page shows, as the same user and through the same procedures as /api/trpc would. A query that fails is left out: the
 * browser asks again and shows what the page shows then.
 */
export async function prefetched(queries: PageQueries): Promise<DehydratedState> {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      dehydrate: { shouldDehydrateQuery: ({ state }) => state.status !== 'error', serializeData: asSent },
    },
  })
  const trpc = createTRPCOptionsProxy<AppRouter>({ ctx: pageContext, router: appRouter, queryClient })
  const { account } = await pageContext()
  const role = account?.actor.kind === 'user' ? account.actor.role : undefined
  const asked = queries({ trpc, hasRole: (least) => role !== undefined && isAtLeast(role, least) })
  // `as never`: each has another type of answer, which does not matter here.
  const answers = asked
    .filter(isEnabled)
    .map((query) =>
      'initialPageParam' in query
        ? queryClient.prefetchInfiniteQuery(query as never)
        : queryClient.prefetchQuery(query as never),
    )
  await Promise.race([Promise.all(answers), afterWait()])
  return dehydrate(queryClient)
}

const isEnabled = (query: object) => !('enabled' in query) || query.enabled !== false

const afterWait = () => new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())

/** Dates as text and nothing that JSON does not have, as in the answers of /api/trpc. */
const asSent = (data: unknown): unknown => (data === undefined ? undefined : JSON.parse(JSON.stringify(data)))
