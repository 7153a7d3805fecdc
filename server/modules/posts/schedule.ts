import { systemCtx, systemPool } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { emitPublished } from './view.ts'

/** Time budget per run. The rest is left for the next minute. */
const WORK_MS = 20_000

/** Publishes due posts of all accounts. Safe to call at any time and concurrently. */
export async function publishDuePosts({ now }: { now: Date }): Promise<void> {
  const ends_at = performance.now() + WORK_MS
  const { rows } = await systemPool().query<{ account_id: number; id: number }>(
    `select account_id, id from post where status = 'scheduled' and published_at <= $1 order by published_at limit 1000`,
    [now],
  )
  for (const { account_id, id } of rows) {
    await write(systemCtx(account_id), async (tx) => {
      const published = await tx.sql.run(
        `update post set status = 'published', updated_at = $3
         where account_id = $1 and id = $2 and status = 'scheduled' and published_at <= $3`,
        [id, now],
      )
      if (published > 0) await emitPublished(tx, { id })
    })
    if (performance.now() >= ends_at) return
  }
}
