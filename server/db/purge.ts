import { instanceSettings } from '../core/instance/settings.ts'
import type { InstanceSettings } from '../core/instance/settings-schema.ts'
import type { Budget } from '../lib/concurrency/budget.ts'
import { database } from './client.ts'

/** Settings of the instance that are numbers of days. */
type KeptDaysSetting = Extract<keyof InstanceSettings, `${string}_days`>

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 5_000

/** Rows of all accounts that are deleted some time after they expired. */
export interface ExpiredRows {
  table: string
  /** Condition over the table's columns. `$1` is now minus `kept_days`. Comes from code, never from a request. */
  where: string
  /** A name: the setting of the instance that says how many. */
  kept_days?: number | KeptDaysSetting
  /** Rows per statement: fewer for rows with files in them. */
  rows?: number
}

export interface PurgeInput {
  now: Date
  /** Without one, all expired rows are deleted. */
  budget?: Budget
}

/** Rows that a module purges, or a function for work that no condition expresses. */
export type Expired = ExpiredRows | ((input: PurgeInput) => Promise<unknown>)

/** Purges the list in its order. Returns how many rows were deleted; functions do not count. */
export async function purgeExpired(expired: readonly Expired[], { now, budget }: PurgeInput): Promise<number> {
  let deleted = 0
  for (const one of expired) {
    if (budget?.has_more) break
    if (typeof one === 'function') await one({ now, budget })
    else deleted += await purgeRows(one, { now, budget })
  }
  return deleted
}

/**
 * Returns what purges an append-only table: its rows are deleted by a function of the database that takes a time and a number of rows, because
 * the role of the processes has no right to delete them.
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

/** A few thousand rows per statement, so no statement locks or bloats much. */
async function purgeRows(
  { table, where, kept_days = 0, rows = ROWS_PER_STATEMENT }: ExpiredRows,
  { now, budget }: PurgeInput,
): Promise<number> {
  const days = typeof kept_days === 'string' ? (await instanceSettings())[kept_days] : kept_days
  const before = new Date(+now - days * DAY_MS)
  for (let deleted = 0; ; ) {
    const { rowCount } = await database().pool.query(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${rows}))`,
      [before],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < rows || budget?.isSpent()) return deleted
  }
}
