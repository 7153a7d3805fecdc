import type { ReactNode } from 'react'
import { Hydrated } from '@/components/hydrated'
import { type PageQueries, prefetched } from '@/server/trpc/prefetch.ts'

/** A page of which the first paint shows its data: `queries` are what its components ask for when they appear. */
export async function PageData({ queries, children }: { queries: PageQueries; children: ReactNode }) {
  return <Hydrated state={await prefetched(queries)}>{children}</Hydrated>
}

/** The address of a page that takes no part of its path from it. */
export interface SearchPage {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
