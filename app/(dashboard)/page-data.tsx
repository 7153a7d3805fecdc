import { createLoader, type inferParserType } from 'nuqs/server'
import type { ComponentType, ReactNode } from 'react'
import { Hydrated } from '@/components/hydrated'
import { CURSOR, type Cursor, cursorOf } from '@/components/list/cursor'
import { type PageQueries, prefetched } from '@/server/trpc/prefetch.ts'

/** A page of which the first paint shows its data: `queries` are what its components ask for when they appear. */
export async function PageData({ queries, children }: { queries: PageQueries; children: ReactNode }) {
  return <Hydrated state={await prefetched(queries)}>{children}</Hydrated>
}

/** The address of a page that takes no part of its path from it. */
export interface SearchPage {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

type Asking = Parameters<PageQueries>[0]

/** The page of a list whose filters and cursor are in its address. */
export function listPage<Filters extends Parameters<typeof createLoader>[0]>(
  filters: Filters,
  queries: (asking: Asking, given: inferParserType<Filters>, cursor: Cursor) => ReturnType<PageQueries>,
  List: ComponentType,
) {
  const [filtersOf, cursorsOf] = [createLoader(filters), createLoader(CURSOR)]
  return async function ListPage({ searchParams }: SearchPage) {
    const [given, cursors] = [await filtersOf(searchParams), await cursorsOf(searchParams)]
    return (
      <PageData queries={(asking) => queries(asking, given, cursorOf(cursors))}>
        <List />
      </PageData>
    )
  }
}
