import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'

// By which ids programs know subscribers. The rows are deleted with the subscriber.

/** Ids of a subscriber that are remembered. The oldest are forgotten. */
const MAX_IDS = 20

export async function findByExternalIds(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.sql.rows<{ external_id: string; subscriber_id: number }>(
    'select external_id, subscriber_id from external_id where account_id = $1 and external_id = any ($2::text[])',
    [ids],
  )
  return new Map(rows.map(({ external_id, subscriber_id }) => [external_id, subscriber_id]))
}

/** Remembers the ids of subscribers that are locked against deletion. An id belongs to the one who was named last. */
export async function rememberExternalIds(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  if (ids.size === 0) return
  await tx.sql.run(
    `insert into external_id as e (account_id, external_id, subscriber_id, at)
     select $1, v.external_id, v.subscriber_id, $4::timestamptz from unnest($2::text[], $3::bigint[]) as v(external_id, subscriber_id)
     order by v.external_id
     on conflict (account_id, external_id) do update set subscriber_id = excluded.subscriber_id, at = excluded.at`,
    [[...ids.keys()], [...ids.values()], tx.now()],
  )
  await tx.sql.run(
    `delete from external_id e using (
       select external_id, row_number() over (partition by subscriber_id order by at desc, external_id) as place
       from external_id where account_id = $1 and subscriber_id = any ($2::bigint[])
     ) r where e.account_id = $1 and e.external_id = r.external_id and r.place > ${MAX_IDS}`,
    [[...new Set(ids.values())]],
  )
}
