import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '@/components/error-text'
import { jsonInOrder } from '@/components/json-in-order'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import { useDebounced } from '@/components/use-debounced'
import { DEFAULT_TEST } from '@/server/modules/broadcasts/default-plan-schema.ts'
import type { PlanView, SendPlan } from '@/server/modules/broadcasts/plan-schema.ts'
import { useStorePlan } from './use-store-plan'

const PAUSE_MS = 400

interface Choosing {
  /** True while the plan is being edited. */
  enabled: boolean
  /** True for a draft, which stores each choice. A scheduled broadcast only changes when it is scheduled again. */
  is_draft: boolean
}

/** The plan being edited, and its prediction. `store` saves it, even over a plan that someone else has chosen since. */
export function useSendPlan(id: number, { plan: saved, versions }: PlanView, { enabled, is_draft }: Choosing) {
  const trpc = useTRPC()
  const show = useStorePlan(id)
  const [chosenPlan, setChosenPlan] = useState<SendPlan | null>(saved)
  const saved_text = jsonInOrder(saved)
  const [known, setKnown] = useState(saved_text)
  if (known !== saved_text) {
    setKnown(saved_text)
    // Nothing was changed here, so show someone else's choice.
    if (jsonInOrder(chosenPlan) === known) setChosenPlan(saved)
  }
  const [problem, setProblem] = useState<string>()
  const { run } = useAction(trpc.broadcasts.savePlan)
  const is_test = chosenPlan?.kind === 'staged' && chosenPlan.test !== null
  const has_versions = versions.length > 0
  const plan = has_versions === is_test ? chosenPlan : has_versions ? DEFAULT_TEST : null
  const text = jsonInOrder(plan)
  const settledText = useDebounced(text, PAUSE_MS)
  const is_saved = text === saved_text

  const store = useCallback(async () => {
    await show(await run({ id, plan: JSON.parse(text) }))
  }, [id, run, show, text])

  useEffect(() => {
    if (!enabled || !is_draft || is_saved || text !== settledText) return
    store().then(
      () => setProblem(undefined),
      (error: unknown) => setProblem(errorText(error)),
    )
  }, [enabled, is_draft, is_saved, settledText, store, text])

  const prediction = useQuery(
    trpc.broadcasts.prediction.queryOptions(
      { id, plan: JSON.parse(settledText) as SendPlan | null },
      { enabled: enabled && plan !== null && text === settledText, staleTime: 0, gcTime: 0, retry: false },
    ),
  )
  return {
    plan,
    setPlan: setChosenPlan,
    store,
    prediction: text === settledText ? prediction.data : undefined,
    problem: problem ?? (prediction.error ? errorText(prediction.error) : undefined),
  }
}
