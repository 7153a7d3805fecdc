import type { Ctx } from '../../core/context.ts'
import { keysetPage, MAX_PER_PAGE, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { userOf } from '../notifications/service.ts'
import { requireDraft } from './drafts.ts'
import type { CommentCounts, CommentedItem, CommentsRead, CommentThread, ThreadFilter } from './schema.ts'

const READ_TO = `coalesce((select r.read_up_to from draft_comment_read r
  where r.account_id = $1 and r.user_id = $4 and r.kind = $2 and r.item_id = $3), 0)`

/** SQL of the properties of a comment of `of`. */
const commentView = (
  of: string,
) => `${of}.id, ${of}.author, ${of}.author_id is not distinct from $4 as is_mine, ${of}.text,
  to_json(array(select coalesce(nullif(u.name, ''), u.email) from users u where u.id = any (${of}.mentions) order by u.id)) as mentioned,
  ${of}.id > ${READ_TO} and ${of}.author_id is distinct from $4 and ${of}.deleted_at is null as is_unread,
  ${of}.deleted_at is not null as is_deleted, ${isoSql(`${of}.created_at`)} as created_at, ${isoSql(`${of}.edited_at`)} as edited_at`

/** Lists the threads of a draft with their replies, newest first. Throws not_found. */
export async function listThreads(
  ctx: Ctx,
  { kind, item_id, is_resolved, ...paging }: ThreadFilter & PageQuery,
): Promise<Page<CommentThread>> {
  await requireDraft(ctx, { kind, item_id })
  return keysetPage<CommentThread>(ctx.sql, paging, {
    name: 'draft_comments',
    view: `${commentView('t')},
        case when t.quote is not null then json_build_object('text', t.quote, 'before', t.quote_before, 'after', t.quote_after) end as quote,
        ${isoSql('t.resolved_at')} as resolved_at, t.resolved_by,
        (select coalesce(json_agg(r order by r.id), '[]') from (
           select ${commentView('c')} from draft_comment c where c.account_id = $1 and c.thread_id = t.id) r) as replies`,
    columns: 'c.*',
    from: 'draft_comment c',
    where: [
      'c.account_id = $1',
      'c.kind = $2',
      'c.item_id = $3',
      '$4::int is not null',
      'c.thread_id is null',
      `c.resolved_at is ${is_resolved ? 'not ' : ''}null`,
    ],
    values: [kind, item_id, userOf(ctx)],
    order: [{ expr: 'c.id', type: 'integer', dir: 'desc' }],
  })
}

/** Lists all threads of a draft, which has a limited number. Throws not_found. */
export async function listAllThreads(ctx: Ctx, filter: ThreadFilter): Promise<CommentThread[]> {
  const page = await listThreads(ctx, { ...filter, per_page: MAX_PER_PAGE, include_total_count: false })
  return page.rows()
}

/** Counts open and resolved threads, and others' comments that the member has not read. Throws not_found. */
export async function countComments(ctx: Ctx, item: CommentedItem): Promise<CommentCounts> {
  await requireDraft(ctx, item)
  const row = await ctx.sql.one<CommentCounts>(
    `select count(*) filter (where c.thread_id is null and c.resolved_at is null)::int as open,
       count(*) filter (where c.thread_id is null and c.resolved_at is not null)::int as resolved,
       count(*) filter (where c.id > ${READ_TO} and c.author_id is distinct from $4 and c.deleted_at is null)::int as unread
     from draft_comment c where c.account_id = $1 and c.kind = $2 and c.item_id = $3`,
    [item.kind, item.item_id, userOf(ctx)],
  )
  return row ?? { open: 0, resolved: 0, unread: 0 }
}

/** Marks a draft's comments, up to the given one, as read by the member. */
export async function markCommentsRead(ctx: Ctx, { kind, item_id, up_to }: CommentsRead): Promise<void> {
  await requireDraft(ctx, { kind, item_id })
  await ctx.sql.run(
    `insert into draft_comment_read as r (account_id, kind, item_id, user_id, read_up_to)
     select m.account_id, $2, $3, m.user_id, (
       select coalesce(max(c.id), 0) from draft_comment c where c.account_id = $1 and c.kind = $2 and c.item_id = $3 and c.id <= $5)
     from membership m where m.account_id = $1 and m.user_id = $4
     on conflict (account_id, user_id, kind, item_id) do update set read_up_to = greatest(r.read_up_to, excluded.read_up_to)`,
    [kind, item_id, userOf(ctx), up_to],
  )
}
