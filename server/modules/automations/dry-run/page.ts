import type { Tx } from '../../../core/write/write.ts'
import { readDefinitions } from '../../segments/service.ts'
import { loadHistories } from '../facts/load.ts'
import type { DryRunPlan, DryRunResult } from '../publishing-schema.ts'
import type { RunningTask, TaskPage } from '../tasks/page.ts'
import { MANY_EMAILS, MAX_SIMULATED } from '../values-schema.ts'
import { countSlice, findSlice, segmentIdsOf } from './candidates.ts'
import { type Plan, preparePlan } from './plan.ts'
import { Simulation } from './simulation.ts'
import { emptyResult, Tally } from './tally.ts'

/** Continues a dry run by one page per transaction: counts the candidates first, then follows them. Writes only the task and its rows. */
export async function dryRunPage(tx: Tx, task: RunningTask, input: DryRunPlan): Promise<TaskPage> {
  const plan = preparePlan(task.automation_id, input)
  const segments = await readDefinitions(tx, { ids: segmentIdsOf(plan.graph) })
  const task_row = await tx.sql.one<{ result: DryRunResult | null; changed: number }>(
    'select result, changed from automation_task where account_id = $1 and id = $2',
    [task.id],
  )
  const result = { ...emptyResult(), ...task_row?.result }
  const { matched } = result
  const sought = { plan, segments, after_id: task.after_id }
  if (matched === null) {
    const { count, untold, last, looked_at } = await countSlice(tx, sought)
    // While counting, `changed` holds the count.
    if (last !== null) {
      const sums = Object.entries(untold).map(([id, more]) => [id, (result.untold[id] ?? 0) + more])
      if (sums.length > 0) await saveResult(tx, task.id, { ...result, untold: Object.fromEntries(sums) })
      return { looked_at, changed: count, last }
    }
    await saveResult(tx, task.id, { ...result, matched: task_row?.changed ?? 0 })
    return { looked_at: 0, changed: -(task_row?.changed ?? 0), last: 0 }
  }
  const { ids, last, looked_at } = await findSlice(tx, { ...sought, matched })
  const followed = await follow(tx, {
    task,
    plan,
    result,
    ids: ids.slice(0, MAX_SIMULATED - (task_row?.changed ?? 0)),
    segments,
  })
  return { looked_at, changed: followed, last }
}

interface Following {
  task: RunningTask
  plan: Plan
  result: DryRunResult
  ids: readonly number[]
  segments: Awaited<ReturnType<typeof readDefinitions>>
}

/** Follows subscribers and stores their simulated results. Returns their number. */
async function follow(tx: Tx, { task, plan, result, ids, segments }: Following): Promise<number> {
  if (ids.length === 0) return 0
  const tally = new Tally(result, plan.time_zone)
  const histories = await loadHistories(tx, { plan, segments, ids })
  const rows = histories.flatMap((history) => {
    const simulation = new Simulation(plan, history, tally)
    simulation.run()
    const row = rowOf(simulation)
    if (!row) return []
    result.subscribers++
    if (row.most_emails > MANY_EMAILS) result.busy++
    return row
  })
  await tx.sql.run(
    `insert into automation_dry_run_subscriber (account_id, task_id, subscriber_id, entered_at, state, step_id, emails, most_emails, most_on, path)
     select $1, $2, v.subscriber_id, v.entered_at, v.state, v.step_id, v.emails, v.most_emails, v.most_on, v.path
     from jsonb_to_recordset($3::jsonb) as v(subscriber_id bigint, entered_at timestamptz, state text, step_id text, emails int,
       most_emails int, most_on date, path jsonb)`,
    [task.id, JSON.stringify(rows)],
  )
  await saveResult(tx, task.id, result)
  return histories.length
}

function rowOf({ history, runs, path, sent, tally }: Simulation) {
  const first = runs[0]
  const last = runs.at(-1)
  if (!first || !last) return null
  const by_day = new Map<string, number>()
  for (const at of [...sent, ...history.got]) by_day.set(tally.dayOf(at), (by_day.get(tally.dayOf(at)) ?? 0) + 1)
  // Ignore days on which this automation would have sent nothing.
  const own = new Set(sent.map((at) => tally.dayOf(at)))
  let most: [string, number] | undefined
  for (const [day, count] of by_day) if (own.has(day) && count > (most?.[1] ?? 0)) most = [day, count]
  return {
    subscriber_id: history.subscriber_id,
    entered_at: new Date(first.entered_at).toISOString(),
    state: last.state === 'ready' ? 'waiting' : last.state,
    step_id: last.step_id,
    emails: sent.length,
    most_emails: most?.[1] ?? 0,
    most_on: most?.[0] ?? null,
    path,
  }
}

async function saveResult(tx: Tx, id: number, result: DryRunResult): Promise<void> {
  await tx.sql.run('update automation_task set result = $3::jsonb where account_id = $1 and id = $2', [
    id,
    JSON.stringify(result),
  ])
}
