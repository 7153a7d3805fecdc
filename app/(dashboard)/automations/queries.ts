import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { NamedIds } from './graph/named-ids'

export const TABS = ['visual', 'rule'] as const

export const AUTOMATION_FILTERS = {
  tab: parseAsStringLiteral(TABS).withDefault('visual'),
  q: parseAsString.withDefault(''),
}

/** Queries the names of everything that a graph refers to by ID. */
export const namesQuery = (trpc: Trpc, ids: NamedIds) =>
  trpc.automations.names.queryOptions(ids, {
    enabled: Object.keys(ids).length > 0,
    placeholderData: keepPreviousData,
  })

export const automationListQuery = (
  trpc: Trpc,
  { tab, q }: inferParserType<typeof AUTOMATION_FILTERS>,
  cursor: Cursor,
) =>
  trpc.automations.list.queryOptions(
    { per_page: 25, kind: tab, search: q.trim() || undefined, ...cursor },
    { placeholderData: keepPreviousData },
  )
