import type { PersistentSession } from '../../db/connections/persistent-session.ts'
import type { EventInput } from '../engine/queue/queue.ts'
import type { Database, Sql, Transaction } from '../engine/storage/database.ts'
import { type KeptTypes, keepEvents } from './kept-events.ts'

const BATCH = 200
const LOCK_ID = 7305

interface OutboxRow {
  id: string
  type: string
  account_id: number
  data: Record<string, unknown>
  event_id: string
  created_at: Date | string
}

export interface OutboxOptions {
  db: Database
  /** Events to keep until their job is done. */
  keep?: KeptTypes
}

/**
 * Moves one batch of events to the embedded engine, in the order of their ids, exactly once: writes of `deliver` with `tx` are committed
 * together with the removal. Concurrent processes take different rows. Returns whether there may be more.
 */
export async function moveEvents({
  db,
  keep,
  deliver,
}: OutboxOptions & { deliver: (tx: Transaction, events: EventInput[]) => Promise<unknown> }): Promise<boolean> {
  // Avoids a transaction, which is three statements, because most polls find nothing.
  const [waiting] = await db.rows('select from outbox order by id limit 1')
  if (!waiting) return false
  return db.transaction(async (tx) => {
    const rows = await tx.rows<OutboxRow>(
      `with batch as (select id from outbox order by id limit $1 for update skip locked),
            taken as (delete from outbox o using batch where o.id = batch.id returning o.*)
       select ${COLUMNS} from taken order by id`,
      [BATCH],
    )
    if (rows.length === 0) return false
    await keepRows(tx, keep, rows)
    await deliver(tx, rows.map(toEvent))
    return rows.length === BATCH
  })
}

/**
 * Sends one batch of events to an engine outside of our database, in the order of their ids, and then removes them. After a crash in
 * between they are sent again, and the engine drops known ids. Only one process sends at a time, which preserves the order. It uses no
 * connection of the pool while sending: the lock belongs to the persistent session and ends with the process. Returns whether there may be
 * more.
 */
export async function sendEvents({
  db,
  keep,
  session,
  send,
}: OutboxOptions & {
  session: PersistentSession
  send: (events: EventInput[]) => Promise<unknown>
}): Promise<boolean> {
  const [waiting] = await db.rows('select from outbox limit 1')
  if (!waiting || !(await session.tryLock(LOCK_ID))) return false
  try {
    const rows = await db.rows<OutboxRow>(`select ${COLUMNS} from outbox order by id limit $1`, [BATCH])
    if (rows.length === 0) return false
    // Before sending, because a finished job deletes its kept event.
    await keepRows(db, keep, rows)
    await send(rows.map(toEvent))
    await db.rows('delete from outbox where id = any ($1::bigint[])', [rows.map(({ id }) => id)])
    return rows.length === BATCH
  } finally {
    await session.unlock(LOCK_ID)
  }
}

const COLUMNS = 'id, type, account_id, data, event_id, created_at'

async function keepRows(sql: Sql, keep: KeptTypes | undefined, rows: readonly OutboxRow[]): Promise<void> {
  if (keep)
    await keepEvents(
      sql,
      keep,
      rows.map((row) => ({ ...row, id: row.event_id })),
    )
}

const toEvent = ({ type, account_id, data, event_id, created_at }: OutboxRow): EventInput => ({
  id: event_id,
  name: type,
  data: { ...data, account_id },
  ts: new Date(created_at).getTime(),
})
