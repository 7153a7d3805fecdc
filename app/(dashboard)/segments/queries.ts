import { keepPreviousData } from '@tanstack/react-query'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'

export const segmentListQuery = (trpc: Trpc, cursor: Cursor) =>
  trpc.segments.list.queryOptions(
    { per_page: 25, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )

export const segmentCountQuery = (trpc: Trpc, id: number) => trpc.segments.count.queryOptions({ id })

/** A new segment contains the active subscribers. */
export const NEW_SEGMENT: SegmentFilter = {
  match: 'all',
  conditions: [{ type: 'subscriber_state', states: ['active'] }],
  counting_mode: 'raw',
}

/** The definition is undefined while incomplete. */
export const segmentPreviewQuery = (trpc: Trpc, definition: SegmentFilter | undefined) =>
  trpc.segments.preview.queryOptions(
    { definition: definition ?? { conditions: [] } },
    { enabled: Boolean(definition), placeholderData: keepPreviousData },
  )

/** Queries the custom fields in a segment’s conditions. */
export const fieldQueries = (trpc: Trpc, definition: unknown) =>
  [...JSON.stringify(definition).matchAll(/"subscriber_custom_field_id":(\d{1,9})\b/g)].flatMap(([, id]) => [
    trpc.custom_fields.get.queryOptions({ id: Number(id) }),
    trpc.automations.names.queryOptions({ field: [Number(id)] }),
  ])
