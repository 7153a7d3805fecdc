import type { Logger } from '../../core/log.ts'
import { DEFAULT_RETRIES, type FunctionConfig } from './functions/functions.ts'
import type { Claims } from './queue/claims.ts'
import type { SuspectSlot } from './queue/deaths.ts'
import type { Delivery, Queue } from './queue/queue.ts'
import type { Answer } from './run/answer.ts'
import type { SdkHandler } from './run/sdk.ts'
import type { Database } from './storage/database.ts'
import type { Loaded, Run } from './storage/runs.ts'
import type { Memo, OpenStep } from './storage/steps.ts'

/** The reason for calling a function: to find the run's next steps, or to run one planned step. */
export type Target = { kind: 'discovery' } | { kind: 'step'; step_id: string; attempt: number }

interface FunctionCalls {
  make: (rt: Runtime, delivery: Delivery, run: Run, target: Target) => Promise<{ answer: Answer; seq: number }>
  checkpoint: (rt: Runtime, body: string) => Promise<number>
}

/** Writes records of several runs with one statement. */
interface Store<Item, Stored> {
  store: (item: Item) => Promise<Stored>
}

/** The end of a completed run. */
export interface Completion {
  delivery: Delivery
  run_id: string
  output: string
}

export interface StepResult {
  delivery: Delivery
  function_id: string
  run_id: string
  step_id: string
  memo: Memo
}

/** A discovery that found only steps to plan, all claimed by this worker. */
export interface ClaimedPlan {
  /** The run's driver, to be removed from the queue. */
  delivery: Delivery
  run_id: string
  steps: (OpenStep & { job: string })[]
}

/** The paused functions as of this process's last reading. */
interface PausedFunctions {
  has: (function_id: string) => boolean
  read: (rt: Pick<Runtime, 'db' | 'former_ids'>) => Promise<void>
}

/** State shared by the parts of the engine. */
export interface Runtime {
  db: Database
  queue: Queue
  sdk: SdkHandler
  calls: FunctionCalls
  completions: Store<Completion, boolean>
  step_results: Store<StepResult, boolean | undefined>
  claimed_plans: Store<ClaimedPlan, boolean>
  claims: Claims
  /** Loads a run, and the one step of a job. */
  load: (wanted: { run_id: string; step_id?: string }) => Promise<Loaded | undefined>
  suspects: SuspectSlot
  paused: PausedFunctions
  functions: Map<string, FunctionConfig>
  /** Maps former ids of functions to their current ones. */
  former_ids: ReadonlyMap<string, string>
  /** Returns whether some function is triggered by an event about the end of a run of this function. */
  isEndFollowed: (name: string, function_id: string) => boolean
  /** Milliseconds before the next attempt, given the number of the failed attempt (0 for the first). */
  backoff: (attempt: number) => number
  /** Milliseconds that one call of a function may take before it counts as failed. */
  call_timeout_ms: number
  log: Logger
  /** True once the process is stopping: runs return to the queue between two calls. */
  stopping: () => boolean
}

/** Number of times that a process returns a job of an unknown function for other processes, which takes about an hour. */
const MAX_LEFT = 64

/**
 * Returns whether to return the job for processes of another version, which know its function: during an update, an older process also gets
 * jobs of newer or killed processes. Ticks have an owner (`jobs.tick`), and processes that know them requeue them.
 */
export const isOfOtherVersion = (rt: Runtime, { data, tries }: Delivery): boolean => {
  if (!('function_id' in data) || data.kind === 'cron' || tries >= MAX_LEFT) return false
  // Recovery leaves the function empty if the run was deleted.
  return data.function_id !== '' && !findFunction(rt, data.function_id)
}

export const otherVersionPause = ({ tries }: Delivery): number => Math.min(60_000, 1_000 * 2 ** Math.max(0, tries))

/** Returns the function with this current or former id. */
export const findFunction = (
  { functions, former_ids }: Pick<Runtime, 'functions' | 'former_ids'>,
  id: string,
): FunctionConfig | undefined => functions.get(id) ?? functions.get(former_ids.get(id) ?? '')

/** Returns all ids under which runs of the function exist. */
export const idsOf = ({ former_ids }: Pick<Runtime, 'former_ids'>, id: string): string[] => [
  id,
  ...[...former_ids].flatMap(([former, present]) => (present === id ? [former] : [])),
]

/** Like findFunction, but with a stand-in for an unknown function, whose runs fail. */
export function functionOf(rt: Runtime, id: string): FunctionConfig {
  return (
    findFunction(rt, id) ?? {
      id,
      name: id,
      retries: DEFAULT_RETRIES,
      triggers: [],
      crons: [],
      concurrency: [],
    }
  )
}

/** Inngest's own backoff: doubles from 15 seconds to two hours, plus up to 30 seconds so failures do not coincide. */
export const defaultBackoff = (attempt: number): number =>
  Math.min(2 * 3_600_000, 15_000 * 2 ** attempt) + Math.random() * 30_000
