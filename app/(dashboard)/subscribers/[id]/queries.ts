import type { Trpc } from '@/components/page-queries'

export const SHOWN_PURCHASES = 10

/** What the cards of a subscriber ask for when the page opens. */
export const subscriberQuery = (trpc: Trpc, id: number) => trpc.subscribers.get.queryOptions({ id })
/** Asked again with the history, which comes after the page: an email that is sent in between would be in one and not in the other. */
export const statsQuery = (trpc: Trpc, id: number) =>
  trpc.subscribers.stats.queryOptions({ subscriber_id: id }, { refetchOnMount: 'always' })
export const purchasesQuery = (trpc: Trpc, id: number) =>
  trpc.purchases.list.queryOptions({ subscriber_id: id, per_page: SHOWN_PURCHASES })
export const totalsQuery = (trpc: Trpc, id: number) => trpc.purchases.totals.queryOptions({ subscriber_id: id })
export const fieldsQuery = (trpc: Trpc) => trpc.custom_fields.list.queryOptions({ per_page: 1000 })
export const upcomingQueries = (trpc: Trpc, id: number) => ({
  sequences: trpc.sequences.upcoming.queryOptions({ subscriber_id: id }),
  automations: trpc.automations.upcoming.queryOptions({ subscriber_id: id }),
  broadcasts: trpc.broadcasts.upcoming.queryOptions({ subscriber_id: id }),
})
/** For the tags of the subscriber. */
export const tagColorsQuery = (trpc: Trpc) => trpc.tags.colors.queryOptions()
/** Whether there is any automation to add someone to. */
export const anyAutomationQuery = (trpc: Trpc) => trpc.automations.list.queryOptions({ per_page: 1 })
