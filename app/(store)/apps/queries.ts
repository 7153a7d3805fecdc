import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { Trpc } from '@/components/page-queries'
import type { Category } from '@/server/modules/apps/schema.ts'
import { CATEGORIES } from '@/server/modules/apps/values-schema.ts'

export const CATEGORY_KEYS = Object.keys(CATEGORIES) as Category[]

export const STORE_FILTERS = {
  q: parseAsString.withDefault(''),
  category: parseAsStringLiteral(CATEGORY_KEYS),
  page: parseAsInteger.withDefault(1),
}

export const storeQuery = (trpc: Trpc, { q, category, page }: inferParserType<typeof STORE_FILTERS>) =>
  trpc.apps.store.queryOptions(
    { search: q.slice(0, 200), category, page: Math.max(1, page) },
    { placeholderData: keepPreviousData },
  )
