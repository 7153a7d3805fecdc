import { instanceSettings } from '../core/instance/settings.ts'
import type { InstanceSettings } from '../core/instance/settings-schema.ts'
import type { Budget } from '../lib/concurrency/budget.ts'
import { database } from './client.ts'

/** Settings of the instance that are numbers of days. */
type KeptDaysSetting = Extract<keyof InstanceSettings, `${string}_days`>

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 5_000

/** Rows of all accounts that are deleted some time after they expire. */
export interface ExpiredRows {
  table: string
  /** Condition on the table's columns. `$1` is now minus `kept_days`. Comes from code, never from a request. */
  where: string
  /** A number of days, or the name of the instance setting with this number. */
  kept_days?: number | KeptDaysSetting
  /** Rows per statement: fewer for rows that contain files. */
  rows?: number
}

export interface PurgeInput {
  now: Date
  /** Without a budget, all expired rows are deleted. */
  budget?: Budget
}

/** Rows that a module purges, or a function for work that a condition cannot express. */
export type Expired = ExpiredRows | ((input: PurgeInput) => Promise<unknown>)

/** Purges the list in order. Returns the number of deleted rows; functions do not count. */
export async function purgeExpired(expired: readonly Expired[], { now, budget }: PurgeInput): Promise<number> {
  let deleted_rows = 0
  for (const one of expired) {
    if (budget?.has_more) break
    if (typeof one === 'function') await one({ now, budget })
    else deleted_rows += await purgeRows(one, { now, budget })
  }
  return deleted_rows
}

/**
 * Returns the purge of an append-only table. A database function deletes its rows, given a time and a number of rows, because the role of the
 * processes may not delete them.
 */
export const purgeByFunction =
  ({ name, kept_days }: { name: string; kept_days: KeptDaysSetting }) =>
  async ({ now, budget }: PurgeInput): Promise<void> => {
    const before = new Date(+now - (await instanceSettings())[kept_days] * DAY_MS)
    for (;;) {
      const { rowCount } = await database().pool.query(`select ${name}($1, $2)`, [before, ROWS_PER_STATEMENT])
      if ((rowCount ?? 0) < ROWS_PER_STATEMENT || budget?.isSpent()) return
    }
  }

/** Deletes a few thousand rows per statement, which limits locks and bloat. */
async function purgeRows(
  { table, where, kept_days = 0, rows = ROWS_PER_STATEMENT }: ExpiredRows,
  { now, budget }: PurgeInput,
): Promise<number> {
  const days = typeof kept_days === 'string' ? (await instanceSettings())[kept_days] : kept_days
  const before = new Date(+now - days * DAY_MS)
  for (let deleted_rows = 0; ; ) {
    const { rowCount } = await database().pool.query(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${rows}))`,
      [before],
    )
    deleted_rows += rowCount ?? 0
    if ((rowCount ?? 0) < rows || budget?.isSpent()) return deleted_rows
  }
}
