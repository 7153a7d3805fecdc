import { type Ctx, hasRole, memberOf } from '../../../core/context.ts'
import { conflict, forbidden, notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type DeletedNote, MAX_NOTES, type NewNote, type Note, type NoteChange } from '../notes-schema.ts'
import { lockAgainstDeletion } from '../write/lock.ts'
import { openNote, sealNote } from './deleted.ts'

/** Lists the notes about a subscriber, newest first. */
export async function listNotes(
  ctx: Ctx,
  { subscriber_id, ...paging }: PageQuery & { subscriber_id: number },
): Promise<Page<Note>> {
  if (!(await ctx.sql.one('select 1 from subscriber where account_id = $1 and id = $2', [subscriber_id])))
    throw notFound()
  return keysetPage<Note>(ctx.sql, paging, {
    name: 'subscriber_notes',
    view: VIEW,
    from: 'subscriber_note t',
    where: ['t.account_id = $1', 't.subscriber_id = $2'],
    values: [subscriber_id],
    // A total has no view.
    view_values: [memberOf(ctx)],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Throws not_found for an unknown subscriber, and conflict at the maximum number of notes. */
export function addNote(ctx: Ctx, { subscriber_id, text }: NewNote): Promise<Note> {
  return write(ctx, async (tx) => {
    await lockForNote(tx, subscriber_id)
    const { id } = await tx.db.subscriberNote.create({
      data: { account_id: tx.account_id, subscriber_id, text, created_by: memberOf(tx), created_at: tx.now() },
    })
    return getNote(tx, id)
  })
}

/** Changes the text. Throws not_found, or forbidden for another member's note. */
export function editNote(ctx: Ctx, { id, text }: NoteChange): Promise<Note> {
  return write(ctx, async (tx) => {
    const { is_own } = await getNote(tx, id)
    if (!is_own) throw forbidden('Only the author can change a note')
    await tx.db.subscriberNote.updateMany({ where: { id }, data: { text, edited_at: tx.now() } })
    return getNote(tx, id)
  })
}

/**
 * Deletes a note and returns it encrypted for an undo, because nothing stores its author and times. Throws not_found, or forbidden for
 * another member's note unless the user is an admin.
 */
export function deleteNote(ctx: Ctx, { id }: { id: number }): Promise<DeletedNote> {
  return write(ctx, async (tx) => {
    const { is_own } = await getNote(tx, id)
    if (!is_own && !hasRole(tx, 'admin')) throw forbidden('Only the author or an admin can delete a note')
    return {
      undo: sealNote(
        tx,
        await tx.db.subscriberNote.delete({ where: { account_id_id: { account_id: tx.account_id, id } } }),
      ),
    }
  })
}

/**
 * Restores a deleted note with its author and times, within an hour, for the member who deleted it. Repeating it changes nothing. Throws
 * invalid for anything else, not_found if the subscriber was deleted, or conflict at the maximum number of notes.
 */
export function restoreNote(ctx: Ctx, { undo }: DeletedNote): Promise<Note> {
  return write(ctx, async (tx) => {
    const note = openNote(tx, undo)
    await lockForNote(tx, note.subscriber_id)
    await tx.db.subscriberNote.createMany({ data: [note], skipDuplicates: true })
    return getNote(tx, note.id)
  })
}

/** Locks a subscriber against deletion, and checks the number of notes. */
async function lockForNote(tx: Tx, subscriber_id: number): Promise<void> {
  if ((await lockAgainstDeletion(tx, [subscriber_id])).size === 0) throw notFound()
  const count = await tx.db.subscriberNote.count({ where: { subscriber_id } })
  if (count >= MAX_NOTES) throw conflict(t`A subscriber can have ${MAX_NOTES} notes. Delete one first.`)
}

/** `$3`: the current user. */
const VIEW = `t.id, t.text, (select coalesce(u.name, u.email) from users u join membership m on m.account_id = $1 and m.user_id = u.id
    where u.id = t.created_by) as author, coalesce(t.created_by = $3::int, false) as is_own,
  ${isoSql('t.created_at')} as created_at, ${isoSql('t.edited_at')} as edited_at`

async function getNote(tx: Ctx, id: number): Promise<Note> {
  const note = await tx.sql.one<Note>(`select ${VIEW} from subscriber_note t where t.account_id = $1 and t.id = $2`, [
    id,
    memberOf(tx),
  ])
  if (!note) throw notFound()
  return note
}

/** Throws not_found for a note that does not exist. */
export const findNote = (ctx: Ctx, { id }: { id: number }): Promise<Note> => getNote(ctx, id)
