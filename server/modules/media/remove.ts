import pLimit from 'p-limit'
import { type Ctx, systemPool } from '../../core/context.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import { GONE_AFTER_MS } from '../deleted-records/service.ts'
import { fileStore } from './files/store.ts'

const ROWS = 50
const IN_PARALLEL = 5

interface Left {
  account_id: number
  id: number
  key: string
}

/**
 * Deletes the files of deleted images that can no longer be restored, and the remains of interrupted uploads. An upload that takes this
 * long counts as interrupted. Throws while the store is unreachable.
 */
export async function deleteUnusedFiles({ now, budget }: { now: Date; budget: Budget }): Promise<void> {
  const pool = systemPool()
  await pool.query(
    `update media_picture set state = 'removing', digest = 'removed ' || key
     where ctid = any (array(select ctid from media_picture where state = 'storing' and updated_at < $1 limit 1000))`,
    [new Date(+now - GONE_AFTER_MS)],
  )
  for (;;) {
    const { rows } = await pool.query<Left>(
      `select account_id, id, key from media_picture where state = 'removing' and updated_at < $1 order by updated_at limit ${ROWS}`,
      [new Date(+now - GONE_AFTER_MS)],
    )
    await removeFilesOf(rows)
    await pool.query(
      `delete from media_picture p using unnest($1::int[], $2::int[]) r (account_id, id)
       where p.account_id = r.account_id and p.id = r.id and p.state = 'removing'`,
      [rows.map(({ account_id }) => account_id), rows.map(({ id }) => id)],
    )
    if (rows.length < ROWS || budget.isSpent()) return
  }
}

/** Deletes all images of an account, as part of its deletion. Returns false if the time of the slice is over. */
export async function deleteAllImages(ctx: Ctx, budget?: Budget): Promise<boolean> {
  for (;;) {
    const rows = await ctx.sql.rows<Pick<Left, 'id' | 'key'>>(
      `select id, key from media_picture where account_id = $1 order by id limit ${ROWS}`,
    )
    await removeFilesOf(rows)
    await ctx.sql.run('delete from media_picture where account_id = $1 and id = any ($2::int[])', [
      rows.map(({ id }) => id),
    ])
    if (rows.length < ROWS) return true
    if (budget?.isSpent()) return false
  }
}

/** Deletes a few in parallel, because a distant store takes tenths of a second for each. */
async function removeFilesOf(rows: readonly Pick<Left, 'key'>[]): Promise<void> {
  const store = fileStore()
  const limit = pLimit(IN_PARALLEL)
  await Promise.all(rows.map(({ key }) => limit(() => store.remove(key))))
}
