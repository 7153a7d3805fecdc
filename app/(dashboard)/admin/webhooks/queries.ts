import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type Cursor, withoutNull } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { ENDPOINT_FILTERS, ENDPOINT_RANGES, ENDPOINT_SORTS } from '@/server/modules/admin/values-schema.ts'

export const TABS = ['endpoints', 'calls'] as const

export const WEBHOOK_VIEW = { tab: parseAsStringLiteral(TABS), range: parseAsStringLiteral(ENDPOINT_RANGES) }

export const WEBHOOK_FILTERS = {
  q: parseAsString,
  state: parseAsStringLiteral(ENDPOINT_FILTERS),
  sort: parseAsStringLiteral(ENDPOINT_SORTS),
}

type Range = (typeof ENDPOINT_RANGES)[number]

const live = { placeholderData: keepPreviousData, refetchInterval: 30_000 } as const

export const figuresQuery = (trpc: Trpc, range: Range) => trpc.admin.webhooks.overview.queryOptions({ range }, live)
export const callsQuery = (trpc: Trpc, range: Range) => trpc.admin.webhooks.calls.queryOptions({ range }, live)

export const endpointListQuery = (
  trpc: Trpc,
  range: Range,
  { q, state, sort }: inferParserType<typeof WEBHOOK_FILTERS>,
  cursor: Cursor,
) =>
  trpc.admin.webhooks.endpoints.queryOptions(
    { per_page: 50, range, ...withoutNull({ search: q, state, sort }), ...cursor },
    { placeholderData: keepPreviousData },
  )
