import type { Tx } from '../core/write.ts'

/** Closes a request whose items are all applied: the quota is given back, and its answer changes no more. */
export async function completeBulk(tx: Tx, { id, has_keys }: { id: number; has_keys: boolean }): Promise<void> {
  if (has_keys) await dropEarlierRows(tx, id)
  const request = await tx.sql.one<{ callback_state: string | null }>(
    `update bulk_request set state = case when state = 'stopping' then 'stopped'::work_state else 'completed' end,
       completed_at = $3, updated_at = $3, started_at = coalesce(started_at, $3),
       callback_state = case when callback_url is not null and callback_state is null then 'waiting' else callback_state end,
       callback_at = case when callback_url is not null and callback_state is null then $3::timestamptz end
     where account_id = $1 and id = $2 returning callback_state`,
    [id, tx.now()],
  )
  if (request?.callback_state === 'waiting') tx.emit('bulk.completed', { bulk_request_id: id })
  else await forgetResults(tx, id)
}

/** Results are personal data and have served once nobody can ask for them (L7). */
export const forgetResults = (tx: Tx, id: number) =>
  tx.sql.run('delete from bulk_slice where account_id = $1 and bulk_request_id = $2', [id])

interface KeyedSlice {
  seq: number
  rows: string
  keys: string[]
  /** Those of its keys that a later slice has as well. */
  repeated: string[]
}

/** A thing that several slices are about is answered once, as the last of them left it. */
async function dropEarlierRows(tx: Tx, id: number): Promise<void> {
  const slices = await tx.sql.rows<KeyedSlice>(
    `with named as (
       select s.seq, k.key, max(s.seq) over (partition by k.key) as last
       from bulk_slice s, unnest(s.keys) as k(key) where s.account_id = $1 and s.bulk_request_id = $2
     ), earlier as (
       select seq, array_agg(key) as repeated from named where seq < last group by seq
     )
     select s.seq, s.rows, s.keys, e.repeated
     from earlier e join bulk_slice s on s.account_id = $1 and s.bulk_request_id = $2 and s.seq = e.seq`,
    [id],
  )
  for (const { seq, rows, keys, repeated } of slices) {
    const gone = new Set(repeated)
    const kept = (JSON.parse(`[${rows}]`) as unknown[]).filter((_, i) => !gone.has(keys[i] ?? ''))
    await tx.sql.run('update bulk_slice set rows = $4 where account_id = $1 and bulk_request_id = $2 and seq = $3', [
      id,
      seq,
      JSON.stringify(kept).slice(1, -1),
    ])
  }
}
