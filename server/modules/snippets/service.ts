import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { PageSpec } from '../../core/page/sql.ts'
import { cleanContent } from '../../core/texts/given-html.ts'
import { textWork } from '../../core/texts/text-work.ts'
import { iso, isoSql } from '../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { t } from '../../lib/locale/texts.ts'
import { firstFree, hyphenSlug } from '../../lib/text/slug.ts'
import { TooManyPartsError } from '../../mail/html/most-parts.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import type { Replacing, Restoring, RevisionText } from '../revisions/schema.ts'
import { keepRevision, takeRevision, textVersion } from '../revisions/service.ts'
import { snippetsFor } from './contents.ts'
import type { EditedSnippet, ListedSnippet, Snippet, SnippetChange, SnippetFilter, SnippetInput } from './schema.ts'

const BY_ID: PageSpec['order'] = [{ expr: 't.id', type: 'integer', dir: 'desc' }]

/** Lists snippets, newest first. */
export const listSnippets = (ctx: Ctx, query: SnippetFilter & PageQuery): Promise<Page<ListedSnippet>> =>
  pageOfSnippets(ctx, query, { name: 'snippets', order: BY_ID })

/** Lists snippets, the last changed first. */
export const listChangedSnippets = (ctx: Ctx, query: SnippetFilter & PageQuery): Promise<Page<ListedSnippet>> =>
  pageOfSnippets(ctx, query, {
    name: 'changed snippets',
    order: [{ expr: 't.updated_at', type: 'timestamptz', dir: 'desc' }, ...BY_ID],
  })

function pageOfSnippets(
  ctx: Ctx,
  { snippet_type, archived, include_content, ...paging }: SnippetFilter & PageQuery,
  { name, order }: Pick<PageSpec, 'name' | 'order'>,
): Promise<Page<ListedSnippet>> {
  const values: unknown[] = [archived]
  const where = ['t.account_id = $1', 't.archived = $2']
  if (snippet_type) where.push(`t.snippet_type = $${values.push(snippet_type) + 1}`)
  return keysetPage<ListedSnippet>(ctx.sql, paging, {
    name,
    view: `t.id, t.name, t.snippet_type, t.archived, t.key, ${isoSql('t.created_at')} as created_at,
        ${isoSql('t.updated_at')} as updated_at${include_content ? `, ${HEAVY}` : ''}`,
    from: 'snippet t',
    where,
    values,
    order,
  })
}

export async function getSnippet(ctx: Ctx, { id }: { id: number }): Promise<Snippet> {
  return snippetView(await readStored(ctx, id))
}

/** Throws invalid if the content does not parse, or if the snippet uses itself, directly or through others. */
export function createSnippet(ctx: Ctx, { name, snippet_type, ...input }: SnippetInput): Promise<Snippet> {
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'snippets')
    const id = await nextId(tx)
    const key = await freeKey(tx, { id, name })
    const content = await contentOf(tx, snippet_type, input)
    await checkContent(tx, { key, snippet_type, content: content.text })
    await tx.db.snippet.createMany({
      data: [
        {
          account_id: tx.account_id,
          id,
          name,
          key,
          snippet_type,
          ...content.columns,
          created_at: tx.now(),
          updated_at: tx.now(),
        },
      ],
    })
    return getSnippet(tx, { id })
  })
}

/** Changes a snippet. Its key stays, and emails sent later use the new content. Throws like `createSnippet`, not_found and conflict. */
export function updateSnippet(
  ctx: Ctx,
  { id, replaces, over_others, ...input }: SnippetChange & Replacing & { id: number },
): Promise<Snippet> {
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'snippets')
    const before = await readStored(tx, id)
    const { snippet_type } = before
    const of_other_type = snippet_type === 'inline' ? input.document_attributes : input.content
    if ((input.snippet_type && input.snippet_type !== snippet_type) || (of_other_type ?? null) !== null)
      throw invalid('snippet_type cannot be changed')
    const content = await contentOf(tx, snippet_type, input)
    if (content.given) await checkContent(tx, { key: before.key, snippet_type, content: content.text })
    const was = snippet_type === 'inline' ? before.content : before.value_html
    const changes = content.given || (input.name ?? input.archived ?? null) !== null
    if (!changes) return snippetView(before)
    await tx.db.snippet.updateMany({
      where: { id },
      data: {
        name: input.name,
        archived: input.archived ?? undefined,
        ...(content.given ? content.columns : {}),
        ...(content.given && content.text !== was ? { version: before.version + 1 } : {}),
        updated_at: tx.now(),
      },
    })
    const after = await getSnippet(tx, { id })
    await keepRevision(
      tx,
      { kind: 'snippet', item_id: id },
      {
        before: textOf(snippetView(before)),
        after: textOf(after),
        replaces,
        over_others,
        typed: { title: input.name ?? undefined, content: content.given ? content.text : undefined },
      },
    )
    return after
  })
}

