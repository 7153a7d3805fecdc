import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const segmentListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.segments.list.queryOptions(
    { per_page: 25, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )
