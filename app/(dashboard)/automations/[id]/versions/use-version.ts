'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { useNames } from '../../use-names'

/** A published version, and what its steps name. A version never changes. */
export function useVersion({ id, version }: { id: number; version: number }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.automations.version.queryOptions({ id, version }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  const { nameOf } = useNames({ graph: query.data?.graph, emails: query.data?.emails ?? NONE })
  return { query, nameOf }
}

const NONE: never[] = []
