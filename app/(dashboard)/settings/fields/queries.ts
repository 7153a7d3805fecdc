import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const fieldListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.custom_fields.list.queryOptions({ per_page: 50, ...cursor }, { placeholderData: keepPreviousData })
