import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { APPROVAL_STATES } from '@/server/modules/approvals/values-schema.ts'

export const APPROVAL_FILTERS = { state: parseAsStringLiteral(APPROVAL_STATES) }

export const approvalListQuery = (trpc: Trpc, { state }: inferParserType<typeof APPROVAL_FILTERS>, cursor: Cursor) =>
  trpc.approvals.list.queryOptions({ per_page: 50, state, ...cursor }, { placeholderData: keepPreviousData })
