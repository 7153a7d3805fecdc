import { systemCtx, systemPool } from '../../../core/context.ts'
import { announceEvents } from '../entering/announce.ts'
import { requestWork } from './advance.ts'
import { isLive } from './claim.ts'

/** A position in a pass, ordered by account and id. */
export interface Position extends Record<string, number> {
  account_id: number
  id: number
}

const AUTOMATIONS = 500

/** Enqueues work for live automations with due runs, and matching of events whose announcement was lost. */
export async function requeueStalledAutomations({
  now,
  after,
}: {
  now: Date
  after: Position
}): Promise<Position | null> {
  if (after.account_id === 0) await announceEvents({ is_due: true })
  const failures: unknown[] = []
  const { rows } = await systemPool().query<Position>(
    `select a.account_id, a.id from automation a join account c on c.id = a.account_id
     where (a.account_id, a.id) > ($2, $3) and ${isLive('a', 'c')} and exists (
       select from automation_run r where r.account_id = a.account_id and r.automation_id = a.id and r.ended_at is null and r.due_at <= $1)
     order by a.account_id, a.id limit $4`,
    [now, after.account_id, after.id, AUTOMATIONS],
  )
  for (const { account_id, id } of rows)
    await requestWork(systemCtx(account_id), { id }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some automations could not be requeued')
  return rows.length < AUTOMATIONS ? null : (rows.at(-1) ?? null)
}
