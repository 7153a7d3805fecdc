import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { isoSql } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { pageOfForm } from '../../../lib/page/landing/blank.ts'
import { type LandingPage, pictureIdsOf } from '../../../lib/page/landing/document.ts'
import { findTemplate } from '../../../lib/page/landing/templates/gallery.ts'
import { loadDefinitions } from '../../custom-fields/definitions.ts'
import { takeRevision } from '../../revisions/service.ts'
import { isPublicSql } from '../../sites/service.ts'
import { findStyle } from '../../style/service.ts'
import { createForm } from '../design.ts'
import { findFormFile } from '../files/service.ts'
import type {
  EditedVersion,
  LandingChange,
  LandingDetail,
  LandingRestoring,
  LandingVersion,
  NewLanding,
} from '../landing-schema.ts'
import { checkPictures } from '../pictures.ts'
import type { Form } from '../schema.ts'
import { formUrl, getForm } from '../service.ts'
import { FormSettings } from '../settings-schema.ts'
import { askedFields, offeredConsents } from '../sign-up/asked-fields.ts'
import type { LandingRecord } from '../wire-schema.ts'
import { keepPage } from './history.ts'
import { findLandingPictures, readLanding, TABLES } from './page-context.ts'

// Sections of landing pages: members edit a draft, and visitors see the published version.

/** Creates a landing page from a template, with texts for its form. It is public once published. Throws invalid for an unknown template. */
export function createLanding(ctx: Ctx, { name, template }: NewLanding): Promise<Form> {
  const landing_template = findTemplate(template)
  if (!landing_template) throw invalid('This template does not exist. Choose another')
  return write(ctx, async (tx) => {
    const form = await createForm(tx, { name, type: 'hosted', format: null })
    const settings = FormSettings.parse(landing_template.form)
    await tx.db.form.updateMany({ where: { id: form.id }, data: { settings, updated_at: tx.now() } })
    await insertDraft(tx, form, { page: landing_template.page, is_hidden: true })
    return form
  })
}

/** Adds sections to a landing page, with the words of its form. Does nothing if it has sections. Throws not_found, invalid. */
export async function startLanding(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const form = await getForm(ctx, { id })
  if (form.type !== 'hosted') throw invalid('Only landing pages have sections')
  const settings = FormSettings.parse(form.settings)
  // Visitors still see the form until the sections are published.
  await insertDraft(ctx, form, { page: pageOfForm(settings), is_hidden: null })
}

async function insertDraft(
  ctx: Ctx,
  { id }: { id: number },
  { page, is_hidden }: { page: LandingPage; is_hidden: true | null },
): Promise<void> {
  await ctx.sql.run(
    `insert into landing_page (account_id, form_id, draft, is_hidden, changed_by, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, form_id) do nothing`,
    [id, JSON.stringify(page), is_hidden, memberOf(ctx), ctx.now()],
  )
}

/** Copies the draft of a landing page's sections. Does nothing for a form without sections. */
export async function copyDraft(tx: Tx, { id, copy_id }: { id: number; copy_id: number }): Promise<void> {
  await tx.sql.run(
    `insert into landing_page (account_id, form_id, draft, is_hidden, changed_by, updated_at)
     select account_id, $3, draft, true, $4, $5 from landing_page where account_id = $1 and form_id = $2`,
    [id, copy_id, memberOf(tx), tx.now()],
  )
}

interface Stored {
  name: string
  type: string
  status: LandingDetail['status']
  uid: string
  settings: unknown
  test_started_at: string | null
  is_public: boolean
  account_name: string
  a: StoredVersion | null
  b: StoredVersion | null
}

interface StoredVersion {
  draft: unknown
  version: number
  changed_by: string | null
  published: unknown
  published_version: number | null
  published_at: string | null
}

const storedVersion = (variant: 'a' | 'b') =>
  `case when ${variant}.form_id is not null then jsonb_build_object('draft', ${variant}.draft, 'version', ${variant}.version,
     'published', ${variant}.published, 'published_version', ${variant}.published_version,
     'published_at', ${isoSql(`${variant}.published_at`)},
     'changed_by', (select coalesce(u.name, u.email) from users u where u.id = ${variant}.changed_by)) end as ${variant}`

async function findStored(ctx: Ctx, { id }: { id: number }): Promise<Stored> {
  const stored_landing = await ctx.sql.one<Stored>(
    `select f.name, f.type, f.status, f.uid, f.settings, ${isoSql('f.test_started_at')} as test_started_at, ${isPublicSql('f')} as is_public,
       c.name as account_name,
       ${storedVersion('a')}, ${storedVersion('b')}
     from form f join account c on c.id = f.account_id
       left join landing_page a on a.account_id = f.account_id and a.form_id = f.id
       left join landing_page_b b on b.account_id = f.account_id and b.form_id = f.id
     where f.account_id = $1 and f.id = $2`,
    [id],
  )
  if (stored_landing?.type !== 'hosted') throw notFound()
  return stored_landing
}

/** Returns a landing page with its versions, for programs. Throws not_found, also for a form that is no landing page. */
export async function getLandingRecord(ctx: Ctx, { id }: { id: number }): Promise<LandingRecord> {
  const { name, status, uid, is_public, settings, test_started_at, a, b } = await findStored(ctx, { id })
  return {
    id,
    name,
    status,
    url: formUrl(uid),
    is_public,
    ...(editedVersion(a) ?? { draft: null, published: null }),
    version_b: editedVersion(b),
    test_started_at: FormSettings.parse(settings).version_b && test_started_at,
  }
}

