import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { SUPPRESSION_REASONS } from '@/server/modules/suppression/values-schema.ts'

export const SUPPRESSION_FILTERS = { q: parseAsString, reason: parseAsStringLiteral(SUPPRESSION_REASONS) }

export const suppressionQuery = (
  trpc: Trpc,
  { q, reason }: inferParserType<typeof SUPPRESSION_FILTERS>,
  cursor: Cursor,
) =>
  trpc.suppression.list.queryOptions(
    { per_page: 50, include_total_count: true, search: q ?? undefined, reason: reason ?? undefined, ...cursor },
    { placeholderData: keepPreviousData },
  )
