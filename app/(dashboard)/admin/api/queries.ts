import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'
import { API_RANGES, API_SORTS } from '@/server/modules/admin/values-schema.ts'

export const API_FILTERS = { range: parseAsStringLiteral(API_RANGES), sort: parseAsStringLiteral(API_SORTS) }

export const apiUseQuery = (trpc: Trpc, { range, sort }: inferParserType<typeof API_FILTERS>) =>
  trpc.admin.apiUse.queryOptions(
    { range: range ?? 'day', sort: sort ?? undefined },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  )
