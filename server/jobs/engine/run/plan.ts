import { delayMs } from '../functions/duration.ts'
import { parseExpression, storable } from '../functions/expressions.ts'
import { lease } from '../queue/leases.ts'
import { CLAIMED, type Delivery, type NewJob, newJobId } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'
import type { JobError, LockedRun, Run } from '../storage/runs.ts'
import {
  type DoneStep,
  type Memo,
  memo,
  type OpenState,
  type OpenStep,
  recordDone,
  recordOpen,
  type StepRow,
} from '../storage/steps.ts'
import { findEarlierEvent } from '../triggers/events.ts'
import { type Op, readError } from './answer.ts'

/** The result of the reported operations, with the run's updated counters. */
export type Plan =
  | { kind: 'planned'; seq: number; open: number; claimed: { delivery: Delivery; step: StepRow }[] }
  | { kind: 'completed'; output: string }
  | { kind: 'step-failed'; error: JobError; seq: number }
  | { kind: 'refused'; error: JobError }

/** Same as on an Inngest server. Every call sends all results again, so the cost of a run grows with the square of its steps. */
export const MAX_STEPS = 1_000

/** Stores the operations of one answer: results immediately, and everything else as an open step with the job that finishes it. */
export async function planSteps(
  rt: Runtime,
  tx: Transaction,
  run: Run,
  locked_run: LockedRun,
  answer: { ops: Op[] },
  claims: { delivery: Delivery; max: number },
): Promise<Plan> {
  const read = await readOps(rt, tx, run, answer).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (read instanceof Refusal) return { kind: 'refused', error: { name: 'NotSupported', message: read.message } }
  const { done, opened, output, failure } = read
  if (locked_run.seq + locked_run.open + done.length + opened.length > MAX_STEPS) {
    const message = `A run may have at most ${MAX_STEPS} steps: work on rows in batches, not on one row per step`
    return { kind: 'refused', error: { name: 'TooManySteps', message } }
  }
  const seq = await recordDone(tx, run.id, locked_run.seq, done)
  if (output !== undefined) return { kind: 'completed', output }
  if (failure) return { kind: 'step-failed', error: failure, seq }
  const fresh = await recordOpen(
    tx,
    run.id,
    opened.map(({ step }) => step),
  )
  const started_steps = opened.filter(({ step }) => fresh.has(step.id))
  const claimed_steps = started_steps
    .flatMap(({ job, step }) =>
      job?.data.kind === 'step' ? [{ delivery: claim(job, claims.delivery), step: toRow(step) }] : [],
    )
    .slice(0, claims.max)
  await lease(
    tx,
    claimed_steps.map(({ delivery }) => delivery),
  )
  const own = new Set(claimed_steps.map(({ delivery }) => delivery.id))
  await rt.queue.insert(
    tx,
    started_steps.flatMap(({ job }) => (job && !own.has(job.id) ? [job] : [])),
  )
  return { kind: 'planned', seq, open: locked_run.open + fresh.size, claimed: claimed_steps }
}

const UNSUPPORTED = 'which the embedded job engine does not support'

/** The run requests something that can never succeed. */
class Refusal extends Error {}

type QueuedJob = NewJob & { id: string }

interface Opened {
  step: OpenStep
  /** Runs the step, ends the sleep, or times out the wait. */
  job: QueuedJob | undefined
}

interface Read {
  done: DoneStep[]
  opened: Opened[]
  /** Output of the whole run, if it has ended. */
  output?: string
  failure?: JobError
}

async function readOps(rt: Runtime, tx: Transaction, run: Run, { ops }: { ops: Op[] }): Promise<Read> {
  const outcome: Read = { done: [], opened: [] }
  for (const op of ops) {
    if (op.opts?.parallelMode === 'race')
      throw new Refusal(`The step "${nameOf(op)}" is part of a race, ${UNSUPPORTED}`)
    const finish = (result: Memo) => outcome.done.push({ id: op.id, name: nameOf(op), op: op.op, memo: result })
    const open = (state: OpenState, job: QueuedJob | undefined, more?: Partial<OpenStep>) => {
      outcome.opened.push({ step: { ...openStep(op, state), job: job?.id ?? null, ...more }, job })
    }
    switch (op.op) {
      case 'StepRun':
        finish(memo.result(JSON.stringify(op.data ?? null)))
        break
      case 'StepFailed':
        finish(memo.failure(readError(op.error)))
        break
      case 'StepError':
        outcome.failure = readError(op.error)
        break
      case 'StepPlanned':
        outcome.opened.push(plannedStep(run, op))
        break
      case 'Sleep':
        open('sleeping', timer(run, op, op.name ?? ''))
        break
      case 'WaitForEvent': {
        const wait = { event_name: op.name ?? '', expression: op.opts?.if }
        orRefuse(op, () => wait.expression && parseExpression(wait.expression))
        const earlier = await findEarlierEvent(rt, tx, run, wait)
        if (earlier) finish(memo.bare(earlier))
        else open('waiting', timer(run, op, op.opts?.timeout), wait)
        break
      }
      case 'RunComplete':
        outcome.output = JSON.stringify(op.data ?? null)
        break
      case 'DiscoveryRequest':
        break
      default:
        throw new Refusal(`The step "${nameOf(op)}" uses ${op.op}, ${UNSUPPORTED}`)
    }
  }
  return outcome
}

/** Returns the lease of the worker that plans the step, which replaces a job in the queue. */
export const claim = ({ id, data }: QueuedJob, { worker }: Delivery): Delivery => ({
  id,
  data,
  worker,
  tries: CLAIMED,
})

export const toRow = ({ id, name, op, state, job }: OpenStep): StepRow => ({ id, name, op, state, job, attempt: 0 })

const nameOf = (op: Op) => storable(op.displayName ?? op.name ?? op.id)
const openStep = (op: Op, state: OpenState) => ({ id: op.id, name: nameOf(op), op: op.op, state })

export function plannedStep(run: Run, op: Op): { step: OpenStep; job: QueuedJob } {
  const job: QueuedJob = { id: newJobId(), data: { kind: 'step', ...named(run, op) } }
  return { step: { ...openStep(op, 'planned'), job: job.id }, job }
}

const named = (run: Run, op: Op) => ({ run_id: run.id, function_id: run.function_id, step_id: op.id })

function timer(run: Run, op: Op, when: string | undefined): QueuedJob | undefined {
  if (when === undefined) return undefined
  return { id: newJobId(), data: { kind: 'timer', ...named(run, op) }, delay_ms: orRefuse(op, () => delayMs(when)) }
}

function orRefuse<T>(op: Op, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Refusal(`The step "${nameOf(op)}" cannot be understood: ${(error as Error).message.split('\n')[0]}`)
  }
}
