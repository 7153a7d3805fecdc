import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { subscribedEventTypes } from '../../../core/events/events.ts'
import type { Page, PageQuery } from '../../../core/page/page.ts'
import { iso, type Saved } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { takeFollowUps } from '../../forms/sign-up/follow-up.ts'
import { recordSql } from '../../subscribers/changes/record.ts'
import { requireByAddress } from '../../subscribers/list/by-address.ts'
import { listMembers } from '../../subscribers/list/members.ts'
import type { ByAddress, MemberFilter } from '../../subscribers/schema.ts'
import { readSubscribers } from '../../subscribers/view.ts'
import { lockedAgainstDeletion } from '../../subscribers/write/lock.ts'
import type { EnrolledSubscriber } from '../schema.ts'
import { loadDefinition, type PublishedEmail } from '../sending/definition.ts'
import { plan } from '../sending/schedule.ts'
import { findSequence, lockActiveSequence, lockExistingSequence, type StoredSequence, sequenceEvents } from '../view.ts'

const ENROLLED = {
  name: 'sequence_subscribers',
  from: 'enrollment x',
  owner: 'sequence_id',
  added_at: 'added_at',
} as const

/** Lists all subscribers ever added, last added first. Throws not_found. */
export async function listEnrolledSubscribers(
  ctx: Ctx,
  { sequence_id, ...query }: MemberFilter & PageQuery & { sequence_id: number },
): Promise<Page<EnrolledSubscriber>> {
  await findSequence(ctx, { id: sequence_id })
  return listMembers<EnrolledSubscriber>(ctx, ENROLLED, { ...query, owner_id: sequence_id })
}

interface Pair {
  sequence_id: number
  subscriber_id: number
}
export interface Enrollment extends Pair {
  added_at: Date
  /** False: the subscriber was already enrolled. */
  created: boolean
}

/**
 * Enrolls subscribers with a few statements per sequence. Enrolled subscribers are unchanged; subscribers who completed a repeating
 * sequence start again. The result omits pairs with an unknown sequence or subscriber, or an inactive sequence. With `into_paused`,
 * inactive sequences accept subscribers, who get the first email once it is active.
 */
export function enrollSubscribers(
  ctx: Ctx,
  { pairs, into_paused = false }: { pairs: readonly Pair[]; into_paused?: boolean },
): Promise<Enrollment[]> {
  return write(ctx, async (tx) => {
    const enrolled: Enrollment[] = []
    const by_sequence = Map.groupBy(pairs, ({ sequence_id }) => sequence_id)
    // Ordered by id, so concurrent calls cannot deadlock.
    for (const [sequence_id, group] of [...by_sequence].sort(([a], [b]) => a - b)) {
      const ids = [...new Set(group.map(({ subscriber_id }) => subscriber_id))]
      enrolled.push(...(await enrollInto(tx, sequence_id, { ids, into_paused })))
    }
    const added = enrolled.filter(({ created }) => created)
    await emitForPairs(tx, 'subscriber.added_to_sequence', added)
    return enrolled
  })
}

/** SQL condition that `enrollment e` is over, so a repeating sequence can start again. */
export const IS_OVER = `(e.state = 'completed' or (e.state = 'active' and e.next_at is null and e.last_position is not null))`

/** Returns the first email of new subscribers, and its time. Both are null without a published email. */
export async function findFirstEmail(
  ctx: Ctx,
  sequence: StoredSequence,
): Promise<{ step: PublishedEmail | null; due: Date | null }> {
  const definition = await loadDefinition(ctx, sequence)
  const fresh = {
    last_position: null,
    processed_email_ids: [],
    delay_from: ctx.now(),
    next_email_id: null,
    next_at: null,
  }
  const first = plan(definition, fresh, ctx.now())
  return 'step' in first ? { step: first.step as PublishedEmail, due: first.due } : { step: null, due: null }
}

async function enrollInto(
  tx: Tx,
  sequence_id: number,
  { ids: subscriber_ids, into_paused }: { ids: readonly number[]; into_paused: boolean },
): Promise<Enrollment[]> {
  const sequence = await (into_paused ? lockExistingSequence : lockActiveSequence)(tx, { id: sequence_id })
  if (!sequence) return []
  const { step, due } = await findFirstEmail(tx, sequence)
  const added = await tx.sql.rows<{ subscriber_id: number }>(
    `with locked as materialized (${lockedAgainstDeletion('select unnest($3::bigint[])')}), over as materialized (
       select e.subscriber_id, e.added_at, e.completed_at from locked s join enrollment e
         on e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = s.id where $7 and ${IS_OVER} order by 1 for update of e
     ), recorded as (
       ${recordSql(
         'sequence_restarted',
         `select o.subscriber_id, $2::int::text as object,
            jsonb_build_object('added_at', o.added_at, 'completed_at', o.completed_at) as data, $4::timestamptz as at from over o`,
       )}
     )
     insert into enrollment as e (account_id, sequence_id, subscriber_id, added_at, delay_from, next_email_id, next_at, run)
     select $1, $2, s.id, $4, $4, $5, $6, coalesce(r.run, 0) + 1 from locked s left join removed_enrollment r
       on r.account_id = $1 and r.sequence_id = $2 and r.subscriber_id = s.id
     order by s.id
     on conflict (account_id, sequence_id, subscriber_id) do update
       set state = 'active', run = e.run + 1, added_at = $4, last_position = null, processed_email_ids = '{}', delay_from = $4,
         next_email_id = $5, next_at = $6, completed_at = null
       where $7 and ${IS_OVER}
     returning subscriber_id`,
    [sequence_id, subscriber_ids, tx.now(), step?.id ?? null, due, sequence.repeat],
  )
  if (added.length > 0 && due && due <= tx.now()) tx.emit('sequence.work_requested', { sequence_id })
  const created = new Set(added.map(({ subscriber_id }) => subscriber_id))
  const all = await tx.sql.rows<Pair & { added_at: Date }>(
    `select sequence_id, subscriber_id, added_at from enrollment
     where account_id = $1 and sequence_id = $2 and subscriber_id = any ($3::bigint[])`,
    [sequence_id, subscriber_ids],
  )
  return all.map((row) => ({ ...row, created: created.has(row.subscriber_id) }))
}

