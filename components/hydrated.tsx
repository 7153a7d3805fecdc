'use client'

import { type DehydratedState, hydrate, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { noteAnswer } from '@/components/answered-path'
import { untilWhole } from '@/components/in-parts'

/**
 * Adds the server's query results to the cache before its children render. TanStack's HydrationBoundary delays queries that are already in
 * the cache, so a list that was open before would show its old rows and fetch new ones that are already here. This component only delays
 * queries still shown by the previous page. A result that arrived after the server rendered the page is added once the browser has hydrated
 * all of it. TanStack would add it immediately, and the first render in the browser would not match the server's HTML.
 */
export function Hydrated({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient()
  const [is_first_load] = useState(useIsFirstLoad())
  const { waiting, release } = useMemo(() => {
    const isShown = (hash: string) => (client.getQueryCache().get(hash)?.getObserversCount() ?? 0) > 0
    const later = state.queries.filter(({ queryHash }) => isShown(queryHash))
    const { promise: shown, resolve } = Promise.withResolvers<void>()
    const queries = state.queries.filter((query) => !later.includes(query))
    hydrate(client, { queries: is_first_load ? queries.map((query) => arrivingAfter(shown, query)) : queries })
    return { waiting: later, release: resolve }
  }, [client, state, is_first_load])
  // Before the page's own effects, in which a query whose old data is due again would ask for what is here.
  useLayoutEffect(() => hydrate(client, { queries: waiting }), [client, waiting])
  useEffect(() => {
    // The server has already run these queries, so none will report a success.
    if (state.queries.some((query) => query.state.data !== undefined)) noteAnswer()
    void untilWhole().then(release)
  }, [state, release])
  return children
}

type Dehydrated = DehydratedState['queries'][number]

const arrivingAfter = (shown: Promise<void>, query: Dehydrated): Dehydrated =>
  query.promise ? { ...query, promise: shown.then(() => query.promise) } : query

/** Returns true on the server, and in the browser during hydration. */
const useIsFirstLoad = () =>
  useSyncExternalStore(
    noChanges,
    () => false,
    () => true,
  )

const noChanges = () => () => {}
