import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server'
import { type Cursor, withoutNull } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const AUDIT_ADDRESS = {
  q: parseAsString,
  account: parseAsInteger,
  action: parseAsString,
  from: parseAsString,
  until: parseAsString,
}

/** Returns the URL's filter, for the list and its export. */
export const auditFilter = ({ q, account, action, from, until }: inferParserType<typeof AUDIT_ADDRESS>) =>
  withoutNull({ user: q, account_id: account, action, from, until })

export const auditQuery = (trpc: Trpc, given: inferParserType<typeof AUDIT_ADDRESS>, cursor: Cursor) =>
  trpc.admin.audit.list.queryOptions(
    { per_page: 50, ...auditFilter(given), ...cursor },
    { placeholderData: keepPreviousData },
  )