/** Throws not_found for an unknown sequence or subscriber, invalid for an inactive sequence. */
export async function enrollSubscriber(
  ctx: Ctx,
  { sequence_id, id }: { sequence_id: number; id: number },
): Promise<Saved<EnrolledSubscriber>> {
  const { active } = await findSequence(ctx, { id: sequence_id })
  const subscriber = (await readSubscribers(ctx, [id])).get(id)
  if (!subscriber) throw notFound()
  const [enrollment] = active ? await enrollSubscribers(ctx, { pairs: [{ sequence_id, subscriber_id: id }] }) : []
  if (!enrollment && !(await readSubscribers(ctx, [id])).has(id)) throw notFound()
  if (!enrollment) throw invalid('Sequence is inactive')
  return { value: { ...subscriber, added_at: iso(enrollment.added_at) }, created: enrollment.created }
}

/** Tags and enrolls active subscribers whose sign-up form asks for it. */
export function followUpSignUps(ctx: Ctx, { subscriber_ids }: { subscriber_ids: readonly number[] }): Promise<void> {
  return write(ctx, async (tx) => {
    const pairs = await takeFollowUps(tx, { subscriber_ids })
    await enrollSubscribers(tx, { pairs, into_paused: true })
  })
}

/** Enrolls by email address. The subscriber must exist. */
export async function enrollByAddress(
  ctx: Ctx,
  { sequence_id, email_address }: ByAddress & { sequence_id: number },
): Promise<Saved<EnrolledSubscriber>> {
  await findSequence(ctx, { id: sequence_id })
  const id = await requireByAddress(ctx, { email_address, purpose: 'add subscriber to sequence' })
  return enrollSubscriber(ctx, { sequence_id, id })
}

/** Deletes enrollments without a sent email. */
export async function deleteUnstarted(tx: Tx, { pairs }: { pairs: readonly Pair[] }): Promise<void> {
  if (pairs.length === 0) return
  await tx.sql.run(
    `delete from enrollment e using unnest($2::int[], $3::bigint[]) as p(sequence_id, subscriber_id)
     where e.account_id = $1 and e.sequence_id = p.sequence_id and e.subscriber_id = p.subscriber_id
       and e.last_position is null and e.run = 1`,
    [pairs.map(({ sequence_id }) => sequence_id), pairs.map(({ subscriber_id }) => subscriber_id)],
  )
}

/** Resumes sequences of subscribers who can be emailed again. Late emails are sent now. */
export function resumeSubscribers(ctx: Ctx, { subscriber_ids }: { subscriber_ids: readonly number[] }): Promise<void> {
  return write(ctx, async (tx) => {
    const resumed = await tx.sql.rows<{ sequence_id: number }>(
      `with resumed as (
         update enrollment set state = 'active', next_email_id = null, next_at = $3
         where account_id = $1 and subscriber_id = any ($2::bigint[]) and state = 'stopped' returning sequence_id
       ) select distinct sequence_id from resumed`,
      [subscriber_ids, tx.now()],
    )
    for (const { sequence_id } of resumed) tx.emit('sequence.work_requested', { sequence_id })
  })
}

/** Emits an event per pair, with snapshots of both. Loads them only for a subscribed endpoint. */
export async function emitForPairs(
  tx: Tx,
  event: 'subscriber.added_to_sequence' | 'subscriber.sequence_completed',
  pairs: readonly Pair[],
): Promise<void> {
  if (pairs.length === 0 || subscribedEventTypes(tx, [event]).size === 0) return
  const subscribers = await readSubscribers(tx, [...new Set(pairs.map(({ subscriber_id }) => subscriber_id))])
  const sequences = await sequenceEvents(tx, [...new Set(pairs.map(({ sequence_id }) => sequence_id))])
  for (const { subscriber_id, sequence_id } of pairs) {
    const [subscriber, sequence] = [subscribers.get(subscriber_id), sequences.get(sequence_id)]
    if (subscriber && sequence) tx.emit(event, { subscriber, sequence })
  }
}
