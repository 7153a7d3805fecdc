import type { Tx } from '../../../core/write/write.ts'

/** Sets whether opens and clicks of a subscriber may be counted. Returns whether that changed; undefined without such a subscriber. */
export async function switchTracking(
  tx: Tx,
  { id, is_on }: { id: number; is_on: boolean },
): Promise<boolean | undefined> {
  const row = await tx.sql.one<{ is_changed: boolean }>(
    `with changed as (
       update subscriber set tracking_disabled = not $3::boolean
       where account_id = $1 and id = $2 and tracking_disabled = $3::boolean returning id
     )
     select exists (select from changed) as is_changed from subscriber where account_id = $1 and id = $2`,
    [id, is_on],
  )
  return row?.is_changed
}
