import type { Tx } from '../../core/write/write.ts'
import { literal } from '../../db/statements/sql.ts'

// Order of locks: subscribers, then names of tags, then tags by ID, then taggings (decision 0060).

/**
 * A query for a CTE that runs before names are created, changed or deleted. It serializes such transactions of an account. Otherwise a set
 * that waits for one name would block others from the names that it has already locked.
 */
export const NAMES_LOCK_SQL = `select pg_advisory_xact_lock($1, hashtext(${literal('tag names')}))`

/** Returns a query that locks tags against deletion and returns their IDs. */
export const lockedTags = (ids: string, condition = 'true'): string =>
  `select g.id from tag g where g.account_id = $1 and g.id = any (array(${ids})) and ${condition} order by g.id for key share`

/** Locks tags against deletion and returns the IDs that exist. */
export async function lockTags(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.sql.rows<{ id: number }>(lockedTags('select unnest($2::bigint[])'), [ids])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks the tags of locked subscribers before their taggings are deleted. A deletion of tags deletes taggings in another order, so without
 * this lock the two could deadlock.
 */
export async function lockTagsOf(tx: Tx, { subscriber_ids }: { subscriber_ids: readonly number[] }): Promise<void> {
  await tx.sql.run(
    `select count(*) from (${lockedTags(
      'select x.tag_id from unnest($2::bigint[]) as u(id) join tagging x on x.account_id = $1 and x.subscriber_id = u.id',
    )}) locked`,
    [subscriber_ids],
  )
}
