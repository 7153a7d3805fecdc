import type { Ctx } from '../../core/context.ts'
import { AppError, invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { PageSpec } from '../../core/page/sql.ts'
import { isoSql } from '../../core/wire.ts'
import { nameOfCopy } from '../../core/write/copy-name.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { layoutOf } from '../../mail/layout-design.ts'
import { DEFAULT_LAYOUT } from '../../mail/layouts.ts'
import { findStyle } from '../style/service.ts'
import { checkDesign, compileSource } from './checking.ts'
import {
  MAX_NAME_LENGTH,
  type TemplateCard,
  type TemplateChange,
  type TemplateDetail,
  type TemplateRow,
  type WholeTemplate,
} from './editor-schema.ts'
import { renderSamples, type SampleSender } from './preview.ts'
import { STARTER_HTML } from './samples.ts'
import { designFrom, designOf } from './service.ts'

/** More than anyone would choose from. */
const MAX_TEMPLATES = 100

// Sent broadcasts do not count, because they keep a snapshot.
const USES = `(select e.email_template_id as id, count(*)::int as uses from (
    select email_template_id from broadcast where account_id = $1 and status in ('draft', 'scheduled')
    union all select email_template_id from sequence where account_id = $1 and deleted_at is null
    union all select email_template_id from sequence_email where account_id = $1 and deleted_at is null
    union all select email_template_id from automation_email where account_id = $1 and deleted_at is null
  ) e where e.email_template_id is not null group by 1)`

const COLUMNS = `t.id, t.name, t.is_default, t.category, t.design, coalesce(t.uses, 0) as uses, ${isoSql('t.updated_at')} as updated_at,
  case when t.html is not null then 'html' when t.design is not null then 'design' else 'built_in' end as kind`

/** Order of templates in the dashboard: the default first, then by last change. */
const ORDER: PageSpec['order'] = [
  { expr: 't.is_default::int', type: 'integer', dir: 'desc' },
  { expr: 't.updated_at', type: 'timestamptz', dir: 'desc' },
  { expr: 't.id', type: 'integer', dir: 'desc' },
]

/** Each card has a rendered email. */
const MAX_CARDS = 12

// Broadcasts that chose no template have the default one.
const BROADCASTS = `(select count(*)::int from broadcast b where b.account_id = $1
  and (b.email_template_id = t.id or t.is_default and b.email_template_id is null))`

/** Lists templates, each with a sample email in it. */
export async function listTemplateCards(ctx: Ctx, { per_page, ...paging }: PageQuery): Promise<Page<TemplateCard>> {
  const page = await keysetPage<TemplateRow & SampleSender & { own_html: string | null; broadcasts: number }>(
    ctx.sql,
    { per_page: Math.min(per_page, MAX_CARDS), ...paging },
    {
      name: 'template_cards',
      view: `${COLUMNS}, t.html as own_html, t.account_name, t.postal_address, t.language, ${BROADCASTS} as broadcasts`,
      columns: 't.*, u.uses, a.name as account_name, a.postal_address, a.language',
      from: `email_template t join account a on a.id = t.account_id left join ${USES} u on u.id = t.id`,
      where: ['t.account_id = $1'],
      values: [],
      order: ORDER,
    },
  )
  const rows = page.rows()
  const style = rows.some(({ kind }) => kind === 'built_in') ? await findStyle(ctx) : null
  const layouts = rows.map((row) => row.own_html ?? layoutOf(designOf(row, style)))
  const samples = await renderSamples(ctx, { layouts, sender: rows[0] })
  const cards = rows.map(({ own_html: _, account_name: __, postal_address: ___, language: ____, ...row }, at) => ({
    ...row,
    sample: samples[at] ?? '',
  }))
  return { ...page, rows: () => cards }
}

/** Throws not_found. */
export async function getTemplate(ctx: Ctx, { id }: { id: number }): Promise<TemplateDetail> {
  const row = await ctx.sql.one<TemplateRow & { source: string | null }>(
    `select ${COLUMNS}, coalesce(t.source, t.html) as source
     from (select t.*, u.uses from email_template t left join ${USES} u on u.id = t.id) t where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return { ...row, design: row.kind === 'html' ? null : designOf(row, await findStyle(ctx)) }
}

/** Creates a template with the design or HTML given, a built-in layout's design, or starter HTML. Throws invalid as `updateTemplate`. */
export function createTemplate(ctx: Ctx, { name, start, design, source }: WholeTemplate): Promise<TemplateDetail> {
  return write(ctx, async (tx) => {
    if (design && source !== undefined) throw invalid('A template has either a design or source, its own HTML')
    if (design) await checkDesign(tx, design)
    const html = source ?? (start === 'HTML' && !design ? STARTER_HTML : undefined)
    const layout = start === 'HTML' ? DEFAULT_LAYOUT : start
    const parts =
      html === undefined
        ? { design: design ?? designFrom(layout, await findStyle(tx)) }
        : { source: html, html: (await compileSource(tx, html)).html }
    return getTemplate(tx, { id: await insert(tx, { name, ...parts }) })
  })
}

/** Changes a template and emails sent later. Throws not_found, and invalid with the problem and its place. */
export function updateTemplate(ctx: Ctx, { id, name, design, source }: TemplateChange): Promise<TemplateDetail> {
  return write(ctx, async (tx) => {
    const { kind } = await getTemplate(tx, { id })
    if (kind === 'built_in') throw invalid('Built-in layouts can’t be changed. Duplicate this one and edit the copy')
    if (design && kind !== 'design') throw invalid('This template is HTML and has no design')
    if (source !== undefined && kind !== 'html') throw invalid('This template has a design and no HTML of its own')
    if (design) await checkDesign(tx, design)
    const own = source === undefined ? undefined : await compileSource(tx, source)
    await tx.db.emailTemplate.updateMany({
      where: { id },
      data: { name, design, ...(own && { source, html: own.html }), updated_at: tx.now() },
    })
    return getTemplate(tx, { id })
  })
}

/** Creates a creator's template that looks the same. Throws not_found. */
export function duplicateTemplate(ctx: Ctx, { id }: { id: number }): Promise<TemplateDetail> {
  return write(ctx, async (tx) => {
    const { name, html, source, design } =
      (await tx.db.emailTemplate.findFirst({ where: { id, category: 'HTML' } })) ?? missing()
    const copied = { table: 'email_template', name, longest: MAX_NAME_LENGTH } as const
    const copy = { name: await nameOfCopy(tx, copied), html, source: source ?? html }
    const made = html === null ? { ...copy, design: designOf({ name, design }, await findStyle(tx)) } : copy
    return getTemplate(tx, { id: await insert(tx, made) })
  })
}

function missing(): never {
  throw notFound()
}

interface Parts {
  name: string
  html?: string | null
  source?: string | null
  design?: object
}

/** Throws invalid if the account is at its limit. Keeps others from being added until the transaction ends. */
export async function requireRoom(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, LOCK)
  if ((await tx.db.emailTemplate.count()) >= MAX_TEMPLATES)
    throw new AppError('invalid', [`An account can have ${MAX_TEMPLATES} templates. Delete one that you do not use`])
}

async function insert(tx: Tx, parts: Parts): Promise<number> {
  await requireRoom(tx)
  const { id } = await tx.db.emailTemplate.create({
    data: { account_id: tx.account_id, ...parts, created_at: tx.now(), updated_at: tx.now() },
  })
  return id
}

const LOCK = 'email templates'

/** Sets the default template, which emails without a chosen template use. Throws not_found. */
export async function setDefaultTemplate(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, LOCK)
    // A starting point is a whole email, not a layout.
    if (!(await tx.db.emailTemplate.findFirst({ where: { id, category: 'HTML' } }))) throw notFound()
    await tx.db.emailTemplate.updateMany({ where: { is_default: true }, data: { is_default: false } })
    await tx.db.emailTemplate.updateMany({ where: { id }, data: { is_default: true } })
  })
}

/** Tables whose rows can choose a template, and the key of a row `t` in its account. */
export const USING_TABLES = [
  { table: 'broadcast', key: 't.id::text' },
  { table: 'sequence', key: 't.id::text' },
  { table: 'sequence_email', key: 't.id::text' },
  { table: 'automation_email', key: 't.id::text' },
  { table: 'automation_version_email', key: `concat_ws(' ', t.automation_id, t.version, t.email_id)` },
] as const

/** Deletes a creator's template. Emails that chose it use the default. Throws not_found, or invalid. */
export async function deleteTemplate(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, LOCK)
    const { kind, is_default } = await getTemplate(tx, { id })
    if (kind === 'built_in') throw invalid('Built-in layouts can’t be deleted')
    if (is_default) throw invalid('Make another template the default first')
    for (const { table } of USING_TABLES)
      await tx.sql.rows(
        `update ${table} set email_template_id = null where account_id = $1 and email_template_id = $2`,
        [id],
      )
    await tx.db.emailTemplate.deleteMany({ where: { id } })
  })
}
