'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { type Choices, useNameOf } from '../../use-names'

/** A published version, and what its steps name. A version never changes. */
export function useVersion({ id, version, choices }: { id: number; version: number; choices: Choices }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.automations.version.queryOptions({ id, version }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  const nameOf = useNameOf(choices, query.data?.emails ?? NONE)
  return { query, nameOf }
}

const NONE: never[] = []
