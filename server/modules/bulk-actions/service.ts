import { type Ctx, hasRole, memberOf, needsRole } from '../../core/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import { noteReached } from '../../core/reach.ts'
import { isoSql } from '../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import { findTypedField, readByType } from '../custom-fields/typed.ts'
import { type Bind, binder } from '../subscribers/view.ts'
import { KINDS } from './kinds.ts'
import {
  type Action,
  type BulkAction,
  type BulkInput,
  type BulkPreview,
  type BulkSelection,
  type PreviewInput,
  UNDO_DAYS,
} from './schema.ts'
import { checkSelection, selectionSql } from './selection.ts'

/** Counts the subscribers of the selection and how many the action would change. Has no side effects. */
export async function previewAction(ctx: Ctx, { selection, action }: PreviewInput): Promise<BulkPreview> {
  checkRole(ctx, action)
  await checkSelection(ctx, selection)
  return countChanges(ctx, selection, await checkTarget(ctx, action))
}

async function countChanges(ctx: Ctx, selection: BulkSelection, action: Action): Promise<BulkPreview> {
  const values: unknown[] = []
  const bind = binder(values)
  const conditions = await selectionSql(ctx, selection, bind)
  const would = (KINDS[action.kind].would as (action: Action, bind: Bind) => string)(action, bind)
  const counts = await ctx.sql.one<BulkPreview>(
    `select count(*)::int as matched, (count(*) filter (where ${would}))::int as changed from subscriber t
     where ${['t.account_id = $1', ...conditions].join(' and ')}`,
    values,
  )
  return counts ?? { matched: 0, changed: 0 }
}

const MAX_RUNNING = 10

/**
 * Starts an action. A job applies it page by page to subscribers who exist now and are in the selection when their page is applied. Throws
 * not_found or invalid for unknown records, forbidden without permission, and conflict if too many actions run, or if the action cannot be
 * undone and more subscribers match than the user agreed to.
 */
