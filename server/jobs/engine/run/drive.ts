import { slotsOf, takeSlots } from '../queue/concurrency.ts'
import { isSuspect, MAX_DEATHS } from '../queue/deaths.ts'
import { finishJob, LostLease } from '../queue/fence.ts'
import { holdsLease, returnJobs } from '../queue/leases.ts'
import { setAside } from '../queue/pausing.ts'
import type { Delivery, JobData } from '../queue/queue.ts'
import { functionOf, type Runtime, type Target } from '../runtime.ts'
import { beginRuns, type Loaded, type Run } from '../storage/runs.ts'
import type { StepRow } from '../storage/steps.ts'
import { applyDiscovery, applyEnd, applyStep, applyTimer, type Next, resultOf, type Work } from './outcome.ts'

/** Jobs that refer to a run and may continue it. */
export type RunJob = Extract<JobData, { kind: 'run' | 'step' | 'timer' }>
type Turn = { kind: 'discovery' } | { kind: 'step' | 'timer'; step: StepRow }

/** Time that a suspect waits while another suspect has the slot. */
const SUSPECT_WAIT_MS = 1_000

/**
 * Works on a run as long as this job can: calls the function, stores the outcome, and repeats. Returns when the run has ended, waits for
 * something, or is to be retried later. The job leaves the queue in the transaction that stores this.
 */
export async function driveRun(rt: Runtime, delivery: Delivery & { data: RunJob }, given?: Loaded): Promise<void> {
  const { run_id, ...data } = delivery.data
  // A run passed without a step began with the fetch, because it has no limits.
  let isAdmitted = given !== undefined && given.step === undefined
  let hasPlace = false
  let current = given
  try {
    for (let next: Next = 'again'; next === 'again'; current = undefined) {
      current ??= await rt.load({ run_id, step_id: 'step_id' in data ? data.step_id : undefined })
      const turn = current && turnOf(delivery, current.run, current.step)
      if (!current || !turn) return await rt.db.transaction((tx) => finishJob(rt, tx, delivery))
      const work = { rt, delivery, run: current.run }
      if (hasPlace && !isSuspect(work.run)) {
        rt.suspects.leave()
        hasPlace = false
      }
      if (work.run.deaths >= MAX_DEATHS) {
        next = await applyEnd(work, died(work.run))
      } else if (turn.kind === 'timer') {
        next = await applyTimer(work, turn.step)
      } else {
        if (await waitsForResumption(work)) return
        if (isSuspect(work.run) && !hasPlace) {
          hasPlace = rt.suspects.enter(run_id)
          if (!hasPlace) return await giveBack(rt, delivery, SUSPECT_WAIT_MS)
        }
        isAdmitted ||= await enter(work)
        if (!isAdmitted) return
        next = await callAndStore(work, turn)
      }
      if (next === 'again' && rt.stopping()) return await giveBack(rt, delivery)
    }
  } finally {
    if (hasPlace) rt.suspects.leave()
  }
}

const giveBack = (rt: Runtime, delivery: Delivery, delay_ms = 0) =>
  rt.db.transaction((tx) => returnJobs(tx, rt.queue, [delivery], delay_ms))

/** Returns this job's task for the run; undefined when it is too late. The rows decide, not the job's kind. */
function turnOf({ id }: Delivery, run: Run, step: StepRow | undefined): Turn | undefined {
  if (run.state !== 'queued' && run.state !== 'active') return undefined
  if (run.driver === id) return { kind: 'discovery' }
  if (step?.job !== id || step.state === 'done') return undefined
  return { kind: step.state === 'planned' ? 'step' : 'timer', step }
}

/** Sets aside the job of a run that has not begun if its function is paused. */
async function waitsForResumption({ rt, delivery, run }: Work): Promise<boolean> {
  const { id } = functionOf(rt, run.function_id)
  return run.state === 'queued' && rt.paused.has(id) && setAside(rt, delivery, id)
}

/** Takes the run's slots under its concurrency limits. Returns false when the run has to wait for one. */
async function enter({ rt, delivery, run }: Work): Promise<boolean> {
  const fn = functionOf(rt, run.function_id)
  const slots = slotsOf(rt.log, fn, JSON.parse(run.event))
  if (slots.length > 0) {
    const entered = await rt.db.transaction((tx) => takeSlots(tx, rt.queue, delivery, slots))
    if (!entered) return false
  }
  if (run.state === 'queued') await beginRuns(rt.db, [run.id])
  return true
}

async function callAndStore(work: Work, turn: Turn): Promise<Next> {
  const { rt, delivery, run } = work
  const target: Target =
    turn.kind === 'discovery' ? turn : { kind: 'step', step_id: turn.step.id, attempt: turn.step.attempt }
  const { answer, seq } = await rt.calls.make(rt, delivery, run, target)
  if (answer.kind === 'halted') {
    if (!(await holdsLease(rt.db, delivery))) throw new LostLease(`Job ${delivery.id} was taken over`)
    // The run has ended, which the next load shows, or the process is stopping.
    return 'again'
  }
  if (turn.kind !== 'discovery') {
    const memo = resultOf(turn.step, answer)
    const result = { delivery, run_id: run.id, function_id: run.function_id, step_id: turn.step.id }
    const drives = memo && (await rt.step_results.store({ ...result, memo }))
    return drives === undefined ? applyStep(work, turn.step, answer) : drives ? 'again' : 'done'
  }
  if (answer.kind === 'completed' && (await rt.completions.store({ delivery, run_id: run.id, output: answer.output })))
    return 'done'
  return applyDiscovery(work, answer, seq)
}

const died = (run: Run) => ({
  state: 'failed' as const,
  error: { name: 'ProcessDied', message: `The process died ${run.deaths} times in a row while it worked on this run` },
})
