import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { UNMATCHED_KINDS } from '@/server/modules/bounces/values-schema.ts'

export const REPORT_FILTERS = { kind: parseAsStringLiteral(UNMATCHED_KINDS) }

export const reportListQuery = (trpc: Trpc, { kind }: inferParserType<typeof REPORT_FILTERS>, cursor: Cursor) =>
  trpc.unmatched_reports.list.queryOptions(
    { per_page: 50, include_total_count: true, kind: kind ?? undefined, ...cursor },
    { placeholderData: keepPreviousData },
  )
