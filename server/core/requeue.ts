import { systemCtx, systemPool } from './context.ts'
import { type Tx, write } from './write/write.ts'

const MINUTE_MS = 60_000
/** Maximum rows per rule and run. Others wait for the next run. */
const ROWS = 500

export interface StalledRow {
  account_id: number
  id: number
}

/** Rows of all accounts whose run was lost: it failed finally, or its event never arrived. */
export interface StalledRows {
  table: string
  /** Condition over the table's columns. `$1` is now minus `after_minutes`: rows unchanged since then lost their run. */
  where: string
  after_minutes: number
  /** Column that is set to now, so the next run skips these rows. Without one, it finds them until they end. */
  touch?: string
  /** Columns for `emit`. */
  columns: string
  /** Emits the job event again. The job must tolerate a second run. */
  emit(tx: Tx, row: StalledRow): void
}

/** Rows that a module requeues, or a function for work that no condition expresses. */
export type Stalled = StalledRows | ((input: { now: Date }) => Promise<unknown>)

/** Emits the job events of stalled rows again. Returns their number, without functions. */
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
  const stalled_rows = `select ctid from ${table} where ${where} limit ${ROWS}`
  const { rows } = touch
    ? await systemPool().query<StalledRow>(
        `update ${table} set ${touch} = $2 where ctid = any (array(${stalled_rows})) returning ${columns}`,
        [before, now],
      )
    : await systemPool().query<StalledRow>(
        `select ${columns} from ${table} where ctid = any (array(${stalled_rows}))`,
        [before],
      )
  for (const [account_id, of_account] of Map.groupBy(rows, (row) => row.account_id))
    await write(systemCtx(account_id), async (tx) => {
      for (const row of of_account) stalled.emit(tx, row)
    })
  return rows.length
}
