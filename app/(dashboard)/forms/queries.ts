import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { FORM_SORTS, FORM_STATUSES } from '@/server/modules/forms/values-schema.ts'

export const FORM_FILTERS = {
  q: parseAsString.withDefault(''),
  status: parseAsStringLiteral(FORM_STATUSES).withDefault('active'),
  sort: parseAsStringLiteral(FORM_SORTS).withDefault('created'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('desc'),
}

export const formListQuery = (
  trpc: Trpc,
  { q, status, sort, order }: inferParserType<typeof FORM_FILTERS>,
  cursor: Cursor,
) =>
  trpc.forms.rows.queryOptions(
    { status, search: q || undefined, sort, sort_order: order, per_page: 50, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )

export const formQuery = (trpc: Trpc, { id }: { id: number }) => trpc.forms.get.queryOptions({ id })
