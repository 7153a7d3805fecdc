import { type Ctx, memberOf } from '../../core/context.ts'
import { AppError, conflict, notFound } from '../../core/errors.ts'
import { isoSql } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { isConflict } from '../../db/errors.ts'
import type { ExpiredRows } from '../../db/purge.ts'
import { t } from '../../lib/locale/texts.ts'
import type { DeletedRecord, Deleting, Deletion, Undeleting } from './schema.ts'

/** Much longer than the interface offers the undo, for delayed requests. */
const KEPT_HOURS = 1
export const KEPT_MS = KEPT_HOURS * 3_600_000
/** After this time no undo can succeed, even on clocks that differ by some seconds, so data kept for it can be deleted. */
export const GONE_AFTER_MS = KEPT_MS + 5 * 60_000

export const EXPIRED_DELETED_RECORDS: ExpiredRows = {
  table: 'deleted_record',
  where: `deleted_at < $1`,
  kept_days: KEPT_HOURS / 24,
}

/** Rows of a table that belong to a deleted record. Both strings come from code, never from a request. */
export interface OwnRows {
  table: string
  /** Condition on `t`; `$3` is the record's ID. */
  where: string
  /** Condition on the kept row `r`. Rows that do not meet it are not restored. */
  if?: string
}

interface Undoable {
  kind:
    | 'automation'
    | 'broadcast'
    | 'comment'
    | 'custom_field'
    | 'email_template'
    | 'form_file'
    | 'form_test'
    | 'picture'
    | 'post'
    | 'segment'
    | 'sequence'
    | 'tag'
    | 'tag_merge'
  /**
   * Locks the record. Throws not_found. Returns whether restoring its rows undoes the deletion, or `ask_first` if it does but the user
   * should know what the deletion does until then.
   */
  lock: (tx: Tx) => Promise<boolean | 'ask_first'>
  /** Referenced rows before the rows that refer to them. */
  rows: readonly OwnRows[]
  /** Reads additional data needed for an undo. */
  remember?: (tx: Tx) => Promise<object>
  remove: (tx: Tx) => Promise<void>
}

/** Deletes a record of the account. Keeps its rows for an hour for the user who deleted it. */
export function deleteWithUndo(
  ctx: Ctx,
  { id, only_if_undoable }: Deleting,
  { kind, lock, rows, remember, remove }: Undoable,
): Promise<Deletion> {
  return write(ctx, async (tx) => {
    const locked = await lock(tx)
    if (locked !== true && only_if_undoable) return { is_deleted: false, undo: null }
    const canBeUndone = locked !== false
    const also = canBeUndone ? await remember?.(tx) : undefined
    const undo = canBeUndone ? await keepRows(tx, { kind, id, rows, also, deleted_by: memberOf(tx) }) : null
    await remove(tx)
    return { is_deleted: true, undo }
  })
}

/** For `lock`: locks row `t` of a table and returns whether the condition `is_used` on it is false. Throws not_found. */
export async function lockUnused(
  tx: Tx,
  { id, table, is_used }: { id: number; table: string; is_used: string },
): Promise<boolean> {
  const row = await tx.sql.one<{ is_used: boolean }>(
    `select ${is_used} as is_used from ${table} t where t.account_id = $1 and t.id = $2 for update of t`,
    [id],
  )
  if (!row) throw notFound()
  return !row.is_used
}

interface Kept {
  kind: Undoable['kind']
  id: number
  rows: readonly OwnRows[]
  also: object | undefined
  /** The user who can undo it. */
  deleted_by: number | null
}

/**
 * Keeps rows that a job deletes for a user. They stay in the database, so they are restored without losing precision. Returns the ID of the
 * undo, or null.
 */
export async function keepRows(tx: Tx, { kind, id, rows, also, deleted_by }: Kept): Promise<number | null> {
  const content = rows.map(
    ({ table, where }) =>
      `'${table}', (select jsonb_agg(to_jsonb(t)) from ${table} t where t.account_id = $1 and ${where})`,
  )
  const kept = await tx.sql.one<{ id: number }>(
    `insert into deleted_record (account_id, kind, item_id, content, also, deleted_by, deleted_at)
     values ($1, $2, $3::int, jsonb_build_object(${content.join(', ')}), $4::jsonb, $5, $6) returning id`,
    [kind, id, JSON.stringify(also ?? {}), deleted_by, tx.now()],
  )
  return kept?.id ?? null
}

/**
 * Restores the rows of a deleted record with their IDs. Calls `lock` first, for locks that deletions take first. Returns the record's ID
 * and its other kept data. Throws conflict unless this user deleted the record within the last hour, and if something the record needs was
 * deleted or taken since.
 */
export async function putBack<Also = object>(
  tx: Tx,
  { undo }: Undeleting,
  { kind, rows, lock }: Pick<Undoable, 'kind' | 'rows'> & { lock?: (also: Also) => Promise<void> },
): Promise<{ id: number; also: Also }> {
  const kept = await tx.sql.one<{ item_id: number; also: Also }>(
    `select item_id, also from deleted_record
     where account_id = $1 and id = $2 and kind = $3 and deleted_by = $4 and deleted_at > $5 for update`,
    [undo, kind, memberOf(tx), new Date(+tx.now() - KEPT_MS)],
  )
  // A program may name any id.
  if (!kept) throw tx.actor.kind === 'user' ? conflict(t`This can no longer be restored`) : notFound()
  await lock?.(kept.also)
  try {
    for (const own of rows) await insertKept(tx, undo, own)
  } catch (error) {
    if (isConflict(error)) throw conflict(t`Its name or address is taken now. Rename the other one, then try again.`)
    // A row refers to a deleted record.
    throw error instanceof AppError && error.code === 'invalid' ? conflict(t`This can no longer be restored`) : error
  }
  await tx.db.deletedRecord.deleteMany({ where: { id: undo } })
  return { id: kept.item_id, also: kept.also }
}

/** Inserts kept rows. Columns added by later migrations get their defaults, and dropped columns are ignored. */
async function insertKept(tx: Tx, undo: number, { table, if: condition = 'true' }: OwnRows): Promise<void> {
  const columns = await tx.sql.rows<{ name: string }>(
    `select quote_ident(a.attname) as name from pg_attribute a, deleted_record d
     where d.account_id = $1 and d.id = $2 and a.attrelid = to_regclass($3::text) and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and d.content -> $3::text -> 0 ? a.attname::text order by a.attnum`,
    [undo, table],
  )
  if (columns.length === 0) return
  const names = columns.map(({ name }) => name)
  await tx.sql.run(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => `r.${name}`).join(', ')}
     from deleted_record d, jsonb_populate_recordset(null::${table}, d.content -> '${table}') r
     where d.account_id = $1 and d.id = $2 and ${condition}`,
    [undo],
  )
}

/** Lists what the user, or the user whose rights a program has, deleted in the last hour. Restoring may still fail. */
export const listDeletions = (ctx: Ctx): Promise<DeletedRecord[]> =>
  ctx.sql.rows<DeletedRecord>(
    `select id, kind, item_id, ${isoSql('deleted_at')} as deleted_at from deleted_record
     where account_id = $1 and deleted_by = $2 and deleted_at > $3 order by id desc limit 1000`,
    [memberOf(ctx), new Date(+ctx.now() - KEPT_MS)],
  )