/** Returns all data of the editor. Throws not_found, also for a form that is no landing page. */
export async function getLanding(ctx: Ctx, { id }: { id: number }): Promise<LandingDetail> {
  const stored_landing = await findStored(ctx, { id })
  const settings = FormSettings.parse(stored_landing.settings)
  const isAsking = settings.fields.some(({ custom_field_id }) => custom_field_id !== null)
  const [a, b] = [editedVersion(stored_landing.a), editedVersion(stored_landing.b)]
  const [known, style, file, pictures] = await Promise.all([
    isAsking ? loadDefinitions(ctx).then(({ fields }) => fields) : [],
    findStyle(ctx),
    findFormFile(ctx, { form_id: id }),
    findLandingPictures(
      ctx,
      [a, b].flatMap((one) => [one?.draft.page ?? null, one?.published?.page ?? null]),
    ),
  ])
  return {
    id,
    name: stored_landing.name,
    status: stored_landing.status,
    is_public: stored_landing.is_public,
    has_file: file !== null,
    url: formUrl(stored_landing.uid),
    account_name: stored_landing.account_name,
    settings,
    fields: askedFields(settings, known).map((field) => ({ ...field, id: field.id ?? null })),
    consents: offeredConsents(settings),
    style,
    links: legalLinks(latestInstanceSettings()),
    pictures: [...pictures],
    draft: a?.draft ?? null,
    published: a?.published ?? null,
    b,
    test_started_at: settings.version_b && stored_landing.test_started_at,
  }
}

/** Null without a draft that this version of Envoi can read. */
function editedVersion(stored: StoredVersion | null): EditedVersion | null {
  const [page, shown] = [readLanding(stored?.draft), readLanding(stored?.published)]
  if (!stored || !page) return null
  const { version, changed_by, published_version, published_at } = stored
  return {
    draft: { page, version, changed_by },
    published: shown && published_at ? { page: shown, version: published_version ?? 0, at: published_at } : null,
  }
}

type Saved = Omit<LandingChange, 'version' | 'over_others'> & { version?: number | undefined; over_others?: boolean }

/**
 * Saves the draft. Throws not_found without one, conflict if someone has changed it to a different page (repeating a save is allowed; without
 * `version` it replaces any), invalid for an image that is not in the library.
 */
export function saveLanding(
  ctx: Ctx,
  { id, variant, version, page, over_others = false }: Saved,
): Promise<{ version: number }> {
  if ((variant === 'b') !== (page.form !== undefined))
    throw invalid('Version B has its own form, and version A does not')
  return write(ctx, async (tx) => {
    await checkPictures(tx, pictureIdsOf(page))
    return storeDraft(tx, { id, variant, version, page, over_others })
  })
}

async function storeDraft(tx: Tx, { id, variant, version, page, over_others }: Saved): Promise<{ version: number }> {
  const saved = await tx.sql.one<{ version: number; before: unknown }>(
    `update ${TABLES[variant]} t set draft = $4, version = t.version + 1, changed_by = $5, updated_at = $6
     from (select draft from ${TABLES[variant]} where account_id = $1 and form_id = $2 for update) old
     where t.account_id = $1 and t.form_id = $2 and (t.version = $3 or $3::int is null or $7 or t.draft = $4::jsonb) returning t.version, old.draft as before`,
    [id, version ?? null, JSON.stringify(page), memberOf(tx), tx.now(), over_others],
  )
  if (!saved) return refuseOld(tx, { id, variant })
  await keepPage(tx, { id, variant }, { before: readLanding(saved.before), after: page, over_others })
  return { version: saved.version }
}

/** Restores an earlier draft; the current one stays in the history. It is public once published. Throws not_found, conflict. */
export function restoreLanding(ctx: Ctx, { id, variant, revision_id }: LandingRestoring): Promise<{ version: number }> {
  return write(ctx, async (tx) => {
    const { content } = await takeRevision(tx, { kind: TABLES[variant], item_id: id, id: revision_id })
    const page = readLanding(JSON.parse(content))
    if (!page) throw conflict('This version of Envoi cannot read that page')
    const now = await tx.sql.one<{ version: number }>(
      `select version from ${TABLES[variant]} where account_id = $1 and form_id = $2 for update`,
      [id],
    )
    return storeDraft(tx, { id, variant, version: now?.version ?? 0, page, over_others: false })
  })
}

/** Throws the error for an outdated version of a draft: not_found without a draft, else conflict. */
export async function refuseOld(ctx: Ctx, { id, variant }: Pick<LandingVersion, 'id' | 'variant'>): Promise<never> {
  const now = await ctx.sql.one<{ name: string | null; changed_by: number | null }>(
    `select coalesce(u.name, u.email) as name, p.changed_by from ${TABLES[variant]} p left join users u on u.id = p.changed_by
     where p.account_id = $1 and p.form_id = $2`,
    [id],
  )
  if (!now) throw notFound()
  const who = now.changed_by !== null && now.changed_by === memberOf(ctx) ? t`You` : (now.name ?? t`Someone`)
  throw conflict(t`${who} changed this page elsewhere while you were editing it.`)
}
