import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { Graph, type Step, Step as StepSchema } from '../graph-schema.ts'
import type { ListedRun, RunTrace, TraceEntry, TraceInput } from '../inspecting-schema.ts'
import { describeStep, sentence } from '../publishing/describe.ts'
import { emailIdsOf, findObjects, namedBy, referencesOf } from '../publishing/objects.ts'
import { type Explained, eventOf, explain } from './explain.ts'
import { RUN_COLUMNS } from './runs.ts'

/** Entries per page, latest first. */
const SHOWN = 500

interface Row {
  run: Omit<ListedRun, 'label'>
  automation: RunTrace['automation']
  graph: unknown
  /** Steps that the run passed in earlier versions. */
  earlier: unknown[]
  entries: Omit<TraceEntry, 'label' | 'message'>[]
  /** Time at which an unresponsive app is asked again. */
  asked_again_at: string | null
  kept_days: number | null
}

/**
 * Returns the latest trace entries of a run or those before an entry, with its position, the reason, and the next step. Throws not_found.
 */
export async function traceRun(ctx: Ctx, { run_id, before }: TraceInput): Promise<RunTrace> {
  const row = await ctx.sql.one<Row>(
    `select row_to_json(l) as run,
       json_build_object('id', a.id, 'name', a.name, 'state', a.state, 'version', a.version) as automation, v.graph,
       (select coalesce(json_agg(o.step), '[]') from (
         select distinct on (e.step ->> 'id') e.step
         from automation_version o cross join jsonb_array_elements(o.graph -> 'steps') as e(step)
         where o.account_id = $1 and o.automation_id = a.id and o.version < l.version
           and e.step ->> 'id' in (select x.step_id from automation_trace x where x.account_id = $1 and x.run_id = $2)
         order by e.step ->> 'id', o.version desc) o) as earlier,
       (select coalesce(json_agg(e order by e.id desc), '[]') from (
         select x.id, x.step_id, x.event, x.data, ${isoSql('x.at')} as at from automation_trace x
         where x.account_id = $1 and x.run_id = $2 and ($3::bigint is null or x.id < $3) order by x.id desc limit ${SHOWN + 1}) e) as entries,
       (select ${isoSql('min(c.next_attempt_at)')} from automation_call_run w
         join automation_call c on c.account_id = w.account_id and c.id = w.call_id
         where w.account_id = $1 and w.run_id = $2 and c.step_id = l.step_id) as asked_again_at,
       -- Every trace begins with entering.
       case when not exists (select from automation_trace x where x.account_id = $1 and x.run_id = $2 and x.event = 'entered')
         then (select c.automation_trace_days from account c where c.id = $1) end as kept_days
     from (select ${RUN_COLUMNS}, r.automation_id from automation_run r
         join subscriber s on s.account_id = r.account_id and s.id = r.subscriber_id
       where r.account_id = $1 and r.id = $2) l
       join automation a on a.account_id = $1 and a.id = l.automation_id and a.deleted_at is null
       left join automation_version v on v.account_id = $1 and v.automation_id = a.id and v.version = l.version`,
    [run_id, before ?? null],
  )
  if (!row) throw notFound()
  const { automation, entries } = row
  const graph = Graph.parse(row.graph ?? {})
  const earlier = row.earlier.map((step) => StepSchema.parse(step))
  const evidence = entries.flatMap(({ data }) => [
    ...(typeof data.by === 'number' ? [{ kind: 'member' as const, id: data.by }] : []),
    ...(typeof data.started_by === 'number' ? [{ kind: 'automation' as const, id: data.started_by }] : []),
    ...[eventOf(data)].flatMap((on) => (on ? namedBy(on) : [])),
  ])
  const { names } = await findObjects(ctx, {
    named: [...referencesOf(graph), ...referencesOf({ triggers: [], steps: earlier }), ...evidence],
    email_ids: emailIdsOf([...earlier, ...graph.steps]),
  })
  const explained: Explained = {
    graph,
    names,
    steps: new Map([...earlier, ...graph.steps].map((step) => [step.id, step])),
  }
  const label = (step_id: string | null) => {
    const step = step_id === null ? undefined : explained.steps.get(step_id)
    return step ? sentence(describeStep(step, names)) : null
  }
  const run: ListedRun = { ...row.run, label: label(row.run.step_id) }
  return {
    run,
    automation,
    has_more: entries.length > SHOWN,
    kept_days: row.kept_days,
    entries: entries
      .slice(0, SHOWN)
      .reverse()
      .map((entry) => ({
        ...entry,
        label: label(entry.step_id),
        message: explain(entry.event, entry.step_id, entry.data, explained),
      })),
    next: nextOf(run, row.asked_again_at, automation, explained),
  }
}

function nextOf(
  run: ListedRun,
  asked_again_at: string | null,
  automation: RunTrace['automation'],
  known: Explained,
): RunTrace['next'] {
  const { state, step_id, ended_at } = run
  const due_at = run.due_at ?? (state === 'held' ? asked_again_at : null)
  if (ended_at !== null) return null
  const step = step_id === null ? undefined : known.steps.get(step_id)
  const label = step ? sentence(describeStep(step, known.names)) : 'Completes the automation'
  const isPaused = automation.state === 'paused'
  const message = isPaused
    ? [...(state === 'held' ? [heldBy(run)] : []), PAUSED].join(' ')
    : whyHere({ ...run, due_at }, step)
  return { step_id, label, message, at: isPaused || state === 'ready' ? null : due_at }
}

const PAUSED = 'The automation is paused. The subscriber stays here until you resume it.'

const heldBy = ({ problem }: ListedRun) => problem ?? 'The step failed.'

function whyHere(run: ListedRun, step: Step | undefined): string {
  const { state, due_at } = run
  if (state === 'held')
    return `${heldBy(run)} ${due_at === null ? 'It is not tried again until you retry it.' : 'It is tried again automatically.'}`
  if (state === 'ready') return 'This step is done next, within a minute.'
  if (step?.kind === 'wait_for_event')
    return due_at === null ? 'Waits until it happens.' : 'Waits until it happens, at most until the time-out.'
  return step?.kind === 'action' ? 'Waits for the answer of the app.' : 'Continues when the wait is over.'
}
