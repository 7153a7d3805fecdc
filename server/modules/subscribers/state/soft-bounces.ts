import type { Tx } from '../../../core/write/write.ts'

/** Locks subscribers in the order of decision 0060. Returns their current addresses, without unknown ids. */
export async function lockSubscribers(tx: Tx, { ids }: { ids: readonly number[] }): Promise<Map<number, string>> {
  const rows = await tx.sql.rows<{ id: number; email_address: string }>(
    `select id, email_address from subscriber where account_id = $1 and id = any ($2::bigint[])
     order by email_address for no key update`,
    [ids],
  )
  return new Map(rows.map(({ id, email_address }) => [id, email_address]))
}

/** Stores the number of consecutive soft bounces of each subscriber's latest messages. */
export async function saveSoftBounces(
  tx: Tx,
  { counts }: { counts: readonly { id: number; soft_bounces: number }[] },
): Promise<void> {
  if (counts.length === 0) return
  await tx.sql.run(
    `update subscriber s set soft_bounces = v.soft_bounces from unnest($2::bigint[], $3::int[]) as v(id, soft_bounces)
     where s.account_id = $1 and s.id = v.id and s.soft_bounces <> v.soft_bounces`,
    [counts.map(({ id }) => id), counts.map(({ soft_bounces }) => soft_bounces)],
  )
}
