import { type Ctx, memberOf } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Stalled } from '../../../core/requeue.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { dryRunPage } from '../dry-run/page.ts'
import { type Task, TaskInput, type TaskKey } from '../publishing-schema.ts'
import { addPage, enterPage } from './enter-existing.ts'
import { migratePage } from './migrate.ts'
import type { RunningTask, TaskPage } from './page.ts'

// Processes sets of subscribers in pages. A page and its progress are one transaction, so a crash neither loses nor repeats work.

/** Starts a task within the given transaction. */
export async function startTask(
  tx: Tx,
  { automation_id, input, total }: { automation_id: number; input: TaskInput; total: number },
): Promise<number> {
  const { id } = await tx.db.automationTask.create({
    data: {
      account_id: tx.account_id,
      automation_id,
      kind: input.kind,
      input: JSON.parse(JSON.stringify(input)) as object,
      total,
      created_by: memberOf(tx),
      created_at: tx.now(),
      updated_at: tx.now(),
    },
  })
  tx.emit('automation.task_requested', { automation_task_id: id })
  return id
}

/** Continues a task until it completes or the budget is spent. */
export async function runTask(ctx: Ctx, { id, budget }: { id: number; budget?: Budget }): Promise<void> {
  while ((await runPage(ctx, id)) && !budget?.isSpent());
}

/** Runs the next page. Returns whether more follow. */
function runPage(ctx: Ctx, id: number): Promise<boolean> {
  return write(ctx, async (tx) => {
    const task = await tx.sql.one<RunningTask>(
      `select id, automation_id, input, after_id, created_by from automation_task
       where account_id = $1 and id = $2 and state = 'running' for update`,
      [id],
    )
    if (!task) return false
    const page = await workOn(tx, task)
    if (page === 'paused') return false
    await tx.sql.run(
      `update automation_task set done = done + $3, changed = changed + $4, after_id = coalesce($5, after_id),
         state = case when $5::bigint is null then 'completed' else state end,
         ended_at = case when $5::bigint is null then $6::timestamptz end, updated_at = $6
       where account_id = $1 and id = $2`,
      [id, page.looked_at, page.changed, page.last, tx.now()],
    )
    return page.last !== null
  })
}

function workOn(tx: Tx, task: RunningTask): Promise<TaskPage> {
  const input = TaskInput.parse(task.input)
  switch (input.kind) {
    case 'enter':
      return enterPage(tx, task, input.trigger_ids)
    case 'add':
      return addPage(tx, task, input)
    case 'migrate':
      return migratePage(tx, task, input)
    case 'dry_run':
      return dryRunPage(tx, task, input)
  }
}

const SHOWN = 10

/** Lists the latest tasks of an automation, newest first. Throws not_found. */
export async function listTasks(ctx: Ctx, { id }: { id: number }): Promise<Task[]> {
  const rows = await ctx.sql.rows<Task | { id: null }>(
    `select t.id, t.kind, t.state, t.total, t.done, t.changed, ${isoSql('t.created_at')} as created_at,
       ${isoSql('t.ended_at')} as ended_at
     from automation a left join automation_task t on t.account_id = a.account_id and t.automation_id = a.id
     where a.account_id = $1 and a.id = $2 and a.deleted_at is null order by t.id desc limit ${SHOWN}`,
    [id],
  )
  if (rows.length === 0) throw notFound()
  return rows.flatMap((row) => (row.id === null ? [] : row))
}

/** Stops a task after the current page. Earlier changes stay. Throws not_found, or invalid if it has ended. */
export function cancelTask(ctx: Ctx, { id, task_id }: TaskKey): Promise<void> {
  return write(ctx, async (tx) => {
    const task = await tx.sql.one<{ state: string }>(
      'select state from automation_task where account_id = $1 and automation_id = $2 and id = $3 for update',
      [id, task_id],
    )
    if (!task) throw notFound()
    if (task.state !== 'running') throw invalid('This has ended already')
    await tx.db.automationTask.updateMany({
      where: { id: task_id },
      data: { state: 'canceled', ended_at: tx.now(), updated_at: tx.now() },
    })
  })
}

/** Enqueues tasks that waited for a paused automation. */
export async function resumeTasks(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  const waiting = await tx.db.automationTask.findMany({
    where: { automation_id, state: 'running' },
    select: { id: true },
  })
  for (const { id } of waiting) tx.emit('automation.task_requested', { automation_task_id: id })
}

/** Requeuing a running task is harmless. */
export const STALLED_TASKS: readonly Stalled[] = [
  {
    table: 'automation_task',
    where: `state = 'running' and updated_at < $1`,
    after_minutes: 15,
    touch: 'updated_at',
    columns: 'account_id, id',
    emit: (tx, { id }) => tx.emit('automation.task_requested', { automation_task_id: id }),
  },
]
