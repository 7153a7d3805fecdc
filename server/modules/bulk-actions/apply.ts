import { type Ctx, isAtLeast, type Role } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { analyzeBeforeDeletingSubscribers } from '../../db/analyze-if-small.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import { notify } from '../notifications/notify.ts'
import { binder } from '../subscribers/view.ts'
import { endedEmail } from './emails.ts'
import { KINDS, type Outcome } from './kinds.ts'
import { Action, BulkSelection, type StopReason } from './schema.ts'
import { pageOfSelection } from './selection.ts'

/** Subscribers read per transaction. */
const ROWS_PER_PAGE = 2_000

interface Work {
  id: number
  state: 'running' | 'undoing'
  action: unknown
  selection: unknown
  after_id: number
  until_id: number
  total: number
  done: number
  ended_at: Date | null
  created_by: number | null
  undone_by: number | null
  /** Current role of the member who requested the action. Null: they left. */
  role: Role | null
}

/**
 * Applies or undoes an action until the budget is spent. Each page of subscribers is one transaction with their events and the progress, so
 * a stop at any point neither loses nor repeats changes.
 */
export async function workOnAction(
  ctx: Ctx,
  { id, budget, rows = ROWS_PER_PAGE }: { id: number; budget?: Budget; rows?: number },
): Promise<void> {
  await analyzeBeforeDeletingSubscribers()
  while ((await workOnPage(ctx, id, rows)) && !budget?.isSpent());
}

/** Returns whether there is more. */
function workOnPage(ctx: Ctx, id: number, rows: number): Promise<boolean> {
  return write(ctx, async (tx) => {
    const work = await tx.sql.one<Work>(
      `select b.id, b.state, b.action, b.selection, b.after_id, b.until_id, b.total, b.done, b.ended_at, b.created_by, b.undone_by, (
         select m.role from membership m where m.account_id = $1
           and m.user_id = case b.state when 'undoing' then b.undone_by else b.created_by end) as role
       from bulk_action b where b.account_id = $1 and b.id = $2 and b.state in ('running', 'undoing') for update of b`,
      [id],
    )
    if (!work) return false
    const action = Action.parse(work.action)
    const reason = await stopReason(tx, { ...work, action })
    if (reason) {
      await tx.sql.run(
        `update bulk_action set state = 'stopped', stop_reason = $3, ended_at = coalesce(ended_at, $4), updated_at = $4
         where account_id = $1 and id = $2`,
        [id, reason, tx.now()],
      )
      await notifyOfEnd(tx, work, { reason })
      return false
    }
    return work.state === 'undoing' ? undoPage(tx, work, action, rows) : applyPage(tx, work, action, rows)
  })
}

/** Checks permissions and the action's target again, because both may have changed since the request. */
async function stopReason(
  tx: Tx,
  { role, action, selection, state }: Pick<Work, 'role' | 'selection' | 'state'> & { action: Action },
): Promise<StopReason | undefined> {
  if (!role || !isAtLeast(role, KINDS[action.kind].role)) return 'role'
  if ('tag_id' in action && (await tx.db.tag.count({ where: { id: action.tag_id } })) === 0) return 'tag_deleted'
  if ('field_id' in action && (await tx.db.customField.count({ where: { id: action.field_id } })) === 0)
    return 'field_deleted'
  if (
    'sequence_id' in action &&
    (await tx.db.sequence.count({ where: { id: action.sequence_id, deleted_at: null } })) === 0
  )
    return 'sequence_deleted'
  if (state === 'undoing') return undefined
  const chosen = BulkSelection.parse(selection)
  if (chosen.kind === 'chosen') return undefined
  if (chosen.tag_id && (await tx.db.tag.count({ where: { id: chosen.tag_id } })) === 0) return 'tag_deleted'
  if (chosen.segment_id && (await tx.db.segment.count({ where: { id: chosen.segment_id } })) === 0)
    return 'segment_deleted'
  return undefined
}

async function applyPage(tx: Tx, work: Work, action: Action, limit: number): Promise<boolean> {
  const { ids, last } = await readPage(tx, work, limit)
  const { agreed, refused } = agreedTo(work, action, ids)
  const { changed, before, left_alone } = agreed.length > 0 ? await apply(tx, action, agreed) : NOTHING
  if (KINDS[action.kind].undo) await recordChanged(tx, work.id, { changed, before })
  await tx.sql.run(
    `update bulk_action b set done = b.done + $3, changed = b.changed + $4, after_id = coalesce($5, b.after_id), left_alone = (
         select coalesce(jsonb_object_agg(key, count) filter (where count > 0), '{}') from (
           select key, sum(value::int) as count from (
             select * from jsonb_each_text(b.left_alone) union all select * from jsonb_each_text($6::jsonb)) x group by key) y),
       state = case when $5::bigint is null then 'completed' else b.state end,
       ended_at = case when $5::bigint is null then $7::timestamptz end, updated_at = $7
     where b.account_id = $1 and b.id = $2`,
    [work.id, ids.length, changed.length, last, JSON.stringify({ ...left_alone, not_agreed: refused }), tx.now()],
  )
  if (last === null && work.total > limit) await notifyOfEnd(tx, work, {})
  return last !== null
}

/**
 * Notifies the member that the action ended. If it ended within its first page, its member is still watching, so only longer actions are
 * announced.
 */
async function notifyOfEnd(
  tx: Tx,
  { id, state, total, created_by, undone_by }: Work,
  { reason }: { reason?: StopReason },
) {
  const user_id = state === 'undoing' ? undone_by : created_by
  if (user_id === null) return
  await notify(tx, {
    kind: reason ? 'bulk_action_stopped' : 'bulk_action_completed',
    key: `${id} ${tx.now().toISOString()}`,
    path: `/subscribers?action=${id}`,
    email: () => endedEmail({ total, reason }),
    user_ids: [user_id],
  })
}

const NOTHING: Outcome = { changed: [], left_alone: {} }

/** Limits an action that cannot be undone to the number of subscribers the user agreed to, even if more match by now. */
function agreedTo({ total, done }: Work, { kind }: Action, ids: readonly number[]) {
  const agreed = KINDS[kind].is_final ? ids.slice(0, Math.max(0, total - done)) : ids
  return { agreed, refused: ids.length - agreed.length }
}

/** Returns the next subscribers of the selection who existed when the action was requested. */
async function readPage(tx: Tx, work: Work, limit: number): Promise<{ ids: number[]; last: number | null }> {
  const values: unknown[] = []
  const selection = BulkSelection.parse(work.selection)
  const range = { after: work.after_id, until: work.until_id, limit }
  const { page, conditions } = await pageOfSelection(tx, selection, { ...range, bind: binder(values) })
  const row = await tx.sql.one<{ ids: number[] | null; last: number | null }>(
    `with page as materialized (${page})
     select (select max(id) from page) as last, array(
       select t.id from page join subscriber t on t.account_id = $1 and t.id = page.id
       where ${['true', ...conditions].join(' and ')} order by t.id) as ids`,
    values,
  )
  return { ids: (row?.ids ?? []).map(Number), last: row?.last ?? null }
}

/** TypeScript cannot tell that the action fits the functions of its own kind. */
const kindOf = ({ kind }: Action) =>
  KINDS[kind] as {
    apply: (tx: Tx, action: Action, ids: readonly number[]) => Promise<Outcome>
    undo?: (tx: Tx, action: Action, changed: readonly Recorded[], until: Date) => Promise<number>
  }

const apply = (tx: Tx, action: Action, ids: readonly number[]) => kindOf(action).apply(tx, action, ids)

async function recordChanged(tx: Tx, id: number, { changed, before }: Pick<Outcome, 'changed' | 'before'>) {
  if (changed.length === 0) return
  await tx.sql.run(
    `insert into bulk_action_subscriber (account_id, bulk_action_id, subscriber_id, before, changed_at)
     select $1, $2, u.id, u.before, $5::timestamptz from unnest($3::bigint[], $4::text[]) as u(id, before)`,
    [id, changed, changed.map((one) => before?.get(one) ?? null), tx.now()],
  )
}

interface Recorded {
  id: number
  before: string | null
}

async function undoPage(tx: Tx, { id, ended_at }: Work, action: Action, limit: number): Promise<boolean> {
  const rows = await tx.sql.rows<Recorded>(
    `select r.subscriber_id as id, r.before from bulk_action_subscriber r
       join bulk_action b on b.account_id = r.account_id and b.id = r.bulk_action_id
     where r.account_id = $1 and r.bulk_action_id = $2 and r.subscriber_id > b.undo_after_id
     order by r.subscriber_id limit $3`,
    [id, limit],
  )
  const undone = rows.length > 0 ? await kindOf(action).undo?.(tx, action, rows, ended_at ?? tx.now()) : 0
  const isEnd = rows.length < limit
  await tx.sql.run(
    `update bulk_action set undone = undone + $3, kept = kept + $4, undo_after_id = coalesce($5, undo_after_id), updated_at = $6,
       state = case when $7 then 'undone' else state end
     where account_id = $1 and id = $2`,
    [id, undone ?? 0, rows.length - (undone ?? 0), rows.at(-1)?.id ?? null, tx.now(), isEnd],
  )
  return !isEnd
}
