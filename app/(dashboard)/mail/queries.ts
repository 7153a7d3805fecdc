import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsString } from 'nuqs/server'
import type { Cursor } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const MAIL_FILTERS = { q: parseAsString }

export const caughtMailQuery = (
  trpc: Trpc,
  { q }: inferParserType<typeof MAIL_FILTERS>,
  cursor: Cursor,
  enabled: boolean,
) =>
  trpc.mail.list.queryOptions(
    { per_page: 50, search: q ?? undefined, ...cursor },
    { placeholderData: keepPreviousData, refetchInterval: 5_000, enabled },
  )
