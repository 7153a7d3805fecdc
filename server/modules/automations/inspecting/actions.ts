import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { MoveInput, RunsInput } from '../inspecting-schema.ts'
import { loadVersions } from '../running/graph.ts'
import { moveRunsTo, removeRuns, retryRuns } from '../running/leave.ts'
import { lockAutomation } from '../view.ts'
import { doneBy } from './adding.ts'

// Actions of members on runs. Each returns the number of changed runs, and the trace names the member.

interface Changed {
  changed: number
}

/** Ends runs. Throws not_found. */
export function removeFromAutomation(ctx: Ctx, { id, run_ids }: RunsInput): Promise<Changed> {
  return write(ctx, async (tx) => {
    await lockAutomation(tx, { id })
    const changed = await removeRuns(tx, { automation_id: id, run_ids, reason: 'removed' })
    await noteMember(tx, { run_ids, event: 'left' })
    return reached(tx, changed)
  })
}

/** Retries held runs. Throws not_found. */
export function retryHeld(ctx: Ctx, { id, run_ids }: RunsInput): Promise<Changed> {
  return write(ctx, async (tx) => {
    await lockAutomation(tx, { id })
    await tx.sql.run(
      `insert into automation_trace (account_id, run_id, step_id, event, data, at)
       select $1, r.id, r.step_id, 'retried', $4::jsonb, $5 from automation_run r
       where r.account_id = $1 and r.automation_id = $2 and r.id = any ($3::bigint[]) and r.state = 'held' order by r.id`,
      [id, run_ids, JSON.stringify(doneBy(tx)), tx.now()],
    )
    return reached(tx, await retryRuns(tx, { automation_id: id, run_ids }))
  })
}

/** Moves runs to a step of their version. Throws not_found, or invalid if a version has no such step. */
export function moveRuns(ctx: Ctx, { id, run_ids, step_id }: MoveInput): Promise<Changed> {
  return write(ctx, async (tx) => {
    await lockAutomation(tx, { id })
    const rows = await tx.sql.rows<{ version: number }>(
      `select distinct version from automation_run
       where account_id = $1 and automation_id = $2 and id = any ($3::bigint[]) and ended_at is null`,
      [id, run_ids],
    )
    const versions = await loadVersions(tx, { automation_id: id, versions: rows.map(({ version }) => version) })
    for (const [version, { steps }] of versions)
      if (!steps.has(step_id))
        throw invalid(t`Version ${version} has no step ${step_id}. Choose a step of that version`)
    const changed = await moveRunsTo(tx, { automation_id: id, run_ids, step_id })
    await noteMember(tx, { run_ids, event: 'moved' })
    return reached(tx, changed)
  })
}

function reached(tx: Tx, changed: number): Changed {
  noteReached(tx, { recipients: changed, suppressed: 0, is_exact: true })
  return { changed }
}

/** Adds the member to the trace rows of this transaction. */
async function noteMember(tx: Tx, { run_ids, event }: { run_ids: readonly number[]; event: string }): Promise<void> {
  await tx.sql.run(
    `update automation_trace set data = data || $4::jsonb
     where account_id = $1 and run_id = any ($2::bigint[]) and event = $3 and xmin = pg_current_xact_id()::xid`,
    [run_ids, event, JSON.stringify(doneBy(tx))],
  )
}
