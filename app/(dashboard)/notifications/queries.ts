import { keepPreviousData } from '@tanstack/react-query'
import { parseAsBoolean, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { TOPICS, type Topic } from '@/server/modules/notifications/values-schema.ts'

export const notificationFilters = { unread: parseAsBoolean.withDefault(false), topic: parseAsStringLiteral(TOPICS) }

export const notificationListQuery = (trpc: Trpc, filter: { unread: boolean; topic: Topic | null }, cursor: Cursor) =>
  trpc.notifications.list.queryOptions(
    { is_unread: filter.unread, topic: filter.topic ?? undefined, per_page: 50, ...cursor },
    { placeholderData: keepPreviousData },
  )
