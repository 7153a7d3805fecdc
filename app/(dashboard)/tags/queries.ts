import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const tagListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.tags.list.queryOptions(
    { include: 'subscriber_count', per_page: 50, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )
