import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type Cursor, withoutNull } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { USER_STATES } from '@/server/modules/admin/values-schema.ts'

export const USER_FILTERS = { q: parseAsString, state: parseAsStringLiteral(USER_STATES) }

export const userListQuery = (trpc: Trpc, { q, state }: inferParserType<typeof USER_FILTERS>, cursor: Cursor) =>
  trpc.admin.users.list.queryOptions(
    { per_page: 50, include_total_count: true, ...withoutNull({ search: q, state }), ...cursor },
    { placeholderData: keepPreviousData },
  )
