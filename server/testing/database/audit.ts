import type pg from 'pg'
import { database } from '../../db/client.ts'

/** Returns a user's actions in the audit log, oldest first. `pool`: of another database. */
export async function auditedActions(user_id: number, pool: pg.Pool = database().pool): Promise<string[]> {
  const text = 'select action from audit_entry where user_id = $1 order by id'
  return (await pool.query<{ action: string }>(text, [user_id])).rows.map(({ action }) => action)
}
