import { createHash } from 'node:crypto'
import type { Ctx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import type { OwnRows } from '../deleted-records/service.ts'
import type { ListedRevision, Replacing, RevisedItem, Revision, RevisionKey, RevisionText } from './schema.ts'

/** Autosaves by one author within this time are one revision. */
const TOGETHER_MS = 10 * 60_000
/** Maximum number per draft. The oldest are deleted first. */
const MAX_REVISIONS = 30

const LISTED = `t.id, t.title, case when t.kind in ('landing_page', 'landing_page_b') then t.preview_text else '' end as reason, t.author, ${isoSql('t.created_at')} as created_at, ${isoSql('t.updated_at')} as updated_at`
const OF_ITEM = 't.account_id = $1 and t.kind = $2 and t.item_id = $3'

/** Lists the earlier texts of a draft, newest first. */
export const listRevisions = (ctx: Ctx, { kind, item_id }: RevisedItem): Promise<ListedRevision[]> =>
  ctx.sql.rows<ListedRevision>(`select ${LISTED} from revision t where ${OF_ITEM} order by t.id desc`, [kind, item_id])

export async function getRevision(ctx: Ctx, { kind, item_id, id }: RevisionKey): Promise<Revision> {
  const found = await ctx.sql.one<Revision>(
    `select ${LISTED}, t.preview_text, t.content from revision t where ${OF_ITEM} and t.id = $4`,
    [kind, item_id, id],
  )
  if (!found) throw notFound()
  return found
}

interface Latest extends RevisionText {
  id: number
  author_id: number | null
  is_closed: boolean
  created_at: Date
}

const MEMBERS = ['title', 'preview_text', 'content'] as const

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** Identifies a text, for editors that say which one they replace, by a digest of each property. */
export const textVersion = (text: RevisionText): string => MEMBERS.map((member) => digest(text[member])).join('.')

interface Kept extends Replacing {
  before: RevisionText
  after: RevisionText
  /** The changed properties. Required with `replaces`. */
  typed?: { [Member in keyof RevisionText]?: string | null | undefined }
}

/**
 * Stores the text of a draft after a change. Changes by one author within ten minutes are one revision, unless most of the content was
 * replaced. The first change also stores the text before it. Throws conflict if the stored text is not the one that was edited.
 */
export async function keepRevision(tx: Tx, item: RevisedItem, kept: Kept): Promise<void> {
  const { before, after, over_others } = kept
  requireReplaced(kept)
  if (isSame(before, after)) return
  if (over_others) await closeRevisions(tx, item)
  const latest = await tx.sql.one<Latest>(
    `select t.id, t.author_id, t.is_closed, t.created_at, t.title, t.preview_text, t.content
     from revision t where ${OF_ITEM} order by t.id desc limit 1`,
    [item.kind, item.item_id],
  )
  // Happens if a draft is published unchanged.
  if (latest && isSame(latest, after)) return
  const author_id = tx.actor.kind === 'user' ? tx.actor.user_id : null
  const now = tx.now()
  const isContinued =
    latest &&
    !latest.is_closed &&
    latest.author_id === author_id &&
    +now - +latest.created_at < TOGETHER_MS &&
    !isRewritten(latest.content, after.content)
  if (isContinued) {
    const { title, preview_text, content } = after
    // Not Prisma, which takes four times as long for a megabyte of text, on the main thread.
    await tx.sql.run(
      'update revision set title = $3, preview_text = $4, content = $5, updated_at = $6 where account_id = $1 and id = $2',
      [latest.id, title, preview_text, content, now],
    )
    return
  }
  if (!latest && (before.title || before.preview_text || before.content)) await insert(tx, item, { text: before })
  await insert(tx, item, { text: after, author_id })
  await tx.sql.run(
    `delete from revision where account_id = $1 and kind = $2 and item_id = $3 and id <= (
       select id from revision where account_id = $1 and kind = $2 and item_id = $3 order by id desc offset $4 limit 1)`,
    [item.kind, item.item_id, MAX_REVISIONS],
  )
}

/**
 * Throws conflict if the stored text is not the one that was edited. Changed properties that are already stored do not count, because a
 * change may be sent twice. Unchanged properties must be the same, because the editor shows them.
 */
function requireReplaced({ before, after, typed = {}, replaces, over_others }: Kept): void {
  if (over_others || replaces === undefined) return
  const replaced = replaces.split('.')
  const isReplaced = MEMBERS.every(
    (member, index) =>
      digest(before[member]) === replaced[index] || (typed[member] !== undefined && before[member] === after[member]),
  )
  if (!isReplaced) throw conflict(t`Someone changed this since you opened it.`)
}

/**
 * The same check for a text without a history of its own. A text that it replaces becomes an entry in the given draft's history, below the
 * draft's own text.
 */
export async function keepAside(
  tx: Tx,
  item: RevisedItem,
  { own, ...kept }: Kept & { own: RevisionText },
): Promise<void> {
  const { before, after, over_others } = kept
  requireReplaced(kept)
  if (!over_others || isSame(before, after)) return
  await insert(tx, item, { text: before })
  await insert(tx, item, { text: own })
  await closeRevisions(tx, item)
}

/** Shorter contents are not worth their own entry. */
const MIN_REWRITTEN = 100

/** Returns whether less than half of the content remains at the beginning and end of the next one, as after deleting everything. */
export function isRewritten(before: string, after: string): boolean {
  if (before.length < MIN_REWRITTEN) return false
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  const isSameAt = (at: number) => before.charCodeAt(before.length - at) === after.charCodeAt(after.length - at)
  while (end < shortest - start && isSameAt(end + 1)) end++
  return start + end < before.length / 2
}

const isSame = (one: RevisionText, other: RevisionText): boolean =>
  one.title === other.title && one.preview_text === other.preview_text && one.content === other.content

/** Without `author_id`, the author is unknown. */
const insert = (
  tx: Tx,
  { kind, item_id }: RevisedItem,
  { text, author_id }: { text: RevisionText; author_id?: number | null },
): Promise<unknown> =>
  tx.sql.run(
    `insert into revision (account_id, kind, item_id, title, preview_text, content, author_id, author, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7::int,
       coalesce((select coalesce(nullif(u.name, ''), u.email) from users u where u.id = $7::int), $8), $9, $9)`,
    [
      kind,
      item_id,
      text.title,
      text.preview_text,
      text.content,
      author_id ?? null,
      author_id === undefined ? '' : 'API',
      tx.now(),
    ],
  )

/** Returns the text to restore. Keeps the current text, so restoring can be undone. Throws not_found. */
export async function takeRevision(tx: Tx, key: RevisionKey): Promise<RevisionText> {
  const { title, preview_text, content } = await getRevision(tx, key)
  await closeRevisions(tx, key)
  return { title, preview_text, content }
}

/** Starts a new revision with the next change of a draft. */
export async function closeRevisions(tx: Tx, { kind, item_id }: RevisedItem): Promise<void> {
  await tx.db.revision.updateMany({ where: { kind, item_id }, data: { is_closed: true } })
}

/** SQL that deletes the revisions of drafts deleted by the same statement: rows of `gone` with `account_id` and `id`. */
export const forgottenRevisions = (gone: string, { kind }: { kind: RevisedItem['kind'] }): string =>
  `forgotten_revisions as (
     delete from revision r using ${gone} u where r.account_id = u.account_id and r.kind = '${kind}' and r.item_id = u.id
   )`

/** The revisions of a draft, for an undo of its deletion. */
export const revisionRows = (kind: RevisedItem['kind']): OwnRows => ({
  table: 'revision',
  where: `t.kind = '${kind}' and t.item_id = $3`,
})

/** Deletes the revisions of a deleted draft. */
export async function forgetRevisions(tx: Tx, { kind, item_id }: RevisedItem): Promise<void> {
  await tx.db.revision.deleteMany({ where: { kind, item_id } })
}
