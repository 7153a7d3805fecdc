import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const sequenceListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.sequences.list.queryOptions({ per_page: 25, include: 'stats', ...cursor }, { placeholderData: keepPreviousData })
