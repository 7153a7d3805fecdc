import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { ByEndpoint } from '@/server/modules/admin/webhooks-schema.ts'

export const attemptsQuery = (trpc: Trpc, endpoint: ByEndpoint, cursor: Cursor) =>
  trpc.admin.webhooks.attempts.queryOptions(
    { ...endpoint, per_page: 50, ...cursor },
    { placeholderData: keepPreviousData },
  )
