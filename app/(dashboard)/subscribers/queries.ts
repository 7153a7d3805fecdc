import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

const STATES = ['active', 'inactive', 'cancelled', 'bounced', 'complained'] as const
export const STATUSES = [...STATES, 'all'] as const

export const SUBSCRIBER_FILTERS = {
  q: parseAsString,
  status: parseAsStringLiteral(STATUSES).withDefault('active'),
  tag: parseAsInteger,
}

type Filters = inferParserType<typeof SUBSCRIBER_FILTERS>

export const narrowedBy = ({ q, tag }: Filters) => ({ search: q ?? undefined, tag_id: tag ?? undefined })

export const subscriberListQuery = (trpc: Trpc, filters: Filters, cursor: Cursor) =>
  trpc.subscribers.list.queryOptions(
    { ...narrowedBy(filters), status: filters.status, per_page: 50, ...cursor },
    { placeholderData: keepPreviousData },
  )

export const subscriberCountsQuery = (trpc: Trpc, filters: Filters) =>
  trpc.subscribers.counts.queryOptions(narrowedBy(filters), { placeholderData: keepPreviousData })

/** The tags that a filter by tag is named with. */
export const tagNamesQuery = (trpc: Trpc) => trpc.tags.list.queryOptions({ per_page: 1000 })
