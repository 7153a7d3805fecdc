import { type EventInput, newJobId } from '../queue/queue.ts'
import { functionOf, type Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'
import type { JobError, RunState } from '../storage/runs.ts'
import { type Memo, resolveStep } from '../storage/steps.ts'

export type Ending =
  | { state: 'completed'; output: string }
  | { state: 'failed'; error: JobError }
  | { state: 'cancelled'; reason: string }

interface EndedRun {
  id: string
  function_id: string
  events: string
  /** Seconds since 1970, in PostgreSQL's own precision. */
  ended: string
  open: number
  awaited: boolean
}

/** Columns that `afterEnd` needs, of a run `r` that is being updated; the parameter holds the names of the ending's events. */
const endedColumns = (names: string) =>
  `r.id, r.function_id, concat('[', r.event, ',' || r.more_events, ']') as events,
   extract(epoch from r.ended_at)::text as ended, r.open,
   exists (select from jobs.step s where s.state = 'waiting' and s.event_name = any (${names})) as awaited`

/** The events for each ending. As on an Inngest server, every ending emits `finished`. */
export const NAMES: Record<Ending['state'], string[]> = {
  completed: ['inngest/function.finished'],
  failed: ['inngest/function.failed', 'inngest/function.finished'],
  cancelled: ['inngest/function.cancelled', 'inngest/function.finished'],
}
/** As on an Inngest server, runs triggered by these events emit none of their own, or they would trigger themselves. */
const END_EVENTS = ['inngest/function.failed', 'inngest/function.finished']
const STATUS: Record<Ending['state'], string> = { completed: 'Completed', failed: 'Failed', cancelled: 'Cancelled' }

/**
 * Ends an open run: removes its timers from the queue, and notifies the functions and waits that follow inngest/function.*. Returns false
 * when the run had already ended.
 */
export async function endRun(rt: Runtime, tx: Transaction, run_id: string, ending: Ending): Promise<boolean> {
  const error = errorOf(ending)
  const [run] = await tx.rows<EndedRun>(
    `update jobs.run r set state = $2, output = $3, error = $4, driver = null, ended_at = now(),
       started_at = coalesce(r.started_at, now())
     where r.id = $1 and r.ended_at is null returning ${endedColumns('$5')}`,
    [
      run_id,
      ending.state satisfies RunState,
      ending.state === 'completed' ? ending.output : null,
      error && JSON.stringify(error),
      NAMES[ending.state],
    ],
  )
  if (run) await afterEnd(rt, tx, run, ending)
  return run !== undefined
}

/** Handles the consequences of the end of a run, in the transaction that ended it. */
async function afterEnd(rt: Runtime, tx: Transaction, run: EndedRun, ending: Ending): Promise<void> {
  if (run.open > 0) await removeTimers(rt, tx, run.id)
  const { id: function_id } = functionOf(rt, run.function_id)
  // Through the queue, because matching events locks other runs and this transaction already locks one.
  if (run.awaited || NAMES[ending.state].some((name) => rt.isEndFollowed(name, function_id))) {
    const events = endingEvents({ ...run, function_id }, ending)
    if (events.length > 0) await rt.queue.insert(tx, [{ data: { kind: 'announce', events: JSON.stringify(events) } }])
  }
}

/** Finishes a step of another run and, when that run can continue, queues the job for it. */
export async function resumeWith(
  rt: Runtime,
  tx: Transaction,
  step: { run_id: string; id: string; memo: Memo },
): Promise<boolean> {
  const driver = newJobId()
  const resolution = await resolveStep(tx, step, driver)
  if (!resolution) return false
  if (resolution.job) await rt.queue.remove(tx, [resolution.job])
  if (resolution.drives) {
    const [run] = await tx.rows<{ function_id: string }>('select function_id from jobs.run where id = $1', [
      step.run_id,
    ])
    const data = { kind: 'run', run_id: step.run_id, function_id: run?.function_id ?? '' } as const
    await rt.queue.insert(tx, [{ id: driver, data }])
  }
  return true
}

const errorOf = (ending: Ending): JobError | null => {
  if (ending.state === 'failed') return ending.error
  return ending.state === 'cancelled' ? { name: 'Cancelled', message: ending.reason } : null
}

/** Removes sleeps and timeouts of an ended run, which would stay in the queue until they are due, perhaps for a month. */
async function removeTimers(rt: Runtime, tx: Transaction, run_id: string): Promise<void> {
  const timers = await tx.rows<{ job: string }>(
    `select job from jobs.step where run_id = $1 and state in ('sleeping', 'waiting') and job is not null`,
    [run_id],
  )
  await rt.queue.remove(
    tx,
    timers.map(({ job }) => job),
  )
}

/** Returns the events of a run's end. A retried run may end twice, with separate events for each end. */
function endingEvents(run: EndedRun, ending: Ending): EventInput[] {
  const events: { name: string }[] = JSON.parse(run.events)
  if (END_EVENTS.includes(events[0]?.name ?? '')) return []
  const error = errorOf(ending)
  const data = {
    function_id: run.function_id,
    run_id: run.id,
    event: events[0],
    events,
    ...(error && { error }),
    ...(ending.state === 'completed' && { result: JSON.parse(ending.output) as unknown }),
    _inngest: { status: STATUS[ending.state] },
  }
  return NAMES[ending.state].map((name) => ({ id: `${run.id} ${run.ended} ${name}`, name, data }))
}
