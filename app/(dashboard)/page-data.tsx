import { notFound } from 'next/navigation'
import { createLoader, type inferParserType } from 'nuqs/server'
import type { ComponentType, ReactNode } from 'react'
import { Hydrated } from '@/components/hydrated'
import { CURSOR, type Cursor, cursorOf } from '@/components/list/cursor'
import { type PageQueries, prefetched } from '@/server/trpc/prefetch.ts'

/** A page with its data in the first paint. `queries` are the ones that its components run first. */
export async function PageData({ queries, children }: { queries: PageQueries; children: ReactNode }) {
  return <Hydrated state={await prefetched(queries)}>{children}</Hydrated>
}

/** Props of a page without path parameters. */
export interface SearchPage {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

type Asking = Parameters<PageQueries>[0]

/** Returns a page that has neither filters nor parameters. */
export const queryPage = (View: ComponentType, queries: PageQueries) =>
  function QueryPage() {
    return (
      <PageData queries={queries}>
        <View />
      </PageData>
    )
  }

/** Returns a page for the record whose ID is in the path. */
export const recordPage = (
  View: ComponentType<{ id: number }>,
  queries: (asking: Asking, id: number) => ReturnType<PageQueries>,
) =>
  async function RecordPage({ params }: { params: Promise<{ id: string }> }) {
    const { id } = await params
    if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
    return (
      <PageData queries={(asking) => queries(asking, Number(id))}>
        <View id={Number(id)} />
      </PageData>
    )
  }

/** Returns a page for a list with its filters and cursor in the URL. */
export function listPage<Filters extends Parameters<typeof createLoader>[0]>(
  List: ComponentType,
  filters: Filters,
  queries: (asking: Asking, given: inferParserType<Filters>, cursor: Cursor) => ReturnType<PageQueries>,
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
