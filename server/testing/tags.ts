import type { Ctx } from '../core/context.ts'
import { iso } from '../core/wire.ts'
import { write } from '../core/write.ts'

const AT_ONCE = 100

/** Makes the account's next hundred tags, told of as if they had been made one by one. Gives whether more are to come. */
export function createTags(ctx: Ctx, { up_to }: { up_to: number }): Promise<boolean> {
  return write(ctx, async (tx) => {
    const made = await tx.sql.rows<{ id: number; name: string; created_at: Date }>(
      `insert into tag (account_id, name, name_folded, created_at)
       select $1, 'tag ' || n, 'tag ' || n, $4 from (select count(*) as there from tag where account_id = $1) c,
         generate_series(c.there + 1, least(c.there + $3, $2)) n returning id, name, created_at`,
      [up_to, AT_ONCE, tx.now()],
    )
    for (const { id, name, created_at } of made)
      tx.emit('tag.created', { tag: { id, name, created_at: iso(created_at) } })
    return made.length === AT_ONCE
  })
}
