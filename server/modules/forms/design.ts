import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { inLanguageOf } from '../../core/locale/of-account.ts'
import { iso } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { findSender } from '../accounts/senders/sender.ts'
import { isPublicSql } from '../sites/service.ts'
import { findStyle } from '../style/service.ts'
import { findFormFile } from './files/service.ts'
import { checkPictures, findShownImages } from './pictures.ts'
import type { Form } from './schema.ts'
import { formData, formView, getForm, getUntrashedForm, lockForm, type StoredForm } from './service.ts'
import {
  type FormChange,
  type FormDetail,
  FormSettings,
  type FormStatusChange,
  formPictureIds,
  type NewForm,
} from './settings-schema.ts'
import { offeredConsents } from './sign-up/asked-fields.ts'
import type { FormInput, FormPatch, FormRecord } from './wire-schema.ts'

// Changes of forms, and their data.

const UID_BYTES = 5

/** Creates a form with double opt-in and default texts in the account's language. */
export function createForm(ctx: Ctx, { name, type, format }: NewForm): Promise<Form> {
  return write(ctx, async (tx) => {
    const form = await tx.db.form.create({
      data: {
        account_id: tx.account_id,
        uid: randomBytes(UID_BYTES).toString('hex'),
        name,
        type,
        format,
        settings: await inLanguageOf(tx, () => FormSettings.parse({})),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    if (type === 'hosted') tx.emit('landing_page.created', { landing_page: formData(form) })
    return formView(form)
  })
}

/** Creates a form with any of its settings. Throws invalid as `updateForm`. */
export function createFormWith(ctx: Ctx, { name, type, format, ...change }: FormInput): Promise<{ id: number }> {
  return write(ctx, async (tx) => {
    const { id } = await createForm(tx, { name, type, format: format === undefined ? usualFormat(type) : format })
    await updateFormPartly(tx, { id, ...change })
    return { id }
  })
}

const usualFormat = (type: string) => (type === 'hosted' ? null : 'inline')

/** Updates what is given of a form and its settings. Throws as `updateForm`, and not_found for a form in the trash. */
export function updateFormPartly(ctx: Ctx, { id, settings = {}, ...given }: FormPatch & { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { name, type, format, double_opt_in, status, settings: stored } = await lockForm(tx, { id })
    if (status === 'trashed') throw notFound()
    const { settings: before } = await shownSettings(tx, stored)
    const confirmation = { ...before.confirmation, ...settings.confirmation }
    const file_email = { ...before.file_email, ...settings.file_email }
    await changeForm(tx, {
      id,
      name,
      format: (format as FormChange['format']) ?? usualFormat(type),
      double_opt_in,
      ...given,
      settings: { ...before, ...settings, confirmation, file_email },
    })
  })
}

/**
 * Updates a form, except its type. A version B with its own sections is changed with them, not here. Throws not_found, or invalid for
 * unknown fields, tags, sequences and images.
 */
export const updateForm = (ctx: Ctx, change: FormChange): Promise<void> => write(ctx, (tx) => changeForm(tx, change))

async function changeForm(ctx: Tx, { id, ...given }: FormChange): Promise<void> {
  const { type, test_started_at, settings: stored } = await lockForm(ctx, { id })
  const hasOwnSections = type === 'hosted' && (await ctx.db.landingPageB.count({ where: { form_id: id } })) > 0
  const version_b = hasOwnSections ? FormSettings.parse(stored).version_b : given.settings.version_b
  const change = { ...given, settings: { ...given.settings, version_b } }
  if ((type === 'hosted') !== (change.format === null))
    throw invalid('A landing page has no format, and a form needs one')
  const { fields, consents, tag_ids, sequence_ids } = change.settings
  const custom_field_ids = fields.flatMap(({ custom_field_id }) => custom_field_id ?? [])
  const known = await ctx.db.customField.count({ where: { id: { in: custom_field_ids } } })
  if (known < custom_field_ids.length) throw invalid('A custom field no longer exists. Remove it from the form')
  const used_tags = new Set([...tag_ids, ...consents.flatMap(({ tag_id }) => tag_id ?? [])])
  const tags = await ctx.db.tag.count({ where: { id: { in: [...used_tags] } } })
  if (tags < used_tags.size) throw invalid('A tag no longer exists. Remove it from the form')
  const sequences = await ctx.db.sequence.count({ where: { id: { in: sequence_ids }, deleted_at: null } })
  if (sequences < new Set(sequence_ids).size) throw invalid('A sequence no longer exists. Remove it from the form')
  const picture_ids = formPictureIds(change.settings)
  if (type === 'hosted' && picture_ids.length > 0) throw invalid('A landing page has its images in its sections')
  await checkPictures(ctx, picture_ids)
  await ctx.db.form.updateMany({ where: { id }, data: { ...change, ...testChange(), updated_at: ctx.now() } })

  /** A test starts when a second version is added and ends when it is removed; its counts have its number. */
  function testChange() {
    const isTesting = change.settings.version_b !== null
    if (isTesting && !test_started_at) return { test_started_at: ctx.now(), test_number: { increment: 1 } }
    return isTesting ? {} : { test_started_at: null }
  }
}

/**
 * Sets the status. Archived forms are closed to the public and unlisted, but the API can add subscribers; no one can be added to trashed
 * forms. Subscriptions stay, and both can be undone.
 */
export function setFormStatus(ctx: Ctx, { id, status }: FormStatusChange): Promise<void> {
  return write(ctx, async (tx) => {
    const form = await getForm(tx, { id })
    const { count } = await tx.db.form.updateMany({
      where: { id, status: { not: status } },
      data: { status, updated_at: tx.now() },
    })
    const isDeleted = count > 0 && status === 'trashed' && form.type === 'hosted'
    if (isDeleted) tx.emit('landing_page.deleted', { landing_page: formData(form) })
  })
}

/** Moves a form to the trash. Throws not_found for one that is there. */
export function trashForm(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await getUntrashedForm(tx, { id })
    await setFormStatus(tx, { id, status: 'trashed' })
  })
}

