import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const STATUSES = ['draft', 'scheduled', 'sending', 'completed', 'aborted'] as const

export const BROADCAST_FILTERS = { q: parseAsString, status: parseAsStringLiteral(STATUSES) }

export const broadcastListQuery = (
  trpc: Trpc,
  { q, status }: inferParserType<typeof BROADCAST_FILTERS>,
  cursor: Cursor,
) =>
  trpc.broadcasts.list.queryOptions(
    { per_page: 25, status: status ?? undefined, search: q ?? undefined, ...cursor },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.status === 'sending') ? 2000 : false),
    },
  )
