import type { Tx } from '../../core/write/write.ts'
import { lockedAgainstDeletion } from '../subscribers/write/lock.ts'
import { lockedTags, NAMES_LOCK_SQL } from './lock.ts'

interface Pair {
  from_tag_id: number
  into_tag_id: number
}

interface Copied {
  looked_at: number
  added: number
  last: number | null
}

/**
 * Gives the subscribers of a tag another one too, behind a subscriber in the order of ids. The earlier of both times stays. It is no event
 * that starts automations or calls webhooks: no one was tagged (decision 0113). Returns how many were looked at and how many got it.
 */
export const copyTaggings = (tx: Tx, { after, ...merge }: Pair & { after: number; limit: number }): Promise<Copied> =>
  copy(tx, { ...merge, after, where: 'x.subscriber_id > $4::bigint' })

/** The same for subscribers who lack the other tag. */
export const copyRest = (tx: Tx, merge: Pair & { limit: number }): Promise<Copied> =>
  copy(tx, { ...merge, after: 0, where: `$4::bigint = 0 and ${LACKS}` })

/**
 * Looks at the tags of each subscriber. Statistics are older than the copies, and say that hardly anyone has the other tag: as `not exists`,
 * or by an index that begins with the tag, PostgreSQL would compare each tagging with each. `+ 0` keeps it from such an index.
 */
const LACKS = `(select true from tagging o
  where o.account_id = x.account_id and o.subscriber_id = x.subscriber_id and o.tag_id + 0 = $3::int limit 1) is null`

// Null: the database's trigger notes no event for automations.
async function copy(
  tx: Tx,
  { from_tag_id, into_tag_id, after, where, limit }: Pair & { after: number; where: string; limit: number },
): Promise<Copied> {
  const row = await tx.sql.one<Copied>(
    `with page as materialized (
       select x.subscriber_id, x.tagged_at from tagging x
       where x.account_id = $1 and x.tag_id = $2::int and ${where} order by x.subscriber_id limit $5
     ), target as materialized (
       ${lockedAgainstDeletion('select subscriber_id from page')}
     ), label as materialized (
       ${lockedTags('select unnest(array[$2, $3]::int[])', '(select count(*) from target) >= 0')}
     ), added as (
       insert into tagging as x (account_id, tag_id, subscriber_id, tagged_at, is_listened_to)
       select $1::int, $3::int, p.subscriber_id, p.tagged_at, null::boolean from page p join target s on s.id = p.subscriber_id
       where (select count(*) from label) = 2 order by p.subscriber_id
       on conflict (account_id, tag_id, subscriber_id) do update set tagged_at = least(x.tagged_at, excluded.tagged_at)
       returning (xmax = 0) as is_new
     )
     select (select count(*)::int from page) as looked_at, (select count(*)::int from added where is_new) as added,
       (select max(subscriber_id) from page) as last`,
    [from_tag_id, into_tag_id, after, limit],
  )
  return row ? { ...row, last: row.last === null ? null : Number(row.last) } : { looked_at: 0, added: 0, last: null }
}

/** Keeps both tags from being given until the transaction ends. Returns whether someone still lacks the other tag. */
export async function lockWholly(tx: Tx, { from_tag_id, into_tag_id }: Pair): Promise<boolean> {
  await tx.sql.run(
    `with names as materialized (${NAMES_LOCK_SQL})
     select t.id from names, tag t where t.account_id = $1 and t.id = any ($2::int[]) order by t.id for update of t`,
    [[from_tag_id, into_tag_id]],
  )
  const rest = await tx.sql.one(
    `select 1 from tagging x where x.account_id = $1 and x.tag_id = $2::int and ${LACKS} limit 1`,
    [from_tag_id, into_tag_id],
  )
  return rest !== undefined
}

/** Gives a tag what it lacks and the other has: what subscribers see on their preference page, and a color. */
export async function giveTopicAndColor(tx: Tx, { from_tag_id, into_tag_id }: Pair): Promise<void> {
  await tx.sql.run(
    `update tag t set color = coalesce(t.color, f.color), topic_name = coalesce(t.topic_name, f.topic_name),
       topic_description = case when t.topic_name is null then f.topic_description else t.topic_description end
     from tag f where t.account_id = $1 and t.id = $3 and f.account_id = $1 and f.id = $2`,
    [from_tag_id, into_tag_id],
  )
}