interface Counts {
  account_name: string
  is_public: boolean
  has_sections: boolean
  has_version_b: boolean
  active: number
  unconfirmed: number
}

/** Returns a form with its settings and file, for programs. Throws not_found. */
export const getFormRecord = async (ctx: Ctx, { id }: { id: number }): Promise<FormRecord> =>
  (await loadForm(ctx, await getForm(ctx, { id }))).record

/** The same, but throws not_found for a form in the trash (contract 21). */
export const getUntrashedRecord = async (ctx: Ctx, { id }: { id: number }): Promise<FormRecord> =>
  (await loadForm(ctx, await getUntrashedForm(ctx, { id }))).record

/** Returns all data of the form's dashboard page. Throws not_found. */
export async function getFormDetail(ctx: Ctx, { id }: { id: number }): Promise<FormDetail> {
  const { record, counts, pictures } = await loadForm(ctx, await getForm(ctx, { id }))
  return {
    ...record,
    pictures: [...pictures],
    consents: offeredConsents(record.settings),
    account_name: counts?.account_name ?? '',
    has_sections: counts?.has_sections ?? false,
    has_version_b: counts?.has_version_b ?? false,
    has_sender: Boolean(await findSender(ctx, null)),
    style: await findStyle(ctx),
  }
}

async function loadForm(ctx: Ctx, form: StoredForm) {
  const { id } = form
  const counts = await ctx.sql.one<Counts>(
    `select (select name from account where id = $1) as account_name,
       (select ${isPublicSql('f')} from form f where f.account_id = $1 and f.id = $2) as is_public,
       exists (select from landing_page p where p.account_id = $1 and p.form_id = $2) as has_sections,
       exists (select from landing_page_b p where p.account_id = $1 and p.form_id = $2) as has_version_b,
       count(*) filter (where s.state = 'active') as active,
       count(*) filter (where s.state = 'inactive' and exists (select from confirmation c
         where c.account_id = $1 and c.form_id = x.form_id and c.subscriber_id = x.subscriber_id)) as unconfirmed
     from form_subscription x join subscriber s on s.account_id = x.account_id and s.id = x.subscriber_id
     where x.account_id = $1 and x.form_id = $2`,
    [id],
  )
  const { settings, pictures } = await shownSettings(ctx, form.settings)
  const record: FormRecord = {
    ...formView(form),
    status: form.status,
    is_public: counts?.is_public ?? true,
    double_opt_in: form.double_opt_in,
    settings,
    file: await findFormFile(ctx, { form_id: id }),
    subscriber_count: counts?.active ?? 0,
    unconfirmed_count: counts?.unconfirmed ?? 0,
    test_started_at: form.test_started_at && iso(form.test_started_at),
  }
  return { record, counts, pictures }
}

/** Returns stored settings as they can be saved again, with their images. */
async function shownSettings(ctx: Ctx, stored: unknown) {
  const settings = FormSettings.parse(stored)
  const pictures = await findShownImages(ctx, formPictureIds(settings))
  return { settings: withoutDeleted(settings, pictures), pictures }
}

/** Returns settings that can be saved again, without images that were deleted from the library. */
function withoutDeleted(settings: FormSettings, known: ReadonlyMap<number, unknown>): FormSettings {
  const kept = <Part extends Pick<FormSettings, 'picture'>>(part: Part): Part =>
    part.picture && !known.has(part.picture.picture_id) ? { ...part, picture: null } : part
  return { ...kept(settings), version_b: settings.version_b && kept(settings.version_b) }
}
