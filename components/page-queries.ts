import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '@/server/trpc/root.ts'

// Queries that pages run when they open. The server runs each before rendering the page, and the page's components use it again, so both
// take it from one function. Queries used by several pages are here, others in a `queries.ts` beside the page.

/** Procedures as queries: from `useTRPC` in the browser, from `prefetched` on the server. */
export type Trpc = TRPCOptionsProxy<AppRouter>

/** For owners and admins. */
export const planLimitQuery = (trpc: Trpc, enabled: boolean) => trpc.account.plan.queryOptions(undefined, { enabled })

export const sendingHealthQuery = (trpc: Trpc) =>
  trpc.reputation.health.queryOptions(undefined, { refetchInterval: 60_000 })

export const transportErrorQuery = (trpc: Trpc) =>
  trpc.mail.transportError.queryOptions(undefined, { refetchInterval: 30_000 })

/** Queries when the subscriber counts in lists of tags and forms were last updated. */
export const countedAtQuery = (trpc: Trpc) =>
  trpc.subscribers.counted_at.queryOptions(undefined, {
    refetchInterval: ({ state }) => (state.data?.is_counting ? 5_000 : false),
  })

export const obstacleQuery = (trpc: Trpc) => trpc.sequences.obstacle.queryOptions()

export const settingsQuery = (trpc: Trpc) => trpc.account.settings.queryOptions()

// Options in an email's details.
export const sendersQuery = (trpc: Trpc) => trpc.sending_addresses.list.queryOptions()
export const templatesQuery = (trpc: Trpc) => trpc.templates.list.queryOptions({ per_page: 100 })

/** Queries all tags, sequences and custom fields, to choose from. */
export const allTagsQuery = (trpc: Trpc) => trpc.tags.list.queryOptions({ per_page: 1000 })
export const allSequencesQuery = (trpc: Trpc) => trpc.sequences.list.queryOptions({ per_page: 1000 })
export const allFieldsQuery = (trpc: Trpc) => trpc.custom_fields.list.queryOptions({ per_page: 1000 })

export const styleQuery = (trpc: Trpc) => trpc.style.get.queryOptions()

/** Queries reasons why emails may not be sent, for notices. */
export const sendingNotices = (trpc: Trpc) => [transportErrorQuery(trpc), sendingHealthQuery(trpc)]
