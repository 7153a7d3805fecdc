import { keepPreviousData } from '@tanstack/react-query'
import { createParser, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { ListSort } from '@/server/modules/subscribers/columns-schema.ts'
import type { SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'
import { SORTS, sortFieldId } from '@/server/modules/subscribers/values-schema.ts'

const STATES = ['active', 'inactive', 'cancelled', 'bounced', 'complained'] as const
export const STATUSES = [...STATES, 'all'] as const

const isSort = (text: string): text is ListSort =>
  (SORTS as readonly string[]).includes(text) || sortFieldId(text) !== undefined

/** `joined`, or `field_12` for a custom field. */
const parseAsSort = createParser<ListSort>({ parse: (text) => (isSort(text) ? text : null), serialize: (sort) => sort })

export const SUBSCRIBER_FILTERS = {
  q: parseAsString,
  status: parseAsStringLiteral(STATUSES).withDefault('active'),
  tag: parseAsInteger,
  /** Segment conditions as JSON. */
  filter: parseAsString,
  sort: parseAsSort.withDefault('added'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('desc'),
}

type Filters = inferParserType<typeof SUBSCRIBER_FILTERS>

/** Maximum length of a filter in the URL. */
export const MAX_FILTER = 6_000

/** Sends an unreadable filter as is, so the server rejects it. Dropping it would list everyone. */
function filterOf(text: string | null): SegmentFilter | undefined {
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
    {
      ...narrowedBy(filters),
      status: filters.status,
      per_page: 50,
      ...cursor,
      ...(filters.sort === 'added' ? {} : { sort: filters.sort, sort_order: filters.order }),
    },
    { placeholderData: keepPreviousData },
  )

export const subscriberCountsQuery = (trpc: Trpc, filters: Filters) =>
  trpc.subscribers.counts.queryOptions(narrowedBy(filters), { placeholderData: keepPreviousData })

/** Running and recently ended bulk actions. */
export const bulkActionsQuery = (trpc: Trpc) =>
  trpc.bulk_actions.list.queryOptions(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: of }) => of === 'running' || of === 'undoing') ? 1_500 : false,
  })

/** Colors for each subscriber's tags. */
export const tagColorsQuery = (trpc: Trpc) => trpc.tags.colors.queryOptions()
