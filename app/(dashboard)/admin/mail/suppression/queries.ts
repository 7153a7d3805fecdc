import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsBoolean, parseAsString } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const INSTANCE_SUPPRESSION_FILTERS = { q: parseAsString, removed: parseAsBoolean }

export const instanceSuppressionQuery = (
  trpc: Trpc,
  { q, removed }: inferParserType<typeof INSTANCE_SUPPRESSION_FILTERS>,
  cursor: Cursor,
) =>
  trpc.instance_suppression.list.queryOptions(
    {
      per_page: 50,
      include_total_count: true,
      search: q ?? undefined,
      is_removed: removed ?? false,
      ...cursor,
    },
    { placeholderData: keepPreviousData },
  )
