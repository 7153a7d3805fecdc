import { finishJob, lockLease, lockOwnRun } from '../queue/fence.ts'
import type { Delivery } from '../queue/queue.ts'
import { functionOf, type Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'
import { type JobError, type Run, saveProgress } from '../storage/runs.ts'
import { type Memo, memo, type OpenStep, resolveStep, type StepRow, saveStepAttempt } from '../storage/steps.ts'
import { lockEventNames } from '../triggers/events.ts'
import { type Answer, readError } from './answer.ts'
import { type Ending, endRun } from './ending.ts'
import { claim, MAX_STEPS, plannedStep, planSteps, toRow } from './plan.ts'
import { retryDelay } from './retry-delay.ts'

/** A job in progress on a run. */
export interface Work {
  rt: Runtime
  delivery: Delivery
  run: Run
}

/** `again`: the job continues the run. `done`: it has left the queue. */
export type Next = 'again' | 'done'

type Discovered = Exclude<Answer, { kind: 'halted' }>
type Steps = Extract<Answer, { kind: 'steps' }>

/** Stores the result of a discovery: steps, an end, or a failed attempt. `seq` is the run's, according to the call. */
export async function applyDiscovery(work: Work, answer: Discovered, seq: number): Promise<Next> {
  const planned = answer.kind === 'steps' ? answer.ops.filter(({ op }) => op === 'StepPlanned').length : 0
  const room = work.rt.claims.reserve(planned)
  try {
    if (answer.kind === 'steps' && planned === answer.ops.length && planned === room.count) {
      if (await storeClaimed(work, answer, seq)) return 'done'
    }
    return await storeDiscovery(work, answer, { seq, claims: room.count })
  } finally {
    room.release()
  }
}

/** The hot path of parallel steps. Returns false when it does not apply. */
async function storeClaimed({ rt, delivery, run }: Work, answer: Steps, seq: number): Promise<boolean> {
  const mayHavePlaces = functionOf(rt, run.function_id).concurrency.length > 0
  if (mayHavePlaces || run.open > 0 || seq + answer.ops.length > MAX_STEPS) return false
  const planned = answer.ops.map((op) => plannedStep(run, op))
  const steps = planned.map(({ step, job }) => ({ ...step, job: job.id }))
  if (!(await rt.claimed_plans.store({ delivery, run_id: run.id, steps }))) return false
  const current = { ...run, open: steps.length, attempt: 0, driver: null, deaths: 0 }
  const loaded = (step: OpenStep) => (seq === run.seq ? { run: current, step: toRow(step) } : undefined)
  rt.claims.add(planned.map(({ step, job }) => ({ delivery: claim(job, delivery), loaded: loaded(step) })))
  return true
}

function storeDiscovery(
  work: Work,
  answer: Discovered,
  { seq, claims }: { seq: number; claims: number },
): Promise<Next> {
  const { rt, delivery, run } = work
  const ops = answer.kind === 'steps' ? answer.ops : []
  const awaited = ops.flatMap(({ op, name }) => (op === 'WaitForEvent' && name ? [name] : []))
  return rt.db.transaction(async (tx) => {
    await lockEventNames(tx, awaited, 'exclusive')
    const locked_run = await lockOwnRun(tx, delivery, run.id)
    if (locked_run.state !== 'active' || locked_run.driver !== delivery.id) return leave(work, tx)
    const retry = (failure: Failure, at_seq = locked_run.seq) =>
      failAttempt(work, tx, locked_run.attempt, failure, (attempt) =>
        saveProgress(tx, run.id, { ...locked_run, seq: at_seq, attempt }),
      )
    if (answer.kind === 'completed') return end(work, tx, { state: 'completed', output: answer.output })
    if (answer.kind === 'failed') return retry(answer)

    const plan = await planSteps(rt, tx, run, locked_run, answer, { delivery, max: claims })
    if (plan.kind === 'refused') return end(work, tx, { state: 'failed', error: plan.error })
    if (plan.kind === 'completed') return end(work, tx, { state: 'completed', output: plan.output })
    if (plan.kind === 'step-failed') {
      return retry({ error: plan.error, retriable: true }, plan.seq)
    }
    // A step may have finished during the discovery. Then there is more to discover.
    const hasMore = plan.open === 0 || locked_run.seq !== seq
    const progress = { seq: plan.seq, open: plan.open, attempt: 0, driver: hasMore ? delivery.id : null }
    await saveProgress(tx, run.id, progress)
    // Steps that finished inside the call are missing from the memos of the run that was passed to it.
    const current = plan.seq === run.seq ? { ...run, ...progress, deaths: 0 } : undefined
    tx.afterCommit(() =>
      rt.claims.add(
        plan.claimed.map(({ step, ...claim }) => ({ ...claim, loaded: current && { run: current, step } })),
      ),
    )
    return hasMore ? 'again' : leave(work, tx)
  })
}

/** Stores the result of one planned step. */
export function applyStep(work: Work, step: StepRow, answer: Discovered): Promise<Next> {
  return work.rt.db.transaction(async (tx) => {
    const retry = (failure: Failure) =>
      failAttempt(work, tx, step.attempt, failure, (attempt) => saveStepAttempt(tx, work.run.id, step.id, attempt))
    if (answer.kind === 'completed') return end(work, tx, { state: 'completed', output: answer.output })
    if (answer.kind === 'failed') return retry(answer)
    const result = resultOf(step, answer)
    if (result) return resolve(work, tx, step, result)
    const op = opOf(step, answer)
    const silence = { name: 'Error', message: `The SDK did not answer for the step "${step.name}"` }
    const error = op ? readError(op.error) : silence
    return retry({ error, retriable: true })
  })
}

/** Returns the result of the step; undefined when it will be retried or the run has ended. */
export function resultOf(step: StepRow, answer: Discovered): Memo | undefined {
  const op = opOf(step, answer)
  if (op?.op === 'StepRun') return memo.result(JSON.stringify(op.data ?? null))
  return op?.op === 'StepFailed' ? memo.failure(readError(op.error)) : undefined
}

const opOf = (step: StepRow, answer: Discovered) =>
  answer.kind === 'steps' ? answer.ops.find(({ id }) => id === step.id) : undefined

/** Handles the end of a sleep, or the timeout of a wait. */
export function applyTimer(work: Work, step: StepRow): Promise<Next> {
  return work.rt.db.transaction((tx) => resolve(work, tx, step, memo.nothing))
}

/** Ends the run and its job. */
export function applyEnd(work: Work, ending: Ending): Promise<Next> {
  return work.rt.db.transaction((tx) => end(work, tx, ending))
}

async function resolve(work: Work, tx: Transaction, step: StepRow, result: Memo): Promise<Next> {
  const { delivery, run } = work
  const resolution = await resolveStep(tx, { run_id: run.id, id: step.id, memo: result, job: delivery.id }, delivery.id)
  if (!resolution) {
    // The result may already be stored by a statement whose response was lost. Then this job may be the run's driver.
    const { state, driver } = await lockOwnRun(tx, delivery, run.id)
    return state === 'active' && driver === delivery.id ? 'again' : leave(work, tx)
  }
  if (!resolution.drives) return leave(work, tx)
  await lockLease(tx, delivery)
  return 'again'
}

interface Failure {
  error: JobError
  retriable: boolean
}

/** Returns the job to the queue for a later attempt, or ends the run after the last one. */
async function failAttempt(
  work: Work,
  tx: Transaction,
  attempt: number,
  { error, retriable }: Failure,
  saveAttempt: (attempt: number) => Promise<void>,
): Promise<Next> {
  const { rt, delivery, run } = work
  const fn = functionOf(rt, run.function_id)
  if (!retriable || attempt >= fn.retries) return end(work, tx, { state: 'failed', error })
  const delay_ms = retryDelay(error, attempt, rt.backoff)
  const about = { function: fn.name, run_id: run.id, attempt, delay_ms: Math.round(delay_ms), err: error }
  tx.afterCommit(() => rt.log.warn(about, 'a job failed and will be retried'))
  await saveAttempt(attempt + 1)
  await leave(work, tx)
  // Keeps the id, because the run or the step refers to it.
  await rt.queue.insert(tx, [{ id: delivery.id, data: delivery.data, delay_ms }])
  return 'done'
}

async function end(work: Work, tx: Transaction, ending: Ending): Promise<Next> {
  const { rt, run } = work
  const ended = await endRun(rt, tx, run.id, ending)
  if (ended && ending.state === 'failed') {
    const about = { function: functionOf(rt, run.function_id).name, run_id: run.id, err: ending.error }
    tx.afterCommit(() => rt.log.error(about, 'a job failed'))
  }
  return leave(work, tx)
}

async function leave({ rt, delivery }: Work, tx: Transaction): Promise<Next> {
  await finishJob(rt, tx, delivery)
  return 'done'
}
