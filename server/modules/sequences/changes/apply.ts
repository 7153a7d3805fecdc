import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { withdrawQueued } from '../../delivery/service.ts'
import { recordSql } from '../../subscribers/changes/record.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import { type Bind, binder } from '../../subscribers/view.ts'
import { type ChangeAction, ChangeSource } from '../change-schema.ts'
import { emitForPairs, enrollSubscribers, findFirstEmail } from '../enrolling/enrolling.ts'
import { getSequence } from '../service.ts'
import { lockExistingSequence } from '../view.ts'
import { sourceSql } from './source.ts'

/** Subscribers per transaction. */
const ROWS_PER_PAGE = 2_000

interface Change {
  id: number
  sequence_id: number
  action: ChangeAction
  source: unknown
  after_id: number
}

/** Applies a change until the budget is spent. A page and its progress are one transaction, so a crash neither loses nor repeats work. */
export async function applyChange(ctx: Ctx, { id, budget }: { id: number; budget?: Budget }): Promise<void> {
  while ((await applyPage(ctx, id)) && !budget?.isSpent());
}

/** Returns whether more pages follow. */
function applyPage(ctx: Ctx, id: number): Promise<boolean> {
  return write(ctx, async (tx) => {
    const change = await tx.sql.one<Change>(
      `select id, sequence_id, action, source, after_id from sequence_change
       where account_id = $1 and id = $2 and state = 'running' for update`,
      [id],
    )
    if (!change) return false
    const { ids, last } = await readPage(tx, change)
    const changed = ids.length > 0 ? await ACTIONS[change.action](tx, { sequence_id: change.sequence_id, ids }) : 0
    await tx.sql.run(
      `update sequence_change set done = done + $3, changed = changed + $4, after_id = coalesce($5, after_id),
         state = case when $5::bigint is null then 'completed' else state end,
         ended_at = case when $5::bigint is null then $6::timestamptz end, updated_at = $6
       where account_id = $1 and id = $2`,
      [id, ids.length, changed, last, tx.now()],
    )
    return last !== null
  })
}

/** Returns the next subscribers of the source. A source that was deleted has none. */
async function readPage(tx: Tx, change: Change): Promise<{ ids: number[]; last: number | null }> {
  const source = ChangeSource.parse(change.source)
  const isDeleted =
    (source.kind === 'segment' && (await tx.db.segment.count({ where: { id: source.id } })) === 0) ||
    (source.kind === 'tag' && (await tx.db.tag.count({ where: { id: source.id } })) === 0)
  if (isDeleted) return { ids: [], last: null }
  const { sequence_id, after_id, action } = change
  const values: unknown[] = [after_id, ROWS_PER_PAGE, sequence_id]
  const within = (id: string) => `${id} in (select id from page)`
  const isMatched = await sourceSql(tx, source, { sequence_id, bind: binder(values), within })
  const page = pageSql(source, action, binder(values))
  const row = await tx.sql.one<{ ids: number[] | null; last: number | null }>(
    `with page as materialized (${page})
     select (select max(id) from page) as last, array(
       select s.id from page join subscriber s on s.account_id = $1 and s.id = page.id
       where ${action === 'remove' ? '' : `s.state = 'active' and `}${isMatched} order by s.id) as ids`,
    values,
  )
  return { ids: (row?.ids ?? []).map(Number), last: row?.last ?? null }
}

/** SQL of the next candidate ids, because an account has more subscribers than most sources. */
function pageSql(source: ChangeSource, action: ChangeAction, bind: Bind): string {
  // Only subscribers in the sequence can be restarted or removed.
  if (action !== 'add')
    return `select e.subscriber_id as id from enrollment e
      where e.account_id = $1 and e.sequence_id = $4 and e.subscriber_id > $2 order by e.subscriber_id limit $3`
  switch (source.kind) {
    case 'selection':
      return `select distinct u.id from unnest(${bind(source.subscriber_ids)}::bigint[]) as u(id)
        where u.id > $2 and $4::int > 0 order by u.id limit $3`
    case 'tag':
      return `select g.subscriber_id as id from tagging g
        where g.account_id = $1 and g.tag_id = ${bind(source.id)} and g.subscriber_id > $2 and $4::int > 0
        order by g.subscriber_id limit $3`
    default:
      return `select s.id from subscriber s where s.account_id = $1 and s.id > $2 and $4::int > 0 order by s.id limit $3`
  }
}

