import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { findSender } from '../accounts/senders/sender.ts'
import { findStyle } from '../style/service.ts'
import type { Form } from './schema.ts'
import { formData, formView, getForm } from './service.ts'
import {
  type FormChange,
  type FormDetail,
  FormSettings,
  type FormStatusChange,
  type NewForm,
} from './settings-schema.ts'

// What the dashboard changes in forms; the API only reads them.

const UID_BYTES = 5

/** Creates a form with default texts and double opt-in. */
export function createForm(ctx: Ctx, { name, type, format }: NewForm): Promise<Form> {
  return write(ctx, async (tx) => {
    const form = await tx.db.form.create({
      data: {
        account_id: tx.account_id,
        uid: randomBytes(UID_BYTES).toString('hex'),
        name,
        type,
        format,
        settings: FormSettings.parse({}),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    if (type === 'hosted') tx.emit('landing_page.created', { landing_page: formData(form) })
    return formView(form)
  })
}

/** Updates a form. Its type cannot change. Throws not_found, or invalid for unknown fields. */
export async function updateForm(ctx: Ctx, { id, ...change }: FormChange): Promise<void> {
  const { type } = await getForm(ctx, { id })
  if ((type === 'hosted') !== (change.format === null))
    throw invalid('A landing page has no format, and a form needs one')
  const { custom_field_ids } = change.settings
  const known = await ctx.db.customField.count({ where: { id: { in: custom_field_ids } } })
  if (known < new Set(custom_field_ids).size) throw invalid('A custom field no longer exists. Remove it from the form')
  const { tag_ids, sequence_ids } = change.settings
  const tags = await ctx.db.tag.count({ where: { id: { in: tag_ids } } })
  if (tags < new Set(tag_ids).size) throw invalid('A tag no longer exists. Remove it from the form')
  const sequences = await ctx.db.sequence.count({ where: { id: { in: sequence_ids }, deleted_at: null } })
  if (sequences < new Set(sequence_ids).size) throw invalid('A sequence no longer exists. Remove it from the form')
  await ctx.db.form.updateMany({ where: { id }, data: { ...change, updated_at: ctx.now() } })
}

/**
 * Archived forms are closed to the public and unlisted, but the API can add subscribers. No one can be added to trashed forms. Existing
 * subscriptions stay, and both can be undone.
 */
export function setFormStatus(ctx: Ctx, { id, status }: FormStatusChange): Promise<void> {
  return write(ctx, async (tx) => {
    const form = await getForm(tx, { id })
    const { count } = await tx.db.form.updateMany({
      where: { id, status: { not: status } },
      data: { status, updated_at: tx.now() },
    })
    const is_deleted = count > 0 && status === 'trashed' && form.type === 'hosted'
    if (is_deleted) tx.emit('landing_page.deleted', { landing_page: formData(form) })
  })
}

/** Returns everything that the form's page in the dashboard shows. Throws not_found. */
export async function getFormDetail(ctx: Ctx, { id }: { id: number }): Promise<FormDetail> {
  const form = await getForm(ctx, { id })
  const counts = await ctx.sql.one<{ account_name: string; active: number; unconfirmed: number }>(
    `select (select name from account where id = $1) as account_name,
       count(*) filter (where s.state = 'active') as active,
       count(*) filter (where s.state = 'inactive' and exists (select from confirmation c
         where c.account_id = $1 and c.form_id = x.form_id and c.subscriber_id = x.subscriber_id)) as unconfirmed
     from form_subscription x join subscriber s on s.account_id = x.account_id and s.id = x.subscriber_id
     where x.account_id = $1 and x.form_id = $2`,
    [id],
  )
  return {
    ...formView(form),
    status: form.status,
    double_opt_in: form.double_opt_in,
    settings: FormSettings.parse(form.settings),
    account_name: counts?.account_name ?? '',
    subscriber_count: counts?.active ?? 0,
    unconfirmed_count: counts?.unconfirmed ?? 0,
    has_sender: Boolean(await findSender(ctx, null)),
    style: await findStyle(ctx),
  }
}
