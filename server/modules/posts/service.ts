import type { Ctx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { PageSpec } from '../../core/page/sql.ts'
import { checkHtml } from '../../core/texts/given-html.ts'
import { discardForgottenDrafts } from '../../core/write/forgotten-drafts.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import { forgetComments } from '../comments/service.ts'
import { requireProduct } from '../purchases/product.ts'
import type { Restoring } from '../revisions/schema.ts'
import { forgetRevisions, keepRevision, takeRevision, textVersion } from '../revisions/service.ts'
import { siteUrlSql } from '../style/site-url.ts'
import { freeSlug } from './address/slug.ts'
import { renderForWeb } from './render.ts'
import type { EditedPost, ListedPost, PostChange, PostFilter, PostInput, Publishing } from './schema.ts'
import { emitPublished, getPost, postColumns } from './view.ts'

const BY_ID: PageSpec['order'] = [{ expr: 't.id', type: 'integer', dir: 'desc' }]

/** Lists posts, newest first. */
export const listPosts = (ctx: Ctx, query: PostFilter & PageQuery): Promise<Page<ListedPost>> =>
  pageOfPosts(ctx, query, { name: 'posts', order: BY_ID, conditions: [] })

/** Lists posts by their date in the dashboard, newest first, without empty drafts. */
export const listWrittenPosts = (ctx: Ctx, query: PostFilter & PageQuery): Promise<Page<ListedPost>> =>
  pageOfPosts(ctx, query, {
    name: 'written posts',
    order: [{ expr: 'coalesce(t.published_at, t.created_at)', type: 'timestamptz', dir: 'desc' }, ...BY_ID],
    conditions: [`not ${IS_UNTOUCHED}`],
  })

function pageOfPosts(
  ctx: Ctx,
  { include_content, ...paging }: PostFilter & PageQuery,
  { name, order, conditions }: Pick<PageSpec, 'name' | 'order'> & { conditions: readonly string[] },
): Promise<Page<ListedPost>> {
  return keysetPage<ListedPost>(ctx.sql, paging, {
    name,
    view: postColumns({ include_content }),
    from: 'post t',
    where: ['t.account_id = $1', ...conditions],
    values: [],
    order,
  })
}

export async function getEditedPost(ctx: Ctx, { id }: { id: number }): Promise<EditedPost> {
  const [post, stored_text] = await Promise.all([
    getPost(ctx, { id }),
    ctx.sql.one<Pick<EditedPost, 'broadcast_id' | 'topics' | 'own_slug' | 'site_url'> & { source: string | null }>(
      `select t.content as source, t.topics, t.slug as own_slug, ${siteUrlSql('t.account_id')} as site_url,
         (select b.id from broadcast b where b.account_id = $1 and b.publication_id = t.publication_id) as broadcast_id
       from post t where t.account_id = $1 and t.id = $2`,
      [id],
    ),
  ])
  if (!stored_text) throw notFound()
  const source = stored_text.source ?? ''
  const { mistake } = await renderForWeb(ctx, { title: post.title, description: null, content: source })
  return {
    ...post,
    ...stored_text,
    source,
    text_version: textVersion(textOf({ title: post.title, content: source })),
    mistake,
  }
}

/** Creates a web-only draft. */
export function createPost(ctx: Ctx, input: PostInput): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    const new_row = await tx.sql.one<{ id: number }>(
      `insert into post (account_id, publication_id, title, created_at, updated_at)
       values ($1, nextval(pg_get_serial_sequence('broadcast', 'publication_id')), '', $2, $2) returning id`,
      [tx.now()],
    )
    if (!new_row) throw new Error('Could not insert the post')
    return savePost(tx, { id: new_row.id, ...input })
  })
}

/**
 * Saves a post; absent properties stay unchanged. Changes to a published post are public immediately and must be publishable. With
 * `unless_public` they are rejected instead, because the post may have been published while someone types. Throws not_found, invalid or
 * conflict.
 */
export function savePost(
  ctx: Ctx,
  { id, unless_public, replaces, over_others, ...input }: PostChange & { id: number },
): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    if (input.content) await checkHtml(tx, input.content, 'content')
    const previous = await lockPost(tx, id)
    if (unless_public && previous.status === 'published')
      throw invalid(t`The post has been published. Publish your changes when they are ready.`)
    const title = input.title ?? previous.title
    const content = input.content === undefined ? previous.content : input.content
    const is_paid = input.is_paid ?? previous.is_paid
    if (is_paid) await requireProduct(tx)
    const { content_html, public_html, mistake } = await renderForWeb(tx, {
      title,
      description: null,
      content: content ?? '',
    })
    if (previous.status !== 'draft') requirePublishable({ title, mistake })
    const { description, meta_description, thumbnail_url, thumbnail_alt, topics } = input
    await tx.db.post.updateMany({
      where: { id },
      data: {
        title,
        content,
        content_html,
        public_html: is_paid ? (public_html ?? '') : null,
        is_paid,
        description,
        meta_description,
        thumbnail_url,
        thumbnail_alt,
        topics,
        updated_at: tx.now(),
      },
    })
    const item = { kind: 'post', item_id: id } as const
    await keepRevision(tx, item, {
      before: textOf(previous),
      after: textOf({ title, content }),
      replaces,
      over_others,
      typed: { title: input.title, content: input.content },
    })
    return getEditedPost(tx, { id })
  })
}

