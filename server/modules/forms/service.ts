import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { DomainEvent } from '../../core/events/events.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { iso, isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { isPublicSql } from '../sites/service.ts'
import { activeCountSql, readCountedAt } from '../subscribers/state/active-counts.ts'
import type { Form, FormFilter, FormStatus, ListedForm } from './schema.ts'

/** Lists forms for programs, newest first. Visitors find active ones (contract 8.7.1). */
export const listForms = (ctx: Ctx, filter: FormFilter & PageQuery): Promise<Page<ListedForm>> =>
  pageOfForms(ctx, filter, `($2 <> 'active' or ${isPublicSql('t')})`)

/** The same for members, who also choose a landing page before it is published. */
export const listFormChoices = (ctx: Ctx, filter: FormFilter & PageQuery): Promise<Page<ListedForm>> =>
  pageOfForms(ctx, filter)

async function pageOfForms(
  ctx: Ctx,
  { status, type, include, ...paging }: FormFilter & PageQuery,
  ...conditions: string[]
): Promise<Page<ListedForm>> {
  if (include) await readCountedAt(ctx)
  return keysetPage<ListedForm>(ctx.sql, paging, {
    name: 'forms',
    view: `t.id, t.name, ${isoSql('t.created_at')} as created_at, t.type, t.format, $4 || t.uid || '/index.js' as embed_js,
        $4 || t.uid as embed_url, t.status = 'archived' as archived, t.uid${include ? `, ${activeCountSql('form')} as subscriber_count` : ''}`,
    view_values: [formUrl('')],
    from: 'form t',
    where: [
      't.account_id = $1',
      "($2 = 'all' or t.status::text = $2)",
      '($3::text is null or t.type = $3)',
      ...conditions,
    ],
    values: [status, type ?? null],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

/** Returns a form of any status. Throws not_found. */
export async function getForm(ctx: Ctx, { id }: { id: number }): Promise<StoredForm> {
  const form = await ctx.db.form.findFirst({ where: { id } })
  if (!form) throw notFound()
  return form
}

/** Returns a form of any status and keeps others from changing it. Throws not_found. */
export async function lockForm(tx: Tx, { id }: { id: number }): Promise<StoredForm> {
  await tx.sql.run('select 1 from form where account_id = $1 and id = $2 for update', [id])
  return getForm(tx, { id })
}

/** Returns a form that is not in the trash. Throws not_found (contract 8.7.4). */
export async function getUntrashedForm(ctx: Ctx, { id }: { id: number }): Promise<StoredForm> {
  const form = await getForm(ctx, { id })
  if (form.status === 'trashed') throw notFound()
  return form
}

export interface StoredForm {
  account_id: number
  id: number
  uid: string
  name: string
  type: string
  format: string | null
  status: FormStatus
  double_opt_in: boolean
  settings: unknown
  test_number: number
  test_started_at: Date | null
  created_at: Date
}

export const formView = (form: StoredForm): Form => ({
  id: form.id,
  name: form.name,
  created_at: iso(form.created_at),
  type: form.type as Form['type'],
  format: form.format as Form['format'],
  embed_js: `${formUrl(form.uid)}/index.js`,
  embed_url: formUrl(form.uid),
  archived: form.status === 'archived',
  uid: form.uid,
})

/** The event data of a form (contract 9.5). */
export function formData(form: StoredForm): DomainEvent['subscriber.subscribed_to_form']['form'] {
  const { embed_js: _, embed_url: __, ...data } = formView(form)
  return data
}

/** Returns the public URL of a form, which also receives its posts. */
export const formUrl = (uid: string): string => `${env().PUBLIC_URL}/f/${uid}`