interface Members {
  sequence_id: number
  ids: readonly number[]
}

/** Each returns the number of changed subscribers. */
const ACTIONS: Record<ChangeAction, (tx: Tx, members: Members) => Promise<number>> = {
  add: async (tx, { sequence_id, ids }) => {
    const pairs = ids.map((subscriber_id) => ({ sequence_id, subscriber_id }))
    const enrolled = await enrollSubscribers(tx, { pairs, into_paused: true })
    return enrolled.filter(({ created }) => created).length
  },
  restart: restartSubscribers,
  remove: removeSubscribers,
}

/** Restarts subscribers with the first email, wherever they are, and withdraws queued messages. */
async function restartSubscribers(tx: Tx, { sequence_id, ids }: Members): Promise<number> {
  const sequence = await lockExistingSequence(tx, { id: sequence_id })
  if (!sequence) return 0
  const { step, due } = await findFirstEmail(tx, sequence)
  const restarted = await tx.sql.rows<{ subscriber_id: number }>(
    `with locked as (${LOCKED}), recorded as (${recordedRun('sequence_restarted')})
     update enrollment e set state = 'active', run = e.run + 1, added_at = $4, last_position = null, processed_email_ids = '{}',
       delay_from = $4, next_email_id = $5, next_at = $6, completed_at = null
     from locked l where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = l.subscriber_id
     returning e.subscriber_id`,
    [sequence_id, ids, tx.now(), step?.id ?? null, due],
  )
  const started = restarted.map(({ subscriber_id }) => subscriber_id)
  await withdrawFrom(tx, { sequence_id, ids: started, reason: 'restarted' })
  if (due && due <= tx.now()) tx.emit('sequence.work_requested', { sequence_id })
  await emitForPairs(
    tx,
    'subscriber.added_to_sequence',
    started.map((subscriber_id) => ({ sequence_id, subscriber_id })),
  )
  return restarted.length
}

/** Removes a subscriber, even one who is not in the sequence. Throws not_found for an unknown sequence or subscriber. */
export async function removeSubscriber(
  ctx: Ctx,
  { sequence_id, id }: { sequence_id: number; id: number },
): Promise<void> {
  await getSequence(ctx, { id: sequence_id })
  await getSubscriber(ctx, { id })
  await write(ctx, (tx) => removeSubscribers(tx, { sequence_id, ids: [id] }))
}

/** Removes subscribers from the sequence, and withdraws queued messages. */
export async function removeSubscribers(tx: Tx, { sequence_id, ids }: Members): Promise<number> {
  const removed = await tx.sql.run(
    `with locked as (${LOCKED}), removed as (
       delete from enrollment e using locked l
       where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = l.subscriber_id
       returning e.subscriber_id, e.run
     ), recorded as (${recordedRun('sequence_left')})
     insert into removed_enrollment as r (account_id, sequence_id, subscriber_id, run, removed_at)
     select $1, $2, subscriber_id, run, $4 from removed order by subscriber_id
     on conflict (account_id, sequence_id, subscriber_id) do update set run = excluded.run, removed_at = excluded.removed_at`,
    [sequence_id, ids, tx.now()],
  )
  await withdrawFrom(tx, { sequence_id, ids, reason: 'removed' })
  return removed
}

/** Call after the enrollments are locked, because sending locks both in this order. */
async function withdrawFrom(tx: Tx, { sequence_id, ids, reason }: Members & { reason: 'removed' | 'restarted' }) {
  if (ids.length === 0) return
  const emails = await tx.db.sequenceEmail.findMany({ where: { sequence_id }, select: { id: true } })
  await withdrawQueued(tx, { sequence_email_ids: emails.map(({ id }) => id), subscriber_ids: ids, reason })
}

const LOCKED = `select subscriber_id, added_at, completed_at from enrollment
  where account_id = $1 and sequence_id = $2 and subscriber_id = any ($3::bigint[]) order by subscriber_id for update`

const recordedRun = (kind: 'sequence_left' | 'sequence_restarted') =>
  recordSql(
    kind,
    `select l.subscriber_id, $2::int::text as object, jsonb_build_object('added_at', l.added_at, 'completed_at', l.completed_at) as data,
       $4::timestamptz as at from locked l`,
  )