/** Restores an earlier text. Throws not_found, and invalid like saving. */
export function restorePost(ctx: Ctx, { id, revision_id }: Restoring): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    const { title, content } = await takeRevision(tx, { kind: 'post', item_id: id, id: revision_id })
    return savePost(tx, { id, title, content })
  })
}

/**
 * Publishes now or at a later time. Throws invalid without a title or with a template error in the content; conflict if the text differs
 * from `text_version`.
 */
export function publishPost(ctx: Ctx, { id, published_at, text_version }: Publishing): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    const previous = await lockPost(tx, id)
    if (text_version !== undefined && text_version !== textVersion(textOf(previous)))
      throw conflict(t`Someone changed the text since you opened it.`)
    const { mistake } = await renderForWeb(tx, {
      title: previous.title,
      description: null,
      content: previous.content ?? '',
    })
    requirePublishable({ title: previous.title, mistake })
    const isLater = published_at !== undefined && published_at > tx.now()
    await tx.db.post.updateMany({
      where: { id },
      data: {
        status: isLater ? 'scheduled' : 'published',
        slug: previous.slug ?? (await freeSlug(tx, { id, title: previous.title })),
        published_at: published_at ?? (previous.status === 'published' ? previous.published_at : tx.now()),
        updated_at: tx.now(),
      },
    })
    if (!isLater && previous.status !== 'published') await emitPublished(tx, { id })
    return getEditedPost(tx, { id })
  })
}

/** Unpublishes a post. It keeps its slug for republishing. */
export function unpublishPost(ctx: Ctx, { id }: { id: number }): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    await lockPost(tx, id)
    await tx.db.post.updateMany({ where: { id }, data: { status: 'draft', updated_at: tx.now() } })
    return getEditedPost(tx, { id })
  })
}

/** SQL condition over `post t`: an empty draft. */
const IS_UNTOUCHED = `(t.status = 'draft' and t.title = '' and coalesce(t.content, '') = ''
  and coalesce(t.slug, t.description, t.meta_description, t.thumbnail_url) is null and not t.is_paid and t.topics = '{}')`

/** Deletes an untouched draft, so opening and closing the editor leaves nothing behind. Returns whether it was deleted. */
export function discardUntouched(ctx: Ctx, { id }: { id: number }): Promise<{ discarded: boolean }> {
  return write(ctx, async (tx) => {
    const deleted = await tx.sql.run(`delete from post t where t.account_id = $1 and t.id = $2 and ${IS_UNTOUCHED}`, [
      id,
    ])
    if (deleted > 0) await forgetComments(tx, { kind: 'post', item_ids: [id] })
    return { discarded: deleted > 0 }
  })
}

/** Deletes untouched drafts whose tab was closed. */
export const discardForgotten = discardForgottenDrafts({
  from: 'post',
  is_untouched: IS_UNTOUCHED,
  discard: discardUntouched,
})

export function deletePost(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { count } = await tx.db.post.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    await forgetRevisions(tx, { kind: 'post', item_id: id })
    await forgetComments(tx, { kind: 'post', item_ids: [id] })
  })
}

/** The content of a broadcast that is being sent. */
export interface SentBroadcast {
  publication_id: number
  subject: string
  preview_text: string | null
  content: string
  thumbnail_url: string | null
  thumbnail_alt: string | null
  /** The displayed date; now by default. */
  published_at: Date | null
}

/** Creates the post of a public broadcast. Does nothing if it exists. */
export async function publishBroadcast(tx: Tx, broadcast: SentBroadcast): Promise<void> {
  const { publication_id, content, thumbnail_url, thumbnail_alt } = broadcast
  const known = await tx.db.post.findFirst({ where: { publication_id }, select: { id: true } })
  if (known) return
  const { title, description, content_html } = await renderForWeb(tx, {
    title: broadcast.subject,
    description: broadcast.preview_text,
    content,
  })
  const { id } = await tx.db.post.create({
    data: {
      account_id: tx.account_id,
      publication_id,
      title: title || 'Untitled',
      description,
      content,
      content_html,
      thumbnail_url,
      thumbnail_alt,
      status: 'published',
      published_at: broadcast.published_at ?? tx.now(),
      sent_at: tx.now(),
      created_at: tx.now(),
      updated_at: tx.now(),
    },
  })
  await tx.db.post.updateMany({ where: { id }, data: { slug: await freeSlug(tx, { id, title }) } })
  await emitPublished(tx, { id })
}

/** Locks a post and returns it. Throws not_found. */
export async function lockPost(tx: Tx, id: number) {
  await tx.sql.one('select 1 from post where account_id = $1 and id = $2 for update', [id])
  const post = await tx.db.post.findFirst({ where: { id } })
  if (!post) throw notFound()
  return post
}

function requirePublishable({ title, mistake }: { title: string; mistake: string | null }): void {
  if (!title.trim()) throw invalid("Title can't be blank")
  if (mistake) throw invalid(t`Content, ${mistake[0]?.toLowerCase()}${mistake.slice(1)}`)
}

const textOf = ({ title, content }: { title: string; content: string | null }) => ({
  title,
  preview_text: '',
  content: content ?? '',
})
