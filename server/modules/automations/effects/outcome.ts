import type { Tx } from '../../../core/write/write.ts'
import type { Action, ActionType } from '../graph-schema.ts'

/** At most 1,000 runs of one version at one step, locked by the transaction. */
export interface RunSet {
  automation_id: number
  version: number
  step_id: string
  runs: readonly { run_id: number; subscriber_id: number }[]
}

/**
 * Outcome of an action for a run. `data` is evidence for the trace. A run with a `problem`, a sentence for the creator, is held: it is
 * retried if `retry`, otherwise only when a member asks.
 */
export type Outcome =
  | { passed: true; data?: Record<string, unknown> }
  | { passed: false; problem: string; retry: boolean }
/** A run that was not done in time. Another transaction does it. */
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

/** Subscribers of a set, without duplicates: with re-entry a subscriber can have several runs at the step. */
export const subscribersOf = ({ runs }: RunSet): number[] => [...new Set(runs.map((run) => run.subscriber_id))]

/** Returns the same outcome for each run of these subscribers. */
export const outcomesOf = ({ runs }: RunSet, subscriber_ids: ReadonlySet<number>, outcome: Outcome): Outcomes =>
  new Map(runs.flatMap(({ run_id, subscriber_id }) => (subscriber_ids.has(subscriber_id) ? [[run_id, outcome]] : [])))
