import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const segmentListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.segments.list.queryOptions(
    { per_page: 25, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )

/** What the conditions of a segment show of custom fields. */
export const fieldQueries = (trpc: Trpc, definition: unknown) =>
  [...JSON.stringify(definition).matchAll(/"subscriber_custom_field_id":(\d{1,9})\b/g)].flatMap(([, id]) => [
    trpc.custom_fields.get.queryOptions({ id: Number(id) }),
    trpc.automations.names.queryOptions({ field: [Number(id)] }),
  ])
