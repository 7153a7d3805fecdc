import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { useNames } from '../../use-names'

/** Returns a published version and the names that its steps use. Versions never change. */
export function useVersion({ id, version }: { id: number; version: number }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.automations.version.queryOptions({ id, version }, { staleTime: Number.POSITIVE_INFINITY }),
  )
  const { nameOf } = useNames({ graph: query.data?.graph, emails: query.data?.emails ?? NONE })
  return { query, nameOf }
}

const NONE: never[] = []
