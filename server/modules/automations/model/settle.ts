import type { Ctx } from '../../../core/context.ts'
import { hasCalls, makeCalls } from '../apps/calls.ts'
import { evaluateTriggers } from '../entering/evaluate.ts'
import { matchEvents } from '../entering/match.ts'
import { advanceAutomation } from '../running/advance.ts'
import { runTask } from '../tasks/task.ts'

// Runs jobs in a fixed order.

const WORK_MS = 60_000
/** More rounds at one instant mean an endless cascade. */
const MAX_ROUNDS = 2_000

/**
 * Runs jobs until nothing is left to do at this instant: matches events first, then moves due subscribers automation by automation. Returns
 * whether there was anything to do.
 */
export async function settle(ctx: Ctx): Promise<boolean> {
  await settleTasks(ctx)
  let last = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { has_events, due } = await findWork(ctx)
    if (has_events) await matchEvents(ctx, { work_ms: WORK_MS })
    else {
      const id = due.find((one) => one > last) ?? due[0]
      if (id === undefined) return round > 0
      last = id
      await advanceAutomation(ctx, { id, work_ms: WORK_MS })
      // Apps respond immediately.
      while (await callApps(ctx, id)) await advanceAutomation(ctx, { id, work_ms: WORK_MS })
    }
  }
  throw new Error('The engine does not come to rest')
}

async function callApps(ctx: Ctx, automation_id: number): Promise<boolean> {
  if (!(await hasCalls(ctx, { id: automation_id }))) return false
  await makeCalls({ now: ctx.now, budget_ms: WORK_MS, of: { account_id: ctx.account_id, automation_id } })
  return true
}

interface Work {
  has_events: boolean
  /** Automations with due runs. */
  due: number[]
}

const findWork = async (ctx: Ctx): Promise<Work> =>
  (await ctx.sql.one<Work>(
    `select exists (select from automation_event where account_id = $1) as has_events, array(
       select a.id from automation a where a.account_id = $1 and a.state = 'live' and exists (
         select from automation_run r
         where r.account_id = $1 and r.automation_id = a.id and r.ended_at is null and r.due_at <= $2)
       order by a.id) as due`,
    [ctx.now()],
  )) ?? { has_events: false, due: [] }

/** Evaluates segments and dates. */
export async function look(ctx: Ctx): Promise<void> {
  while (await evaluateTriggers(ctx, { work_ms: WORK_MS }));
}

/** Enters existing matches, and moves subscribers of older versions. */
export async function settleTasks(ctx: Ctx): Promise<void> {
  const tasks = await ctx.sql.rows<{ id: number }>(
    `select id from automation_task where account_id = $1 and state = 'running' order by id`,
  )
  for (const { id } of tasks) await runTask(ctx, { id })
}

/** Returns the next end of a wait. */
export async function nextDue(ctx: Ctx): Promise<number | null> {
  const row = await ctx.sql.one<{ at: Date | null }>(
    `select min(r.due_at) as at from automation_run r join automation a on a.account_id = r.account_id and a.id = r.automation_id
     where r.account_id = $1 and a.state = 'live' and r.ended_at is null and r.due_at > $2`,
    [ctx.now()],
  )
  return row?.at ? +row.at : null
}
