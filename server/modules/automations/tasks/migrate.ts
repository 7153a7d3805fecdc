import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../core/write/write.ts'
import type { Graph, Step } from '../graph-schema.ts'
import type { TaskInput } from '../publishing-schema.ts'
import { loadVersions } from '../running/graph.ts'
import { ALL_RUNS, StepCounter } from '../running/moving.ts'
import { storeCounts } from '../running/store.ts'
import type { RunningTask, TaskPage } from './page.ts'

/** Current and former subscribers of the version, per transaction. */
const PAGE = 2_000

type MigrateInput = Extract<TaskInput, { kind: 'migrate' }>

/** Moves the next subscribers of the old version to the new one. */
export async function migratePage(tx: Tx, task: RunningTask, input: MigrateInput): Promise<TaskPage> {
  const { automation_id, after_id } = task
  const { from_version, to_version } = input
  const versions = await loadVersions(tx, { automation_id, versions: [from_version, to_version] })
  const [from, to] = [versions.get(from_version), versions.get(to_version)]
  if (!from || !to) return { looked_at: 0, changed: 0, last: null }
  const places = placesOf(from.graph, to.graph, input.to)
  const page = await tx.sql.one<{ last: number | null; looked_at: number }>(
    `select max(p.subscriber_id) as last, count(distinct p.subscriber_id)::int as looked_at from (
       select r.subscriber_id from automation_run r
       where r.account_id = $1 and r.automation_id = $2 and r.subscriber_id > $3 order by r.subscriber_id limit ${PAGE}
     ) p`,
    [automation_id, after_id],
  )
  const last = page?.last ?? null
  if (last === null) return { looked_at: 0, changed: 0, last }
  // A worker may be moving some runs. After it commits, the next statement sees their new steps.
  await tx.sql.run(LOCK, [automation_id, after_id, last, from_version])
  const moved = await tx.sql.rows<{
    from_step_id: string | null
    to_step_id: string | null
    is_kept: boolean
    count: number
  }>(MOVE, [automation_id, after_id, last, from_version, to_version, JSON.stringify(places), tx.now(), task.created_by])
  const counts = new StepCounter()
  const place = { from: from_version, to: to_version }
  for (const { from_step_id, to_step_id, is_kept, count } of moved) {
    counts.carry(ALL_RUNS, place, count)
    if (!is_kept) {
      if (from_step_id !== null) counts.of(from_version, from_step_id).moved += count
      if (to_step_id !== null) counts.of(to_version, to_step_id).entered += count
    } else if (from_step_id !== null) counts.carry(from_step_id, place, count)
  }
  await storeCounts(tx, { automation_id, counts, now: tx.now() })
  if (moved.length > 0) tx.emit('automation.work_requested', { automation_id })
  return { looked_at: page?.looked_at ?? 0, changed: moved.reduce((sum, { count }) => sum + count, 0), last }
}

/** The step where subscribers of an old step continue. */
interface Place {
  step_id: string
  to: string | null
  /** True if their wait, failure or attempt continues. Otherwise they arrive again. */
  is_kept: boolean
}

/**
 * Returns the target of each old step. Missing steps without a chosen target have none: subscribers who got there since the preview keep
 * their version.
 */
export function placesOf(from: Graph, to: Graph, chosen: Readonly<Record<string, string | null>>): Place[] {
  const known = new Map(to.steps.map((step) => [step.id, step]))
  return from.steps.flatMap((step) => {
    const same = known.get(step.id)
    if (same) return { step_id: step.id, to: step.id, is_kept: isSameStep(step, same) }
    const place = chosen[step.id]
    return place === undefined ? [] : { step_id: step.id, to: place, is_kept: false }
  })
}

/** Returns whether a step stays the same, apart from the steps after it. */
function isSameStep(a: Step, b: Step): boolean {
  return isDeepStrictEqual(whatItDoes(a), whatItDoes(b))
}

function whatItDoes(step: Step): unknown {
  switch (step.kind) {
    case 'action':
      return step.action
    case 'wait':
      return step.wait
    case 'wait_for_event':
      return { kind: step.kind, events: step.events, timeout_minutes: step.timeout_minutes }
    default:
      return { ...step, note: '' }
  }
}

const LOCK = `
  select from automation_run r
  where r.account_id = $1 and r.automation_id = $2 and r.subscriber_id > $3 and r.subscriber_id <= $4 and r.version = $5 and r.ended_at is null
  order by r.id for update`

// Runs after the last step are completed by the worker that claims them, like any other.
const MOVE = `
  with position as materialized (
    select nextval('automation_event_id_seq') as now
  ), moving as (
    select r.id, r.step_id, p."to" as to_step_id, coalesce(p.is_kept, true) as is_kept
    from automation_run r
      left join jsonb_to_recordset($7::jsonb) as p(step_id text, "to" text, is_kept boolean) on p.step_id = r.step_id
    where r.account_id = $1 and r.automation_id = $2 and r.subscriber_id > $3 and r.subscriber_id <= $4 and r.version = $5
      and r.ended_at is null and (p.step_id is not null or r.step_id is null)
    order by r.id
  ), moved as (
    update automation_run r set version = $6::int,
      step_id = case when m.is_kept then r.step_id else m.to_step_id end,
      state = case when m.is_kept then r.state else 'ready' end,
      due_at = case when m.is_kept then r.due_at else $8::timestamptz end,
      arrived_at = case when m.is_kept then r.arrived_at else $8::timestamptz end,
      arrived_after = case when m.is_kept then r.arrived_after else (select now from position) end,
      attempts = case when m.is_kept then r.attempts else 0 end,
      problem = case when m.is_kept then r.problem end,
      exit = case when m.is_kept then r.exit end,
      evidence = case when m.is_kept then r.evidence end
    from moving m where r.account_id = $1 and r.id = m.id
    returning r.id, m.step_id as from_step_id, r.step_id, m.is_kept
  ), traced as (
    insert into automation_trace (account_id, run_id, step_id, event, data, at)
    select $1, id, from_step_id, 'moved',
      jsonb_build_object('to', step_id, 'from_version', $5::int, 'to_version', $6::int, 'by', $9::int), $8::timestamptz
    from moved order by id
  )
  select from_step_id, step_id as to_step_id, is_kept, count(*)::int as count from moved group by 1, 2, 3`
