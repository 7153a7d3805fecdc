import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '@/server/trpc/root.ts'

// What pages ask for when they open. The server asks it before it renders a page, and the page's components ask for the same: both
// take the query from one function, here for what several pages show and in the `queries.ts` of a page for its own.

/** The procedures as queries: in the browser those of `useTRPC`, on the server those of `prefetched`. */
export type Trpc = TRPCOptionsProxy<AppRouter>

/** For owners and admins. */
export const planLimitQuery = (trpc: Trpc, enabled: boolean) => trpc.account.plan.queryOptions(undefined, { enabled })

export const sendingHealthQuery = (trpc: Trpc) =>
  trpc.reputation.health.queryOptions(undefined, { refetchInterval: 60_000 })

export const transportErrorQuery = (trpc: Trpc) =>
  trpc.mail.transportError.queryOptions(undefined, { refetchInterval: 30_000 })

export const obstacleQuery = (trpc: Trpc) => trpc.sequences.obstacle.queryOptions()

export const settingsQuery = (trpc: Trpc) => trpc.account.settings.queryOptions()

/** What the details of an email offer. */
export const sendersQuery = (trpc: Trpc) => trpc.sending_addresses.list.queryOptions()
export const templatesQuery = (trpc: Trpc) => trpc.templates.list.queryOptions({ per_page: 100 })

/** Every tag, sequence and custom field, for choices among them. */
export const allTagsQuery = (trpc: Trpc) => trpc.tags.list.queryOptions({ per_page: 1000 })
export const allSequencesQuery = (trpc: Trpc) => trpc.sequences.list.queryOptions({ per_page: 1000 })
export const allFieldsQuery = (trpc: Trpc) => trpc.custom_fields.list.queryOptions({ per_page: 1000 })

export const styleQuery = (trpc: Trpc) => trpc.style.get.queryOptions()

/** Why emails may not leave, above what is sent. */
export const sendingNotices = (trpc: Trpc) => [transportErrorQuery(trpc), sendingHealthQuery(trpc)]
