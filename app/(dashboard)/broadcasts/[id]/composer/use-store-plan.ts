import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import type { PlanView } from '@/server/modules/broadcasts/plan-schema.ts'

/** Shows a stored plan. Cancels a running query, whose older result would arrive later. */
export function useStorePlan(id: number) {
  const trpc = useTRPC()
  const client = useQueryClient()
  return useCallback(
    async (plan: PlanView) => {
      await client.cancelQueries(trpc.broadcasts.plan.queryFilter({ id }))
      client.setQueryData(trpc.broadcasts.plan.queryKey({ id }), plan)
    },
    [client, id, trpc],
  )
}
