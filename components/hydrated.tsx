'use client'

import { type DehydratedState, hydrate, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { noteAnswer } from '@/components/answered-path'
import { untilWhole } from '@/components/in-parts'

/**
 * Puts what the server asked into the cache before its children render. TanStack's HydrationBoundary leaves queries that the cache
 * knows until after that, so a list that was open before would show its old rows, and ask for new ones that are already here. Here
 * only queries wait that the page before this one still shows.
 *
 * An answer that was not there when the server rendered the page arrives after the browser has rendered all parts of the same: TanStack
 * would take it immediately, and the first render in the browser would not match the server's.
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
  useEffect(() => {
    // No query succeeds for what the server has asked already.
    if (state.queries.some((query) => query.state.data !== undefined)) noteAnswer()
    void untilWhole().then(release)
    hydrate(client, { queries: waiting })
  }, [client, state, waiting, release])
  return children
}

type Dehydrated = DehydratedState['queries'][number]

const arrivingAfter = (shown: Promise<void>, query: Dehydrated): Dehydrated =>
  query.promise ? { ...query, promise: shown.then(() => query.promise) } : query

/** Returns true on the server, and in the browser while it hydrates the server’s HTML. */
const useIsFirstLoad = () =>
  useSyncExternalStore(
    noChanges,
    () => false,
    () => true,
  )

const noChanges = () => () => {}
