import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { subscribedEventTypes } from '../../core/events/events.ts'
import { NOTES_ITSELF } from '../../core/events/listened-to.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { recordSql } from '../subscribers/changes/record.ts'
import { listMembers } from '../subscribers/list/members.ts'
import { getSubscriber } from '../subscribers/service.ts'
import { readSubscribers } from '../subscribers/view.ts'
import { lockedAgainstDeletion } from '../subscribers/write/lock.ts'
import { lockedTags } from './lock.ts'
import type { RemovedTag, SubscriberTag, TaggedSubscriber, TaggedSubscriberFilter } from './schema.ts'
import { getTag, tagView } from './service.ts'

const TAGGED = {
  name: 'tag_subscribers',
  from: 'tagging x',
  owner: 'tag_id',
  added_at: 'tagged_at',
} as const

/** Lists the subscribers with the tag, last tagged first. Throws not_found. */
export async function listTaggedSubscribers(
  ctx: Ctx,
  { tag_id, tagged_after, tagged_before, ...query }: TaggedSubscriberFilter & PageQuery & { tag_id: number },
): Promise<Page<TaggedSubscriber>> {
  await getTag(ctx, { id: tag_id })
  const added = { added_after: tagged_after, added_before: tagged_before }
  return listMembers<TaggedSubscriber>(ctx, TAGGED, { ...query, ...added, owner_id: tag_id })
}

/** Lists the tags of one subscriber, last tagged first. Throws not_found. */
export async function listSubscriberTags(
  ctx: Ctx,
  { subscriber_id, ...paging }: PageQuery & { subscriber_id: number },
): Promise<Page<SubscriberTag>> {
  await getTaggable(ctx, { subscriber_id })
  return keysetPage<SubscriberTag>(ctx.sql, paging, {
    name: 'subscriber_tags',
    view: `t.tag_id as id, t.name, ${isoSql('t.tagged_at')} as tagged_at`,
    columns: 'x.*, g.name',
    from: 'tagging x join tag g on g.account_id = x.account_id and g.id = x.tag_id',
    where: ['x.account_id = $1', 'x.subscriber_id = $2'],
    values: [subscriber_id],
    order: [
      { expr: 'x.tagged_at', type: 'timestamptz', dir: 'desc' },
      { expr: 'x.id', type: 'bigint', dir: 'desc' },
    ],
  })
}

/** Returns a subscriber. Throws not_found for an unknown one. */
export const getTaggable = (ctx: Ctx, { subscriber_id }: { subscriber_id: number }) =>
  getSubscriber(ctx, { id: subscriber_id })

/**
 * Undoes the removal of one tag (see `restoreTaggings`). A subscriber who has been tagged again keeps that tagging. Throws not_found for an
 * unknown tag or subscriber.
 */
export function restoreTagging(ctx: Ctx, { id, ...tagging }: RemovedTag): Promise<void> {
  return write(ctx, async (tx) => {
    await getTag(tx, { id: tagging.tag_id })
    await getTaggable(tx, { subscriber_id: id })
    if (new Date(tagging.tagged_at) > tx.now()) throw invalid('tagged_at must not be in the future')
    await restoreTaggings(tx, { pairs: [{ ...tagging, subscriber_id: id }] })
  })
}

interface Pair {
  tag_id: number
  subscriber_id: number
}
/** A changed pair with its tag. */
interface ChangedPair extends Pair {
  name: string
  created_at: Date
}
interface RemovedTagging extends Pair {
  tagged_at: Date
}
export interface Tagging extends Pair {
  tagged_at: Date
  created: boolean
}

/** Tags subscribers, a thousand in two statements. Omits pairs with an unknown tag or subscriber from the result. */
export function tagSubscribers(ctx: Ctx, { pairs }: { pairs: readonly Pair[] }): Promise<Tagging[]> {
  return write(ctx, (tx) => addTaggings(tx, pairs))
}

/**
 * Removes tags and returns the removed pairs with their former times. Ignores pairs that do not exist. With `is_undo`, no automation
 * starts, because a reverted tagging did not really happen to the subscriber.
 */
export function untagSubscribers(
  ctx: Ctx,
  { pairs, is_undo = false }: { pairs: readonly Pair[]; is_undo?: boolean },
): Promise<readonly RemovedTagging[]> {
  return write(ctx, (tx) => removeTaggings(tx, pairs, is_undo))
}

/**
 * Restores removed tags with their former times; null means the current time. Calls webhooks, because they were called for the removal, but
 * starts no automations (decision 0011). Returns the restored pairs: pairs whose tag and subscriber still exist, and which were not tagged
 * again.
 */
export function restoreTaggings(
  ctx: Ctx,
  { pairs }: { pairs: readonly (Pair & { tagged_at: string | null })[] },
): Promise<readonly Pair[]> {
  return write(ctx, async (tx) => {
    const restored_pairs = await tx.sql.rows<ChangedPair>(
      `with target as materialized (
         ${lockedAgainstDeletion(`select subscriber_id from ${TIMED_PAIRS}`)}
       ), label as materialized (
         ${lockedTags(`select tag_id from ${TIMED_PAIRS}`, '(select count(*) from target) > 0')}
       ), c as (
         insert into tagging (account_id, tag_id, subscriber_id, tagged_at, is_listened_to)
         select $1::int, g.id, s.id, least(min(p.tagged_at), $3::timestamptz), null::boolean
         from ${TIMED_PAIRS} join label g on g.id = p.tag_id join target s on s.id = p.subscriber_id
         group by g.id, s.id order by 2, 3
         on conflict (account_id, tag_id, subscriber_id) do nothing
         returning tag_id, subscriber_id
       ), recorded as (
         ${recordSql('tag_removal_undone', `select c.subscriber_id, c.tag_id::text as object, '{}'::jsonb as data, $3::timestamptz as at from c`)}
       )
       select ${WITH_TAG} from c join tag g on g.account_id = $1 and g.id = c.tag_id`,
      [JSON.stringify(pairs), tx.now()],
    )
    await emitTaggings(tx, 'subscriber.tag_added', restored_pairs)
    return restored_pairs
  })
}

