import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const templateListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.templates.cards.queryOptions({ per_page: 12, ...cursor }, { placeholderData: keepPreviousData })
