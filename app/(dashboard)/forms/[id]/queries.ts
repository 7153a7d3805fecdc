import { keepPreviousData } from '@tanstack/react-query'
import { createLoader, parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { CURSOR, type Cursor, cursorOf } from '@/components/list/cursor'
import { allFieldsQuery, allSequencesQuery, allTagsQuery, type Trpc } from '@/components/page-queries'
import { formQuery } from '../queries'
import { SECTIONS } from './design-values'

export const TABS = [...SECTIONS, 'share', 'results', 'subscribers'] as const
export const TAB = { tab: parseAsStringLiteral(TABS).withDefault('content') }

export const RANGES = [7, 30, 90, 365]
/** Period of the results, in days. */
export const DAYS = { days: parseAsInteger.withDefault(30) }
export const daysOf = (chosen: number) => (RANGES.includes(chosen) ? chosen : 30)

export const formAddress = createLoader({ ...TAB, ...DAYS, ...CURSOR })

export const resultsQuery = (trpc: Trpc, id: number, days: number) =>
  trpc.forms.results.queryOptions({ id, days }, { placeholderData: keepPreviousData })

export const formSubscribersQuery = (trpc: Trpc, form_id: number, cursor: Cursor) =>
  trpc.forms.subscribers.queryOptions(
    { form_id, status: 'all', slim: true, per_page: 50, include_total_count: true, ...cursor },
    { placeholderData: keepPreviousData },
  )

/** Returns the queries of a form’s page for its initial tab. */
export function formQueries(trpc: Trpc, id: number, address: Awaited<ReturnType<typeof formAddress>>) {
  const of_tab = {
    content: [],
    fields: [allTagsQuery(trpc)],
    behavior: [],
    after: [allTagsQuery(trpc), allSequencesQuery(trpc)],
    share: [],
    results: [resultsQuery(trpc, id, daysOf(address.days))],
    subscribers: [formSubscribersQuery(trpc, id, cursorOf(address))],
  }[address.tab]
  return [formQuery(trpc, { id }), allFieldsQuery(trpc), ...of_tab]
}
