import { randomBytes } from 'node:crypto'
import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { nameOfCopy } from '../../../core/write/copy-name.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import { pauseMessages, resumeMessages } from '../emails/pausing.ts'
import { removeListeners } from '../entering/listeners.ts'
import { withExits } from '../flow-schema.ts'
import type { Graph, Reentry } from '../graph-schema.ts'
import { ALL_RUNS, StepCounter } from '../running/moving.ts'
import { storeCounts } from '../running/store.ts'
import { type AutomationDetail, type Kind, MAX_NAME_LENGTH } from '../schema.ts'
import { getAutomation, requireUnlocked } from '../service.ts'
import { resumeTasks } from '../tasks/task.ts'
import { lockAutomation, readAutomation, storedGraph } from '../view.ts'
import { emailIdsOf } from './objects.ts'

/**
 * Pauses an automation: no one enters or moves, and runs keep their step and remaining wait. Throws not_found, or invalid unless it is
 * live.
 */
export function pauseAutomation(ctx: Ctx, { id }: { id: number }): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    const { state } = await lockAutomation(tx, { id })
    if (state === 'draft') throw invalid('This automation is not published, so there is nothing to pause')
    if (state === 'paused') throw conflict('This automation is already paused')
    const now = tx.now()
    await tx.db.automation.updateMany({ where: { id }, data: { state: 'paused', paused_at: now, updated_at: now } })
    await pauseMessages(tx, { automation_id: id })
    return getAutomation(tx, { id })
  })
}

/** Resumes a paused automation. Remaining waits continue; dates that passed are due. Throws not_found, or invalid unless it is paused. */
export function resumeAutomation(ctx: Ctx, { id }: { id: number }): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    const { state } = await lockAutomation(tx, { id })
    if (state !== 'paused') throw invalid('This automation is not paused')
    await tx.sql.run(
      `update automation set state = 'live', paused_at = null, updated_at = $3,
         pauses = pauses || jsonb_build_array(jsonb_build_array(paused_at, $3::timestamptz))
       where account_id = $1 and id = $2`,
      [id, tx.now()],
    )
    await resumeMessages(tx, { automation_id: id })
    tx.emit('automation.work_requested', { automation_id: id })
    tx.emit('automation.calls_queued', { automation_id: id })
    await resumeTasks(tx, { automation_id: id })
    return getAutomation(tx, { id })
  })
}

/**
 * Deletes an automation: no one enters or moves, and nothing is sent. A job ends its runs and withdraws queued messages. Throws not_found.
 */
export function deleteAutomation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await lockAutomation(tx, { id })
    await tx.db.automation.updateMany({ where: { id }, data: { deleted_at: tx.now(), updated_at: tx.now() } })
    await tx.db.automationTask.updateMany({
      where: { automation_id: id, state: 'running' },
      data: { state: 'completed', ended_at: tx.now(), updated_at: tx.now() },
    })
    await removeListeners(tx, { automation_id: id })
    await pauseMessages(tx, { automation_id: id })
    tx.emit('automation.cleanup_requested', { automation_id: id })
  })
}

/** Runs per transaction. */
const RUNS = 1_000

/** Ends the runs of a deleted automation within the budget. */
export async function endRuns(ctx: Ctx, { id, budget }: { id: number; budget: Budget }): Promise<void> {
  await sliceOf(budget, () => write(ctx, (tx) => endSome(tx, id)))
}

async function endSome(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.sql.rows<{ version: number; step_id: string | null }>(
    `with ending as (
       select r.id from automation_run r join automation t on t.account_id = r.account_id and t.id = r.automation_id
       where r.account_id = $1 and r.automation_id = $2 and r.state in ('held', 'ready', 'waiting') and t.deleted_at is not null
       limit ${RUNS} for update of r skip locked
     ), ended as (
       update automation_run r set state = 'left', reason = 'automation_deleted', ended_at = $3, due_at = null, problem = null
       from ending e where r.account_id = $1 and r.id = e.id returning r.id, r.version, r.step_id
     ), traced as (
       insert into automation_trace (account_id, run_id, step_id, event, data, at)
       select $1, id, step_id, 'left', '{"reason": "automation_deleted"}', $3 from ended
     )
     select version, step_id from ended`,
    [id, tx.now()],
  )
  const counts = new StepCounter()
  for (const { version, step_id } of rows) {
    counts.of(version, ALL_RUNS).ended++
    if (step_id !== null) counts.of(version, step_id).ended++
  }
  await storeCounts(tx, { automation_id: id, counts, now: tx.now() })
  return rows.length > 0
}

