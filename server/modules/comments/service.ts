import { actingMember, type Ctx } from '../../core/context.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import type { OwnRows } from '../deleted-records/service.ts'
import { notify } from '../notifications/notify.ts'
import { lockDraft } from './drafts.ts'
import { type AboutComment, commentEmail } from './emails.ts'
import type { CommentChange, CommentedItem, CommentKey, NewComment, ThreadResolution } from './schema.ts'
import { MAX_COMMENTS, MAX_REPLIES } from './values-schema.ts'

interface StoredComment {
  id: number
  thread_id: number | null
  author_id: number | null
  resolved_at: Date | null
}

/**
 * Adds a comment, or a reply to a thread, and notifies the members concerned. A reply reopens a resolved thread. Throws not_found, and
 * conflict if the draft or the thread is full.
 */
export function addComment(ctx: Ctx, input: NewComment): Promise<{ id: number }> {
  const { kind, item_id, text, thread_id, quote } = input
  return write(ctx, async (tx) => {
    const author_id = userOf(tx)
    await lockComments(tx, input)
    const draft = await lockDraft(tx, input)
    const thread = thread_id === undefined ? undefined : await readComment(tx, { kind, item_id, id: thread_id })
    if (thread?.thread_id) throw notFound('This thread does not exist')
    await requireRoom(tx, { kind, item_id, thread_id })
    const mentions = await membersAmong(tx, input.mentions)
    const added = await tx.sql.one<{ id: number; author: string }>(
      `insert into draft_comment
         (account_id, kind, item_id, thread_id, author_id, author, text, mentions, quote, quote_before, quote_after, created_at)
       select $1, $2, $3, $4, u.id, coalesce(nullif(u.name, ''), u.email), $6, $7, $8, $9, $10, $11 from users u where u.id = $5
       returning id, author`,
      [
        kind,
        item_id,
        thread_id ?? null,
        author_id,
        text,
        mentions,
        thread ? null : (quote?.text ?? null),
        thread ? null : (quote?.before ?? null),
        thread ? null : (quote?.after ?? null),
        tx.now(),
      ],
    )
    if (!added) throw forbidden()
    if (thread?.resolved_at) await setResolved(tx, thread.id, null)
    const about = { ...added, text, title: draft.title, path: pathOf(draft, thread_id ?? added.id) }
    await notifyOfMentions(tx, about, without(mentions, author_id))
    const participants = thread ? await participantsOf(tx, thread.id) : []
    const concerned = [...participants, ...(draft.created_by === null ? [] : [draft.created_by])]
    await notify(tx, {
      kind: 'comment',
      key: `${added.id}`,
      path: about.path,
      email: () => commentEmail(thread ? 'replied' : 'commented', about),
      user_ids: without(concerned, author_id, ...mentions),
    })
    return { id: added.id }
  })
}

/** Edits the member's own comment and notifies newly mentioned members. Throws not_found or forbidden. */
export function editComment(ctx: Ctx, { text, mentions, ...key }: CommentChange): Promise<void> {
  return write(ctx, async (tx) => {
    const author_id = userOf(tx)
    await lockComments(tx, key)
    const draft = await lockDraft(tx, key)
    const { id, thread_id, ...comment } = await readComment(tx, key)
    if (comment.author_id !== author_id) throw forbidden()
    const members = await membersAmong(tx, mentions)
    const changed = await tx.sql.one<{ author: string; before: number[] }>(
      `update draft_comment c set text = $3, mentions = $4, edited_at = $5
       from draft_comment o where c.account_id = $1 and c.id = $2 and o.account_id = $1 and o.id = $2
       returning c.author, o.mentions as before`,
      [id, text, members, tx.now()],
    )
    const about = {
      id,
      author: changed?.author ?? '',
      text,
      title: draft.title,
      path: pathOf(draft, thread_id ?? id),
    }
    await notifyOfMentions(tx, about, without(members, author_id, ...(changed?.before ?? [])))
  })
}

/** Resolves or reopens a thread. Throws not_found. */
export function resolveThread(ctx: Ctx, { is_resolved, ...key }: ThreadResolution): Promise<void> {
  return write(ctx, async (tx) => {
    const user_id = userOf(tx)
    await lockComments(tx, key)
    const { id, thread_id } = await readComment(tx, key)
    if (thread_id !== null) throw notFound()
    await setResolved(tx, id, is_resolved ? user_id : null)
  })
}

/** Returns the path of a thread. */
const pathOf = ({ path }: { path: string }, thread_id: number) =>
  `${path}${path.includes('?') ? '&' : '?'}comment=${thread_id}`

