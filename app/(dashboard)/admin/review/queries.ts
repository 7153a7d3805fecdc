import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { ReviewItem } from '@/server/modules/reviews/schema.ts'
import { REVIEW_KINDS, REVIEW_STATES } from '@/server/modules/reviews/values-schema.ts'

export const REVIEW_FILTERS = {
  kind: parseAsStringLiteral(REVIEW_KINDS),
  state: parseAsStringLiteral(REVIEW_STATES).withDefault('in_review'),
}

export const reviewListQuery = (trpc: Trpc, { kind, state }: inferParserType<typeof REVIEW_FILTERS>, cursor: Cursor) =>
  trpc.admin.reviews.list.queryOptions(
    { per_page: 50, include_total_count: true, state, kind: kind ?? undefined, ...cursor },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  )

export const claimQuery = (trpc: Trpc, item: ReviewItem) =>
  trpc.admin.reviews.claimOf.queryOptions(item, { refetchInterval: 15_000 })

export const entriesQuery = (trpc: Trpc, item: ReviewItem, after?: string) =>
  trpc.admin.reviews.entries.queryOptions({ ...item, per_page: 20, after }, { placeholderData: keepPreviousData })
