import { NOTES_ITSELF } from '../../core/events/listened-to.ts'
import type { Tx } from '../../core/write/write.ts'
import { lockedAgainstDeletion } from '../subscribers/write/lock.ts'
import { lockedTags, NAMES_LOCK_SQL } from './lock.ts'

export interface Pair {
  from_tag_id: number
  into_tag_id: number
}

type OfMerge = Pair & { tag_merge_id: number }

interface Copied {
  looked_at: number
  added: number
  last: number | null
}

/**
 * Adds another tag to the subscribers of a tag, after a subscriber in the order of ids. Keeps the earlier of both times. Starts no
 * automations and calls no webhooks, because no subscriber was tagged (decision 0060). Stores the former state for an undo. Returns the
 * numbers of read and of tagged subscribers.
 */
export const copyTaggings = (
  tx: Tx,
  { after, ...merge }: OfMerge & { after: number; limit: number },
): Promise<Copied> => copy(tx, { ...merge, after, where: 'x.subscriber_id > $4::bigint' })

/** The same for subscribers without the other tag. */
export const copyRest = (tx: Tx, merge: OfMerge & { limit: number }): Promise<Copied> =>
  copy(tx, { ...merge, after: 0, where: `$4::bigint = 0 and ${LACKS}` })

/**
 * SQL condition that a subscriber lacks the other tag. It must look up the tags of each subscriber: statistics are older than the copies
 * and suggest that hardly any subscriber has the other tag, so with `not exists`, or an index that begins with the tag, PostgreSQL would
 * compare every tagging with every other. `+ 0` prevents the use of such an index.
 */
const LACKS = `(select true from tagging o
  where o.account_id = x.account_id and o.subscriber_id = x.subscriber_id and o.tag_id + 0 = $3::int limit 1) is null`

// With null, the database's trigger records no event for automations.
async function copy(
  tx: Tx,
  {
    from_tag_id,
    into_tag_id,
    after,
    where,
    limit,
    tag_merge_id,
  }: OfMerge & { after: number; where: string; limit: number },
): Promise<Copied> {
  const row = await tx.sql.one<Copied>(
    `with page as materialized (
       select x.subscriber_id, x.tagged_at, i.tagged_at as into_tagged_at
       from tagging x left join lateral (
         select o.tagged_at from tagging o
         where o.account_id = x.account_id and o.subscriber_id = x.subscriber_id and o.tag_id = $3::int offset 0) i on true
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
       returning subscriber_id, (xmax = 0) as is_new
     ), kept as (
       insert into merged_tagging (account_id, tag_merge_id, subscriber_id, tagged_at, into_tagged_at)
       select $1::int, $6::int, p.subscriber_id, p.tagged_at,
         case when not a.is_new then coalesce(p.into_tagged_at, p.tagged_at) end
       from page p join added a on a.subscriber_id = p.subscriber_id
       on conflict (account_id, tag_merge_id, subscriber_id) do update set into_tagged_at = excluded.into_tagged_at
     )
     select (select count(*)::int from page) as looked_at, (select count(*)::int from added where is_new) as added,
       (select max(subscriber_id) from page) as last`,
    [from_tag_id, into_tag_id, after, limit, tag_merge_id],
  )
  return row ? { ...row, last: row.last === null ? null : Number(row.last) } : { looked_at: 0, added: 0, last: null }
}

/** Locks both tags against new taggings until the transaction ends. Returns whether a subscriber still lacks the other tag. */
export async function lockWholly(tx: Tx, { from_tag_id, into_tag_id }: Pair): Promise<boolean> {
  await lockPair(tx, [from_tag_id, into_tag_id])
  const rest = await tx.sql.one(
    `select 1 from tagging x where x.account_id = $1 and x.tag_id = $2::int and ${LACKS} limit 1`,
    [from_tag_id, into_tag_id],
  )
  return rest !== undefined
}

const lockPair = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.sql.run(
    `with names as materialized (${NAMES_LOCK_SQL})
     select t.id from names, tag t where t.account_id = $1 and t.id = any ($2::int[]) order by t.id for update of t`,
    [ids],
  )

/** A tag's presentation on the preference page, and its color. */
interface TagStyle {
  color: string | null
  topic_name: string | null
  topic_description: string | null
}
export interface GivenStyle {
  before: TagStyle
  after: TagStyle
}
const TAG_STYLE = { color: true, topic_name: true, topic_description: true } as const

/** Copies the color and topic that a tag lacks from the other. Returns its former and its new presentation. */
export async function giveTopicAndColor(tx: Tx, { from_tag_id, into_tag_id }: Pair): Promise<GivenStyle> {
  const readStyle = () => tx.db.tag.findFirstOrThrow({ where: { id: into_tag_id }, select: TAG_STYLE })
  const style_before = await readStyle()
  await tx.sql.run(
    `update tag t set color = coalesce(t.color, f.color), topic_name = coalesce(t.topic_name, f.topic_name),
       topic_description = case when t.topic_name is null then f.topic_description else t.topic_description end
     from tag f where t.account_id = $1 and t.id = $3 and f.account_id = $1 and f.id = $2`,
    [from_tag_id, into_tag_id],
  )
  return { before: style_before, after: await readStyle() }
}

