import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const invitationsQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.admin.invitations.list.queryOptions({ per_page: 20, ...cursor }, { placeholderData: keepPreviousData })
