import type { Ctx } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'

const BATCH = 100

/** Creates the account's next hundred tags, with an event for each. Returns whether more remain. */
export function createTags(ctx: Ctx, { up_to }: { up_to: number }): Promise<boolean> {
  return write(ctx, async (tx) => {
    const created_tags = await tx.sql.rows<{ id: number; name: string; created_at: Date }>(
      `insert into tag (account_id, name, name_folded, created_at)
       select $1, 'tag ' || n, 'tag ' || n, $4 from (select count(*) as there from tag where account_id = $1) c,
         generate_series(c.there + 1, least(c.there + $3, $2)) n returning id, name, created_at`,
      [up_to, BATCH, tx.now()],
    )
    for (const { id, name, created_at } of created_tags)
      tx.emit('tag.created', { tag: { id, name, created_at: iso(created_at) } })
    return created_tags.length === BATCH
  })
}