/** Reverts a tag's copied presentation, unless it has changed since. */
export async function takeTopicAndColor(tx: Tx, { id, before, after }: GivenStyle & { id: number }): Promise<void> {
  const { color, ...topic } = after
  await tx.db.tag.updateMany({ where: { id, color }, data: { color: before.color } })
  const { color: _, ...topic_before } = before
  await tx.db.tag.updateMany({ where: { id, ...topic }, data: topic_before })
}

/**
 * SQL conditions, where `m` is a stored tagging and `x` one of the merged tag. They look up each row by its key, because statistics are
 * older than the copies.
 */
const KEPT = `(select true from merged_tagging m
  where m.account_id = x.account_id and m.tag_merge_id = $2::int and m.subscriber_id = x.subscriber_id limit 1)`
const HAS = `(select true from tagging x
  where x.account_id = m.account_id and x.subscriber_id = m.subscriber_id and x.tag_id = $3::int limit 1)`

/**
 * Completes the stored taggings to match exactly the subscribers of the locked tag: some lost it after their page was copied, or got it
 * while they had the other. Returns whether they are complete. Processes of an earlier version stored nothing for their pages.
 */
export async function completeKept(
  tx: Tx,
  { tag_merge_id, from_tag_id, into_tag_id }: OfMerge,
  moved_count: number,
): Promise<boolean> {
  const kept = await tx.sql.one<{ count: number }>(
    'select count(*)::int as count from merged_tagging where account_id = $1 and tag_merge_id = $2 and into_tagged_at is null',
    [tag_merge_id],
  )
  if ((kept?.count ?? 0) < moved_count) return false
  await tx.sql.run(
    `update merged_tagging m set is_lost = true where m.account_id = $1 and m.tag_merge_id = $2::int and ${HAS} is null`,
    [tag_merge_id, from_tag_id],
  )
  await tx.sql.run(
    `insert into merged_tagging (account_id, tag_merge_id, subscriber_id, tagged_at, into_tagged_at)
     select x.account_id, $2::int, x.subscriber_id, x.tagged_at, i.tagged_at
     from tagging x join tagging i on i.account_id = x.account_id and i.subscriber_id = x.subscriber_id and i.tag_id = $4::int
     where x.account_id = $1 and x.tag_id = $3::int and ${KEPT} is null`,
    [tag_merge_id, from_tag_id, into_tag_id],
  )
  return true
}

/** Takes the locks for `giveBackTaggings`: subscribers, then names, then the other tag (lock.ts). Returns whether that tag exists. */
export async function lockForRestoring(
  tx: Tx,
  { tag_merge_id, into_tag_id }: Omit<OfMerge, 'from_tag_id'>,
): Promise<boolean> {
  await tx.sql.run(
    `select count(*) from (${lockedAgainstDeletion(
      'select m.subscriber_id from merged_tagging m where m.account_id = $1 and m.tag_merge_id = $2::int',
    )}) locked`,
    [tag_merge_id],
  )
  await lockPair(tx, [into_tag_id])
  return (await tx.db.tag.count({ where: { id: into_tag_id } })) > 0
}

/**
 * Adds a restored tag to its former subscribers, with its times. Removes the other tag from subscribers who got it by the merge, unless
 * they were tagged with it since, and restores the former times of the rest. Notifies no automation, because no subscriber was tagged or
 * untagged.
 */
export async function giveBackTaggings(tx: Tx, { tag_merge_id, from_tag_id, into_tag_id }: OfMerge): Promise<void> {
  await tx.sql.run(
    `insert into tagging (account_id, tag_id, subscriber_id, tagged_at, is_listened_to)
     select m.account_id, $3::int, m.subscriber_id, m.tagged_at, null::boolean
     from merged_tagging m where m.account_id = $1 and m.tag_merge_id = $2::int and not m.is_lost order by m.subscriber_id`,
    [tag_merge_id, from_tag_id],
  )
  await tx.sql.run(
    `with quiet as materialized (select ${NOTES_ITSELF})
     delete from tagging x using merged_tagging m
     where m.account_id = $1 and m.tag_merge_id = $2::int and m.into_tagged_at is null
       and x.account_id = m.account_id and x.tag_id = $3::int and x.subscriber_id = m.subscriber_id and x.tagged_at = m.tagged_at
       and (select count(*) from quiet) = 1`,
    [tag_merge_id, into_tag_id],
  )
  await tx.sql.run(
    `update tagging x set tagged_at = m.into_tagged_at from merged_tagging m
     where m.account_id = $1 and m.tag_merge_id = $2::int and m.tagged_at < m.into_tagged_at
       and x.account_id = m.account_id and x.tag_id = $3::int and x.subscriber_id = m.subscriber_id and x.tagged_at = m.tagged_at`,
    [tag_merge_id, into_tag_id],
  )
}