/** SQL that deletes the comments of drafts deleted by the same statement: rows of `gone` with `account_id` and `id`. */
export const forgottenComments = (gone: string, { kind }: { kind: CommentedItem['kind'] }): string =>
  `forgotten as (
     delete from draft_comment c using ${gone} u where c.account_id = u.account_id and c.kind = '${kind}' and c.item_id = u.id
   ), forgotten_marks as (
     delete from draft_comment_read r using ${gone} u where r.account_id = u.account_id and r.kind = '${kind}' and r.item_id = u.id
   )`

/**
 * The comments of drafts and the members' read positions, for an undo of the drafts' deletion. `where` selects the drafts by `t.item_id`.
 */
export const commentRows = (kind: CommentedItem['kind'], where: string): OwnRows[] =>
  [
    { table: 'draft_comment' },
    // Skips members who have left since.
    {
      table: 'draft_comment_read',
      if: 'exists (select from membership m where m.account_id = r.account_id and m.user_id = r.user_id)',
    },
  ].map((own) => ({ ...own, where: `t.kind = '${kind}' and ${where}` }))

/** Deletes the comments of deleted drafts. */
export async function forgetComments(
  tx: Tx,
  { kind, item_ids }: { kind: CommentedItem['kind']; item_ids: readonly number[] },
): Promise<void> {
  for (const table of ['draft_comment', 'draft_comment_read'])
    await tx.sql.run(`delete from ${table} where account_id = $1 and kind = $2 and item_id = any ($3::int[])`, [
      kind,
      item_ids,
    ])
}

/** Lets only one transaction at a time change the comments of a draft. */
export const lockComments = (tx: Tx, { kind, item_id }: CommentedItem) =>
  acquireAdvisoryLock(tx, `comments of ${kind} ${item_id}`)

const without = (ids: readonly number[], ...others: number[]): number[] => [
  ...new Set(ids.filter((id) => !others.includes(id))),
]

/** Returns the user, or the one whose rights a program has. Throws forbidden without one. */
export function userOf(ctx: Ctx): number {
  const user_id = actingMember(ctx)
  if (user_id === null) throw forbidden()
  return user_id
}

/** Finds the draft of a comment. Throws not_found. */
export async function findKey(ctx: Ctx, { id }: { id: number }): Promise<CommentKey> {
  const key = await ctx.sql.one<CommentKey>(
    'select id, kind, item_id from draft_comment where account_id = $1 and id = $2',
    [id],
  )
  if (!key) throw notFound()
  return key
}

/** Throws not_found if the comment belongs to another draft. */
export async function readComment(tx: Tx, { kind, item_id, id }: CommentKey): Promise<StoredComment> {
  const found = await tx.db.draftComment.findFirst({
    where: { kind, item_id, id },
    select: { id: true, thread_id: true, author_id: true, resolved_at: true },
  })
  if (!found) throw notFound()
  return found
}

async function requireRoom(
  tx: Tx,
  { kind, item_id, thread_id }: CommentedItem & { thread_id: number | undefined },
): Promise<void> {
  if ((await tx.db.draftComment.count({ where: { kind, item_id } })) >= MAX_COMMENTS)
    throw conflict(t`This draft has ${MAX_COMMENTS} comments. Delete some to add more.`)
  if (thread_id !== undefined && (await tx.db.draftComment.count({ where: { thread_id } })) >= MAX_REPLIES)
    throw conflict(t`This thread has ${MAX_REPLIES} replies. Start a new one.`)
}

const setResolved = (tx: Tx, id: number, user_id: number | null) =>
  tx.sql.run(
    `update draft_comment set resolved_at = case when $3::int is null then null else $4::timestamptz end,
       resolved_by = (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = $3::int)
     where account_id = $1 and id = $2`,
    [id, user_id, tx.now()],
  )

async function membersAmong(tx: Tx, user_ids: readonly number[]): Promise<number[]> {
  if (user_ids.length === 0) return []
  const rows = await tx.sql.rows<{ user_id: number }>(
    'select user_id from membership where account_id = $1 and user_id = any ($2::int[]) order by 1',
    [user_ids],
  )
  return rows.map(({ user_id }) => user_id)
}

async function participantsOf(tx: Tx, thread_id: number): Promise<number[]> {
  const rows = await tx.sql.rows<{ author_id: number }>(
    `select distinct author_id from draft_comment
     where account_id = $1 and (id = $2 or thread_id = $2) and author_id is not null and deleted_at is null`,
    [thread_id],
  )
  return rows.map(({ author_id }) => author_id)
}

interface About extends AboutComment {
  id: number
  path: string
}

const notifyOfMentions = (tx: Tx, about: About, user_ids: readonly number[]): Promise<void> =>
  notify(tx, {
    kind: 'mention',
    key: `${about.id}`,
    path: about.path,
    email: () => commentEmail('mentioned', about),
    user_ids,
  })
