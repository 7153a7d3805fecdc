'use client'

import { type DehydratedState, hydrate, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'

/**
 * Puts what the server asked into the cache before its children render. TanStack's HydrationBoundary leaves queries that the cache
 * knows until after that, so a list that was open before would show its old rows, and ask for new ones that are already here. Here
 * only queries wait that the page before this one still shows.
 */
export function Hydrated({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient()
  const waiting = useMemo(() => {
    const isShown = (hash: string) => (client.getQueryCache().get(hash)?.getObserversCount() ?? 0) > 0
    const later = state.queries.filter(({ queryHash }) => isShown(queryHash))
    hydrate(client, { queries: state.queries.filter((query) => !later.includes(query)) })
    return later
  }, [client, state])
  useEffect(() => hydrate(client, { queries: waiting }), [client, waiting])
  return children
}
