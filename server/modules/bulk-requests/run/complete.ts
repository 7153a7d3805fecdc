import type { Tx } from '../../../core/write/write.ts'

/** Completes a request whose items all have an answer. Its callback becomes due; without a callback its results are deleted. */
export async function completeBulk(tx: Tx, { id, has_keys }: { id: number; has_keys: boolean }): Promise<void> {
  if (has_keys) await deleteRepeatedRows(tx, id)
  const request = await tx.sql.one<{ callback_state: string | null }>(
    `update bulk_request set state = case when state = 'stopping' then 'stopped'::work_state else 'completed' end,
       completed_at = $3, updated_at = $3, started_at = coalesce(started_at, $3),
       callback_state = case when callback_url is not null and callback_state is null then 'waiting' else callback_state end,
       callback_at = case when callback_url is not null and callback_state is null then $3::timestamptz end
     where account_id = $1 and id = $2 returning callback_state`,
    [id, tx.now()],
  )
  if (request?.callback_state === 'waiting') tx.emit('bulk.completed', { bulk_request_id: id })
  else await deleteResults(tx, id)
}

/** Results are personal data, so they are deleted once nothing needs them (L7). */
export const deleteResults = (tx: Tx, id: number) =>
  tx.sql.run('delete from bulk_slice where account_id = $1 and bulk_request_id = $2', [id])

interface KeyedSlice {
  seq: number
  rows: string
  /** Key of each row. Empty if a later slice has a row with the same key. */
  keys: string[]
}

/** Keeps only the last row for each key that occurs in several slices. Holds one slice in memory at a time. */
async function deleteRepeatedRows(tx: Tx, id: number): Promise<void> {
  await tx.sql.run(
    `with named as (
       select s.seq, k.key, k.place, s.seq < max(s.seq) over (partition by k.key) as is_earlier
       from bulk_slice s, unnest(s.keys) with ordinality as k(key, place) where s.account_id = $1 and s.bulk_request_id = $2
     ), marked as (
       select seq, array_agg(case when is_earlier then '' else key end order by place) as keys
       from named group by seq having bool_or(is_earlier)
     )
     update bulk_slice s set keys = m.keys from marked m where s.account_id = $1 and s.bulk_request_id = $2 and s.seq = m.seq`,
    [id],
  )
  for (let slice = await nextRepeated(tx, id, -1); slice; slice = await nextRepeated(tx, id, slice.seq)) {
    const { seq, rows, keys } = slice
    const kept = (JSON.parse(`[${rows}]`) as unknown[]).filter((_, i) => keys[i] !== '')
    await tx.sql.run(
      `update bulk_slice set rows = $4, keys = '{}' where account_id = $1 and bulk_request_id = $2 and seq = $3`,
      [id, seq, JSON.stringify(kept).slice(1, -1)],
    )
  }
}

const nextRepeated = (tx: Tx, id: number, after: number) =>
  tx.sql.one<KeyedSlice>(
    `select seq, rows, keys from bulk_slice where account_id = $1 and bulk_request_id = $2 and seq > $3 and '' = any (keys)
     order by seq limit 1`,
    [id, after],
  )
