import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type Cursor, withoutNull } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import { ACCOUNT_SORTS, ACCOUNT_STATES, REPUTATIONS } from '@/server/modules/admin/values-schema.ts'

export const ACCOUNT_FILTERS = {
  q: parseAsString,
  plan: parseAsString,
  state: parseAsStringLiteral(ACCOUNT_STATES),
  reputation: parseAsStringLiteral(REPUTATIONS),
  sort: parseAsStringLiteral(ACCOUNT_SORTS),
}

/** Returns the URL's filter, for the list and its export. */
export const accountFilter = ({ q, plan, state, reputation, sort }: inferParserType<typeof ACCOUNT_FILTERS>) =>
  withoutNull({ search: q, plan_type: plan, state, reputation, sort })

export const accountListQuery = (trpc: Trpc, filters: inferParserType<typeof ACCOUNT_FILTERS>, cursor: Cursor) =>
  trpc.admin.accounts.list.queryOptions(
    {
      per_page: 50,
      include_total_count: true,
      ...accountFilter(filters),
      ...cursor,
    },
    { placeholderData: keepPreviousData },
  )
