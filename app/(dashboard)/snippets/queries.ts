import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const SNIPPET_FILTERS = { shown: parseAsStringLiteral(['archived']) }

export const snippetListQuery = (trpc: Trpc, { shown }: inferParserType<typeof SNIPPET_FILTERS>, cursor: Cursor) =>
  trpc.snippets.list.queryOptions(
    { per_page: 50, archived: shown === 'archived', ...cursor },
    { placeholderData: keepPreviousData },
  )