export async function requestAction(ctx: Ctx, { selection, expected, ...given }: BulkInput): Promise<BulkAction> {
  checkRole(ctx, given.action)
  await checkSelection(ctx, selection)
  const action = await checkTarget(ctx, given.action)
  const { matched } = await countChanges(ctx, selection, action)
  if (matched === 0) throw invalid('No subscriber matches anymore')
  if (KINDS[action.kind].is_final && matched > expected)
    throw conflict(
      t`${matched} subscribers match by now, more than the ${expected} that were shown. Nothing was changed. Check the list and try again.`,
    )
  return write(ctx, async (tx) => {
    await limitRunning(tx)
    const { id } = await tx.db.bulkAction.create({
      data: {
        account_id: tx.account_id,
        action: plain(action),
        selection: plain(selection),
        total: matched,
        until_id: await lastSubscriber(tx),
        created_by: memberOf(tx),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    tx.emit('bulk_action.requested', { bulk_action_id: id })
    return getAction(tx, { id })
  })
}

/** Stops a running action. Its changes stay, and can be undone. Throws conflict if it is not running. */
export function cancelAction(ctx: Ctx, { id }: { id: number }): Promise<BulkAction> {
  return write(ctx, async (tx) => {
    await getAction(tx, { id })
    const where = { id, state: 'running' }
    const ended = { state: 'canceled', ended_at: tx.now(), updated_at: tx.now() }
    const { count } = await tx.db.bulkAction.updateMany({ where, data: ended })
    if (count === 0) throw conflict('This has already ended')
    return getAction(tx, { id })
  })
}

/** Requests an action for a program, which says how many it expects. Throws as `requestAction`; forbidden for a key without a creator. */
export async function requestForProgram(ctx: Ctx, input: PreviewInput): Promise<BulkAction> {
  // A job checks the role of the one who asked, page by page.
  if (memberOf(ctx) === null) throw forbidden('This key belongs to no user. Create another one')
  const { matched } = await previewAction(ctx, input)
  noteReached(ctx, { recipients: matched, suppressed: 0, is_exact: true })
  return requestAction(ctx, { ...input, expected: matched })
}

/** Undoes an action for the subscribers it changed, except where they were changed since. Throws conflict if it cannot be undone. */
export function undoAction(ctx: Ctx, { id }: { id: number }): Promise<BulkAction> {
  return write(ctx, async (tx) => {
    await tx.sql.run('select 1 from bulk_action where account_id = $1 and id = $2 for update', [id])
    const { can_undo, state, changed, undone, kept } = await getAction(tx, { id })
    if (!can_undo) throw conflict(state === 'undone' ? 'This was already undone' : 'This can’t be undone')
    noteReached(tx, { recipients: changed - undone - kept, suppressed: 0, is_exact: true })
    await limitRunning(tx)
    const data = { state: 'undoing', stop_reason: null, undone_by: memberOf(tx), updated_at: tx.now() }
    await tx.db.bulkAction.updateMany({ where: { id }, data })
    tx.emit('bulk_action.requested', { bulk_action_id: id })
    return getAction(tx, { id })
  })
}

const LISTED = 20

/** Lists the latest actions, newest first. */
export async function listActions(ctx: Ctx): Promise<BulkAction[]> {
  const rows = await ctx.sql.rows<BulkAction>(
    `select ${VIEW} from bulk_action b where b.account_id = $1 order by b.id desc limit ${LISTED}`,
    [undoSince(ctx)],
  )
  return rows
}

export async function getAction(ctx: Ctx, { id }: { id: number }): Promise<BulkAction> {
  const row = await ctx.sql.one<BulkAction>(`select ${VIEW} from bulk_action b where b.account_id = $1 and b.id = $3`, [
    undoSince(ctx),
    id,
  ])
  if (!row) throw notFound()
  return row
}

const DAY_MS = 86_400_000
const undoSince = (ctx: Ctx) => new Date(+ctx.now() - UNDO_DAYS * DAY_MS)

const UNDONE_KINDS = Object.entries(KINDS)
  .flatMap(([kind, { undo }]) => (undo ? `'${kind}'` : []))
  .join(', ')

/** Actions that ended before `$2` can no longer be undone. */
const VIEW = `b.id, b.action ->> 'kind' as kind, b.action ->> 'value' as value, b.state, b.stop_reason, b.total, b.done, b.changed,
  b.left_alone, b.undone, b.kept, ${isoSql('b.created_at')} as created_at, ${isoSql('b.ended_at')} as ended_at,
  b.state in ('completed', 'canceled', 'stopped') and b.changed > b.undone + b.kept and b.ended_at > $2::timestamptz
    and b.action ->> 'kind' in (${UNDONE_KINDS}) as can_undo,
  coalesce((select g.name from tag g where g.account_id = $1 and g.id = (b.action ->> 'tag_id')::int),
    (select q.name from sequence q where q.account_id = $1 and q.id = (b.action ->> 'sequence_id')::int and q.deleted_at is null),
    (select f.label from custom_field f where f.account_id = $1 and f.id = (b.action ->> 'field_id')::int)) as target,
  (select coalesce(u.name, u.email) from users u join membership m on m.account_id = $1 and m.user_id = u.id
    where u.id = b.created_by) as created_by`

/** Throws forbidden. The job checks the role again. */
function checkRole(ctx: Ctx, { kind }: Action): void {
  const { role } = KINDS[kind]
  if (!hasRole(ctx, role)) throw forbidden(needsRole(role))
}

const MISSING = {
  tag: 'This tag no longer exists',
  field: 'This custom field no longer exists',
  sequence: 'This sequence no longer exists',
}

/**
 * Returns the action with its value in stored form. Throws invalid for an unknown tag, sequence or field, and for a value of another type
 * than the field's.
 */
async function checkTarget(ctx: Ctx, action: Action): Promise<Action> {
  const missingError = (name: keyof typeof MISSING) => invalid(MISSING[name])
  if ('tag_id' in action && (await ctx.db.tag.count({ where: { id: action.tag_id } })) === 0) throw missingError('tag')
  if ('field_id' in action) {
    const field = await findTypedField(ctx, { id: action.field_id })
    if (!field) throw missingError('field')
    const { [field.key]: value = null } = readByType([field], { [field.key]: action.value })
    return { ...action, value }
  }
  if (
    'sequence_id' in action &&
    (await ctx.db.sequence.count({ where: { id: action.sequence_id, deleted_at: null } })) === 0
  )
    throw missingError('sequence')
  return action
}

async function limitRunning(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, 'bulk actions')
  const running = await tx.db.bulkAction.count({ where: { state: { in: ['running', 'undoing'] } } })
  if (running >= MAX_RUNNING) throw conflict(t`${running} changes are already running. Wait until one is complete.`)
}

async function lastSubscriber(ctx: Ctx): Promise<number> {
  const row = await ctx.sql.one<{ id: number | null }>('select max(id) as id from subscriber where account_id = $1')
  return Number(row?.id ?? 0)
}

const plain = (value: object) => JSON.parse(JSON.stringify(value)) as object
