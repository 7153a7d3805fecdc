'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import type { PlanView, SendPlan } from '@/server/modules/broadcasts/steering/plan-schema.ts'
import { defaultPlan } from './send-plan'

const PAUSE_MS = 400

/** JSON with its members in order: the database returns them in another one. */
const inOrder = (plan: SendPlan | null) =>
  JSON.stringify(plan, (_, value) =>
    value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).sort()) : value,
  )

/** The plan being chosen. It is saved shortly after each change, and its prediction follows. */
export function useSendPlan(id: number, { plan: saved, versions }: PlanView, enabled: boolean) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<SendPlan | null>(saved)
  const [problem, setProblem] = useState<string>()
  const { mutateAsync } = useMutation(trpc.broadcasts.savePlan.mutationOptions())
  const is_test = chosen?.kind === 'staged' && chosen.test !== null
  const has_versions = versions.length > 0
  const plan = has_versions === is_test ? chosen : has_versions ? defaultPlan('test') : null
  const text = inOrder(plan)
  const is_saved = text === inOrder(saved)

  const store = useCallback(async () => {
    if (is_saved) return
    client.setQueryData(trpc.broadcasts.plan.queryKey({ id }), await mutateAsync({ id, plan: JSON.parse(text) }))
  }, [client, id, is_saved, mutateAsync, text, trpc])

  useEffect(() => {
    if (!enabled || is_saved) return
    const timer = setTimeout(() => {
      store().then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(errorText(error)),
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [enabled, is_saved, store])

  const prediction = useQuery(
    trpc.broadcasts.prediction.queryOptions(
      { id },
      { enabled: enabled && plan !== null && is_saved, staleTime: 0, gcTime: 0 },
    ),
  )
  // Of the plan that is saved.
  useEffect(() => {
    if (enabled && text !== 'null' && is_saved)
      void client.invalidateQueries(trpc.broadcasts.prediction.queryFilter({ id }))
  }, [client, enabled, id, is_saved, text, trpc])

  return { plan, setPlan: setChosen, store, prediction: is_saved ? prediction.data : undefined, problem }
}
