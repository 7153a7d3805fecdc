import type { Tx } from '../../../core/write/write.ts'
import type { Action, ActionType } from '../graph-schema.ts'

/** Runs of one automation version that are at one step, at most 1,000. The transaction has locked them. */
export interface RunSet {
  automation_id: number
  version: number
  step_id: string
  runs: readonly { run_id: number; subscriber_id: number }[]
}

/**
 * Outcome of an action for a run. `data` is evidence for the trace. With `problem`, a sentence for the creator, the run is held at the
 * step. It is tried again if `retry`, otherwise only when a member asks for it.
 */
export type Outcome =
  | { passed: true; data?: Record<string, unknown> }
  | { passed: false; problem: string; retry: boolean }
/** A run that the set had no time for: another transaction does the step for it. */
export interface Later {
  passed: false
  is_later: true
}
export type Outcomes = Map<number, Outcome | Later>

export type EffectAction<Type extends ActionType> = Extract<Action, { type: Type }>
export type Effect<Type extends ActionType> = (tx: Tx, set: RunSet, action: EffectAction<Type>) => Promise<Outcomes>

/** Holds every run of the set. */
export const failAll = ({ runs }: RunSet, problem: string, { retry }: { retry: boolean }): Outcomes =>
  new Map(runs.map(({ run_id }) => [run_id, { passed: false, problem, retry }]))

/** The subscribers of a set, each once: with re-entry a subscriber can have several runs at the step. */
export const subscribersOf = ({ runs }: RunSet): number[] => [...new Set(runs.map((run) => run.subscriber_id))]

/** Returns the same outcome for each run of these subscribers. */
export const outcomesOf = ({ runs }: RunSet, subscriber_ids: ReadonlySet<number>, outcome: Outcome): Outcomes =>
  new Map(runs.flatMap(({ run_id, subscriber_id }) => (subscriber_ids.has(subscriber_id) ? [[run_id, outcome]] : [])))
