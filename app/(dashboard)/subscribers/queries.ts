import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { Filter } from '@/server/modules/subscribers/filter-schema.ts'

const STATES = ['active', 'inactive', 'cancelled', 'bounced', 'complained'] as const
export const STATUSES = [...STATES, 'all'] as const

export const SUBSCRIBER_FILTERS = {
  q: parseAsString,
  status: parseAsStringLiteral(STATUSES).withDefault('active'),
  tag: parseAsInteger,
  /** The conditions of a segment, as JSON. */
  filter: parseAsString,
}

type Filters = inferParserType<typeof SUBSCRIBER_FILTERS>

/** Characters of a filter in the address. */
const MAX_FILTER = 6_000

/** What is no filter is sent as it is, to be refused: without it, the list would be that of everyone. */
function filterOf(text: string | null): Filter | undefined {
  if (!text) return undefined
  try {
    if (text.length <= MAX_FILTER) return JSON.parse(text)
  } catch {}
  return { all: text.slice(0, 1) } as never
}

export const narrowedBy = ({ q, tag, filter }: Filters) => ({
  search: q?.trim() || undefined,
  tag_id: tag ?? undefined,
  filter: filterOf(filter),
})

export const subscriberListQuery = (trpc: Trpc, filters: Filters, cursor: Cursor) =>
  trpc.subscribers.list.queryOptions(
    { ...narrowedBy(filters), status: filters.status, per_page: 50, ...cursor },
    { placeholderData: keepPreviousData },
  )

export const subscriberCountsQuery = (trpc: Trpc, filters: Filters) =>
  trpc.subscribers.counts.queryOptions(narrowedBy(filters), { placeholderData: keepPreviousData })

/** The tags that a filter by tag is named with. */
export const tagNamesQuery = (trpc: Trpc) => trpc.tags.list.queryOptions({ per_page: 1000 })
