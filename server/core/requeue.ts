import { systemCtx, systemPool } from './context.ts'
import { type Tx, write } from './write/write.ts'

const MINUTE_MS = 60_000
/** Rows per rule and run. More wait for the next run. */
const ROWS = 500

export interface StalledRow {
  account_id: number
  id: number
}

/** Rows of all accounts whose run was lost: it failed for good, or its event never arrived. */
export interface StalledRows {
  table: string
  /** Condition over the table's columns. `$1` is now minus `after_minutes`: rows that did not change since then lost their run. */
  where: string
  after_minutes: number
  /** The column that is set to now, so the next run does not find the same rows. Without one they are found until they end. */
  touch?: string
  /** Columns that `emit` receives. */
  columns: string
  /** Emits the job event again. The job must accept it twice: a run may exist after all. */
  emit(tx: Tx, row: StalledRow): void
}

/** Rows that a module requeues, or a function for work that no condition expresses. */
export type Stalled = StalledRows | ((input: { now: Date }) => Promise<unknown>)

/** Emits the job events of stalled rows again. Returns how many; functions do not count. */
export async function requeueStalled(stalled: readonly Stalled[], { now }: { now: Date }): Promise<number> {
  let requeued = 0
  for (const one of stalled) {
    if (typeof one === 'function') await one({ now })
    else requeued += await requeueRows(one, now)
  }
  return requeued
}

async function requeueRows(stalled: StalledRows, now: Date): Promise<number> {
  const { table, where, after_minutes, touch, columns } = stalled
  const before = new Date(+now - after_minutes * MINUTE_MS)
  const found = `select ctid from ${table} where ${where} limit ${ROWS}`
  const { rows } = touch
    ? await systemPool().query<StalledRow>(
        `update ${table} set ${touch} = $2 where ctid = any (array(${found})) returning ${columns}`,
        [before, now],
      )
    : await systemPool().query<StalledRow>(`select ${columns} from ${table} where ctid = any (array(${found}))`, [
        before,
      ])
  for (const [account_id, of_account] of Map.groupBy(rows, (row) => row.account_id))
    await write(systemCtx(account_id), async (tx) => {
      for (const row of of_account) stalled.emit(tx, row)
    })
  return rows.length
}