export async function getEditedSnippet(ctx: Ctx, { id }: { id: number }): Promise<EditedSnippet> {
  const stored = await readStored(ctx, id)
  const snippet = snippetView(stored)
  return { ...snippet, left_out: stored.left_out, text_version: textVersion(textOf(snippet)) }
}

/** Changes a snippet for the editor and returns the stored text. Throws like `updateSnippet`. */
export function saveSnippet(ctx: Ctx, input: Parameters<typeof updateSnippet>[1]): Promise<EditedSnippet> {
  return write(ctx, async (tx) => {
    const { id } = await updateSnippet(tx, input)
    return getEditedSnippet(tx, { id })
  })
}

/** Restores an earlier text. Throws not_found, and invalid like `updateSnippet`. */
export function restoreSnippet(ctx: Ctx, { id, revision_id }: Restoring): Promise<EditedSnippet> {
  return write(ctx, async (tx) => {
    const { title, content } = await takeRevision(tx, { kind: 'snippet', item_id: id, id: revision_id })
    const { snippet_type } = await readStored(tx, id)
    return saveSnippet(tx, {
      id,
      name: title,
      ...(snippet_type === 'inline' ? { content } : { document_attributes: { value_html: content } }),
    })
  })
}

const textOf = ({ name, snippet_type, content, document }: Snippet): RevisionText => ({
  title: name,
  preview_text: '',
  content: (snippet_type === 'inline' ? content : document.value_html) ?? '',
})

type SnippetType = Snippet['snippet_type']

const HEAVY = `t.content, json_build_object('id', t.document_id, 'value', null, 'value_html', t.value_html,
  'value_plain', t.value_plain, 'version', t.version) as document`

async function readStored(ctx: Ctx, id: number) {
  const stored = await ctx.db.snippet.findFirst({ where: { id } })
  if (!stored) throw notFound()
  return { ...stored, snippet_type: stored.snippet_type as SnippetType }
}

function snippetView(stored: Awaited<ReturnType<typeof readStored>>): Snippet {
  const { id, name, snippet_type, archived, key, created_at, updated_at, content, value_html, value_plain } = stored
  return {
    id,
    name,
    snippet_type,
    archived,
    key,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    content,
    document: { id: stored.document_id, value: null, value_html, value_plain, version: stored.version },
  }
}

/** Inline content is stored unchanged for use in subjects, and sanitized for use in HTML. */
async function contentOf(
  tx: Tx,
  snippet_type: SnippetType,
  input: Pick<SnippetInput, 'content' | 'document_attributes'>,
) {
  const source = snippet_type === 'inline' ? input.content : input.document_attributes?.value_html
  if (source === undefined || source === null) return { given: false, text: '', columns: {} }
  if (!source.trim())
    throw invalid(t`${snippet_type === 'inline' ? 'content' : 'document_attributes.value_html'} can't be blank`)
  const isInline = snippet_type === 'inline'
  const member = isInline ? 'content' : 'document_attributes.value_html'
  const { html: value_html, left_out } = await cleanContent(tx, source, member)
  if (isInline) return { given: true, text: source, columns: { content: source } }
  return {
    given: true,
    text: value_html,
    columns: { value_html, left_out, value_plain: await textWork(tx, 'snippetText', { html: value_html }) },
  }
}

/** Rejects template errors on save, because they would block every email using the snippet. */
async function checkContent(
  tx: Tx,
  { key, snippet_type, content }: { key: string; snippet_type: SnippetType; content: string },
): Promise<void> {
  const part = snippet_type === 'inline' ? 'content' : 'document_attributes.value_html'
  try {
    await textWork(tx, 'snippetCheck', { key, content, snippets: await snippetsFor(tx, [content]) })
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    if (error instanceof TooManyPartsError) throw invalid(`${part}: ${error.message}`)
    throw invalid(
      error.message.startsWith('content ') ? error.message : t`${part}, line ${error.line}: ${error.message}`,
    )
  }
}

async function nextId(tx: Tx): Promise<number> {
  const row = await tx.sql.one<{ id: number }>(
    `${UNSCOPED}select nextval(pg_get_serial_sequence('snippet', 'id'))::int as id`,
  )
  if (!row) throw new Error('The sequence of snippet ids is missing')
  return row.id
}

async function freeKey(tx: Tx, { id, name }: { id: number; name: string }): Promise<string> {
  const others = await tx.db.snippet.findMany({ select: { key: true } })
  const taken = new Set(others.map(({ key }) => key))
  return firstFree(hyphenSlug(name) || `snippet-${id}`, '-', (key) => taken.has(key))
}
