import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const postListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.posts.list.queryOptions({ per_page: 25, ...cursor }, { placeholderData: keepPreviousData })