const PAIRS = 'jsonb_to_recordset($2::jsonb) as p(tag_id int, subscriber_id bigint)'
const TIMED_PAIRS = 'jsonb_to_recordset($2::jsonb) as p(tag_id int, subscriber_id bigint, tagged_at timestamptz)'
const pairKey = ({ tag_id, subscriber_id }: Pair) => `${tag_id}:${subscriber_id}`
const WITH_TAG = 'c.tag_id, c.subscriber_id, g.name, g.created_at'

// Records events for automations with one call. Null switches off the trigger, which would handle each row separately.
async function addTaggings(tx: Tx, pairs: readonly Pair[]): Promise<Tagging[]> {
  const tagged_at = tx.now()
  const inserted_pairs = await tx.sql.rows<ChangedPair>(
    `with target as materialized (
       ${lockedAgainstDeletion(`select subscriber_id from ${PAIRS}`)}
     ), label as materialized (
       ${lockedTags(`select tag_id from ${PAIRS}`, '(select count(*) from target) > 0')}
     ), c as (
       insert into tagging (account_id, tag_id, subscriber_id, tagged_at, is_listened_to)
       select distinct $1::int, g.id, s.id, $3::timestamptz, null::boolean
       from ${PAIRS} join label g on g.id = p.tag_id join target s on s.id = p.subscriber_id
       order by 2, 3
       on conflict (account_id, tag_id, subscriber_id) do nothing
       returning tag_id, subscriber_id
     ), noted as (
       select note_taggings($1, array_agg(c.tag_id order by c.tag_id, c.subscriber_id),
         array_agg(c.subscriber_id order by c.tag_id, c.subscriber_id), $3::timestamptz)
       from c join tag g on g.account_id = $1 and g.id = c.tag_id where g.is_listened_to having count(*) > 0
     )
     select ${WITH_TAG} from c join tag g on g.account_id = $1 and g.id = c.tag_id where (select count(*) from noted) >= 0`,
    [JSON.stringify(pairs), tagged_at],
  )
  await emitTaggings(tx, 'subscriber.tag_added', inserted_pairs)
  const created_keys = new Set(inserted_pairs.map(pairKey))
  if (created_keys.size === new Set(pairs.map(pairKey)).size)
    return inserted_pairs.map(({ tag_id, subscriber_id }) => ({ tag_id, subscriber_id, tagged_at, created: true }))
  const all = await tx.sql.rows<Pair & { tagged_at: Date }>(
    `select distinct x.tag_id, x.subscriber_id, x.tagged_at from ${PAIRS} join tagging x
       on x.account_id = $1 and x.tag_id = p.tag_id and x.subscriber_id = p.subscriber_id`,
    [JSON.stringify(pairs)],
  )
  return all.map((row) => ({ ...row, created: created_keys.has(pairKey(row)) }))
}

async function removeTaggings(tx: Tx, pairs: readonly Pair[], isUndo: boolean): Promise<readonly RemovedTagging[]> {
  const deleted_pairs = await tx.sql.rows<ChangedPair & RemovedTagging>(
    `with ${isUndo ? `quiet as materialized (select ${NOTES_ITSELF}), ` : ''}label as materialized (
       ${lockedTags(`select tag_id from ${PAIRS}`, isUndo ? '(select count(*) from quiet) > 0' : 'true')}
     ), target as materialized (
       select x.tag_id, x.subscriber_id from ${PAIRS} join tagging x
         on x.account_id = $1 and x.tag_id = p.tag_id and x.subscriber_id = p.subscriber_id
       where (select count(*) from label) > 0 order by 1, 2 for update of x
     ), c as (
       delete from tagging x using target p
       where x.account_id = $1 and x.tag_id = p.tag_id and x.subscriber_id = p.subscriber_id
       returning x.tag_id, x.subscriber_id, x.tagged_at
     ), recorded as (
       ${recordSql(
         isUndo ? 'tag_addition_undone' : 'tag_removed',
         `select c.subscriber_id, c.tag_id::text as object, jsonb_build_object('tagged_at', c.tagged_at) as data, $3::timestamptz as at from c`,
       )}
     )
     select ${WITH_TAG}, c.tagged_at from c join tag g on g.account_id = $1 and g.id = c.tag_id`,
    [JSON.stringify(pairs), tx.now()],
  )
  await emitTaggings(tx, 'subscriber.tag_removed', deleted_pairs)
  return deleted_pairs
}

async function emitTaggings(
  tx: Tx,
  event: 'subscriber.tag_added' | 'subscriber.tag_removed',
  taggings: readonly ChangedPair[],
): Promise<void> {
  if (taggings.length === 0 || subscribedEventTypes(tx, [event]).size === 0) return
  const subscribers = await readSubscribers(tx, [...new Set(taggings.map(({ subscriber_id }) => subscriber_id))])
  for (const { tag_id, subscriber_id, ...tag } of taggings) {
    const subscriber = subscribers.get(subscriber_id)
    if (subscriber) tx.emit(event, { subscriber, tag: tagView({ id: tag_id, ...tag }) })
  }
}