/**
 * Copies an automation and its emails as a draft. Throws not_found, or invalid while a template locks it, because the copy could be edited.
 */
export function duplicateAutomation(ctx: Ctx, { id }: { id: number }): Promise<AutomationDetail> {
  return write(ctx, async (tx) => {
    requireUnlocked(await lockAutomation(tx, { id }))
    const { name, kind, reentry, graph } = await readAutomation(tx, { id })
    const copied = { table: 'automation', where: 't.deleted_at is null', name, longest: MAX_NAME_LENGTH } as const
    return getAutomation(tx, await createCopy(tx, { id, name: await nameOfCopy(tx, copied), kind, reentry, graph }))
  })
}

interface Copied {
  id: number
  name: string
  kind: Kind
  reentry: Reentry
  graph: Graph
}

/** Creates an automation with copies of its steps' emails under new ids. */
async function createCopy(tx: Tx, { id: source_id, name, kind, reentry, graph }: Copied): Promise<{ id: number }> {
  const at = { created_at: tx.now(), updated_at: tx.now() }
  const created_by = memberOf(tx)
  const data = { account_id: tx.account_id, name, kind, reentry, created_by, ...at }
  const { id } = await tx.db.automation.create({ data })
  const ids = await tx.sql.rows<{ id: number; email_id: number }>(
    `with copied as materialized (
       select nextval('automation_email_id_seq')::int as id, e.id as email_id from automation_email e
       where e.account_id = $1 and e.automation_id = $3 and e.id = any ($4::int[]) and e.deleted_at is null order by e.id
     ), inserted as (
       insert into automation_email (account_id, id, automation_id, subject, preview_text, content, has_content, mistake, left_out,
         email_template_id, email_address, created_at, updated_at)
       select $1, c.id, $2, e.subject, e.preview_text, e.content, e.has_content, e.mistake, e.left_out, e.email_template_id,
         e.email_address, $5, $5
       from copied c join automation_email e on e.account_id = $1 and e.id = c.email_id order by c.id
     )
     select id, email_id from copied`,
    [id, source_id, emailIdsOf(graph.steps), tx.now()],
  )
  const email_ids = new Map(ids.map((row) => [row.email_id, row.id]))
  await tx.db.automation.updateMany({
    where: { id },
    data: { draft: storedGraph(withNewSplits(withEmails(graph, email_ids))) },
  })
  return { id }
}

const emailOf = (step: Graph['steps'][number]): number | undefined =>
  step.kind === 'action' && step.action.type === 'send_email' ? step.action.email_id : undefined

/** Replaces the email ids of a graph. A step with an unknown email keeps an id that the new automation does not have. */
function withEmails(graph: Graph, email_ids: ReadonlyMap<number, number>): Graph {
  const steps = graph.steps.map((step) => {
    const email_id = email_ids.get(emailOf(step) ?? 0)
    return email_id === undefined || step.kind !== 'action' || step.action.type !== 'send_email'
      ? step
      : { ...step, action: { ...step.action, email_id } }
  })
  return { ...graph, steps }
}

/** Gives random splits new ids. Their branches depend on the id, so otherwise both tests would have the same groups. */
function withNewSplits({ triggers, first, steps }: Graph): Graph {
  const ids = new Map(
    steps.flatMap(({ kind, id }) => (kind === 'random_split' ? [[id, `r${randomBytes(6).toString('hex')}`]] : [])),
  )
  const renamed = <Id extends string | null>(id: Id) => (ids.get(id ?? '') ?? id) as Id
  return {
    triggers,
    first: renamed(first),
    steps: steps.map((step) => ({ ...withExits(step, renamed), id: renamed(step.id) })),
  }
}
