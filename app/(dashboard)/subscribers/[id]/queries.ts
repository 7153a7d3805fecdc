import { pagesQuery } from '@/components/list/pages-query'
import type { Trpc } from '@/components/page-queries'

export const SHOWN_PURCHASES = 10

// Queries of the cards on a subscriber's page.
export const subscriberQuery = (trpc: Trpc, id: number) => trpc.subscribers.get.queryOptions({ id })
export const statsQuery = (trpc: Trpc, id: number) => trpc.subscribers.stats.queryOptions({ subscriber_id: id })
export const purchasesQuery = (trpc: Trpc, id: number) =>
  trpc.purchases.list.queryOptions({ subscriber_id: id, per_page: SHOWN_PURCHASES })
export const totalsQuery = (trpc: Trpc, id: number) => trpc.purchases.totals.queryOptions({ subscriber_id: id })
export const upcomingQueries = (trpc: Trpc, id: number) => ({
  sequences: trpc.sequences.upcoming.queryOptions({ subscriber_id: id }),
  automations: trpc.automations.upcoming.queryOptions({ subscriber_id: id }),
  broadcasts: trpc.broadcasts.upcoming.queryOptions({ subscriber_id: id }),
})
export const historyQuery = (trpc: Trpc, id: number) =>
  pagesQuery((after) => trpc.subscribers.history.queryOptions({ id, per_page: 30, after }))
export const notesQuery = (trpc: Trpc, subscriber_id: number) =>
  pagesQuery((after) => trpc.subscribers.notes.list.queryOptions({ subscriber_id, per_page: 5, after }))
export const runsQuery = (trpc: Trpc, subscriber_id: number, search?: string) =>
  pagesQuery((after) => trpc.automations.ofSubscriber.queryOptions({ subscriber_id, search, per_page: 5, after }))
/** Colors for the subscriber's tags. */
export const tagColorsQuery = (trpc: Trpc) => trpc.tags.colors.queryOptions()
/** Queries a single automation, to know whether there is any to add the subscriber to. */
export const anyAutomationQuery = (trpc: Trpc) => trpc.automations.list.queryOptions({ per_page: 1 })
