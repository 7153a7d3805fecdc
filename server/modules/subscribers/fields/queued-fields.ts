import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { freeSlot, isSlotKept } from '../../custom-fields/service.ts'
import { applyChanges, lockRows } from '../write/change.ts'

/** Writes queued values of these subscribers, except for deleted fields. */
export function applyQueuedFields(ctx: Ctx, { ids }: { ids: readonly number[] }): Promise<void> {
  return write(ctx, async (tx) => {
    const rows = await lockRows(tx, 'id', ids)
    await applyChanges(
      tx,
      rows.map((row) => ({ row, change: { flush: true } })),
      [],
    )
  })
}

/** Values queued this long have probably lost their job. */
const STALLED_AFTER_MS = 15 * 60_000
const ROWS_PER_READ = 500

interface Position extends Record<string, number> {
  account_id: number
  id: number
}

/**
 * Writes stalled values of all accounts, from a position on. If their job still runs, whichever is first writes them. Returns the position
 * where it stopped, or null at the end.
 */
export async function requeueStalledFields({
  now,
  after = { account_id: 0, id: 0 },
  budget_ms = Number.POSITIVE_INFINITY,
}: {
  now: Date
  after?: Position
  budget_ms?: number
}): Promise<Position | null> {
  const ends_at = performance.now() + budget_ms
  for (let last = after; ; ) {
    const { rows } = await systemPool().query<Position>(
      `select account_id, id::float8 as id from subscriber s
       where queued_fields is not null and updated_at < $1 and (account_id, s.id) > ($2, $3)
       order by account_id, s.id limit ${ROWS_PER_READ}`,
      [new Date(+now - STALLED_AFTER_MS), last.account_id, last.id],
    )
    const by_account = Map.groupBy(rows, ({ account_id }) => account_id)
    for (const [account_id, stalled] of by_account)
      await applyQueuedFields(systemCtx(account_id), { ids: stalled.map(({ id }) => id) })
    const end = rows.at(-1)
    if (!end) return null
    last = end
    if (performance.now() >= ends_at) return last
  }
}

const ROWS_PER_BATCH = 5_000

/**
 * Erases the values of a deleted field in batches, and then frees its slot. Safe to repeat, because a freed slot is skipped: it may belong
 * to a new field. Does nothing while an undo can restore the field. Returns the id where it stopped, or null at the end.
 */
export async function eraseSlot(
  ctx: Ctx,
  { slot, after = 0, budget_ms = Number.POSITIVE_INFINITY }: { slot: string; after?: number; budget_ms?: number },
): Promise<number | null> {
  if (await isSlotKept(ctx, { slot })) return null
  const ends_at = performance.now() + budget_ms
  for (let last: number | null = after; ; ) {
    last = await eraseBatch(ctx, slot, last)
    if (last === null) break
    if (performance.now() >= ends_at) return last
  }
  await freeSlot(ctx, { slot })
  return null
}

/** Returns the last id of the batch, or null if it is empty. Keeps `updated_at`, because the subscribers did not change. */
async function eraseBatch(ctx: Ctx, slot: string, after_id: number): Promise<number | null> {
  const row = await ctx.sql.one<{ last: number | null }>(
    `with retired as materialized (
       -- Locked, so no other run frees the slot while this batch waits for subscribers.
       select 1 from retired_slot where account_id = $1 and slot = $2::text for share
     ), batch as (
       select id from subscriber
       where account_id = $1 and id > $3 and (fields ? $2::text or queued_fields ? $2::text) and exists (select from retired)
       order by id limit $4
     ), locked as (
       select s.id from subscriber s join batch using (id) where s.account_id = $1 order by s.email_address for no key update of s
     ), erased as (
       update subscriber s set fields = s.fields - $2::text, queued_fields = nullif(s.queued_fields - $2::text, '{}')
       from locked where s.account_id = $1 and s.id = locked.id
     )
     select max(id) as last from batch`,
    [slot, after_id, ROWS_PER_BATCH],
  )
  return row?.last ?? null
}
