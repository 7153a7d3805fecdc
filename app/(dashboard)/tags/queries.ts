import { keepPreviousData } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { TAG_COLORS } from '@/server/modules/tags/colors-schema.ts'

const COLOR_FILTERS = [...TAG_COLORS, 'none'] as const

export const tagFilters = { q: parseAsString.withDefault(''), color: parseAsStringLiteral(COLOR_FILTERS) }

interface TagFilters {
  q: string
  color: (typeof COLOR_FILTERS)[number] | null
}

export const tagListQuery = (trpc: Trpc, { q, color }: TagFilters, cursor: Cursor) =>
  trpc.tags.page.queryOptions(
    { search: q || undefined, color: color ?? undefined, per_page: 50, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )

export const mergesQuery = (trpc: Trpc) =>
  trpc.tag_merges.list.queryOptions(undefined, {
    refetchInterval: ({ state }) => (state.data?.some((merge) => merge.state === 'running') ? 2_000 : false),
  })
