import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { iso } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Undeleting } from '../../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../../deleted-records/service.ts'
import { keepPage, keepWinner } from '../landing/history.ts'
import { readLanding } from '../landing/page-context.ts'
import { lockForm } from '../service.ts'
import { FormSettings, type FormTestEnd } from '../settings-schema.ts'

// Ends a test of two versions, also of landing pages. An undo restores the other version for an hour.

const OF_FORM = 't.form_id = $3'
const VERSION_B: OwnRows = { table: 'landing_page_b', where: OF_FORM }
/** Only if the end of the test changes the page. */
const PAGE: OwnRows = {
  table: 'landing_page',
  where: `${OF_FORM} and exists (
    select from landing_page_b b where b.account_id = t.account_id and b.form_id = t.form_id and b.published is not null)`,
}

/** Other data that an undo needs. */
interface Ended {
  id: number
  /** Settings before and after the end of the test. */
  settings: object
  kept: object
  test_started_at: string | null
  /** Version of the page after the end of the test, if it changed. */
  page_version: number | null
}

/**
 * Ends the test of two versions by making the chosen one the form and landing page. Keeping A also deletes an unpublished version B. Throws
 * not_found, conflict without a version B. @returns the data for an undo
 */
export async function endFormTest(ctx: Ctx, { id, keep }: FormTestEnd): Promise<{ undo: number | null }> {
  let ended: Ended
  const { undo } = await deleteWithUndo(
    ctx,
    { id, only_if_undoable: true },
    {
      kind: 'form_test',
      lock: async (tx) => {
        ended = await planEnd(tx, { id, keep })
        return true
      },
      rows: keep === 'b' ? [PAGE, VERSION_B] : [VERSION_B],
      remember: async () => ended,
      remove: async (tx) => {
        await tx.db.form.updateMany({
          where: { id },
          data: { settings: ended.kept, test_started_at: null, updated_at: tx.now() },
        })
        if (ended.page_version !== null) await keepSections(tx, { id })
        await tx.db.landingPageB.deleteMany({ where: { form_id: id } })
      },
    },
  )
  return { undo }
}

async function planEnd(tx: Tx, { id, keep }: FormTestEnd): Promise<Ended> {
  const form = await lockForm(tx, { id })
  const page = await tx.sql.one<{ version: number; is_shown: boolean }>(
    `select a.version, b.published is not null as is_shown from landing_page_b b join landing_page a on a.account_id = b.account_id and a.form_id = b.form_id
     where b.account_id = $1 and b.form_id = $2 for update of a, b`,
    [id],
  )
  const { version_b, ...settings } = FormSettings.parse(form.settings)
  if (!version_b && !(page && keep === 'a')) throw conflict('This form has no test that runs')
  const kept = keep === 'b' && version_b ? inVersionB(settings, version_b) : settings
  return {
    id,
    settings: form.settings as object,
    kept: { ...kept, version_b: null },
    test_started_at: form.test_started_at && iso(form.test_started_at),
    // Keeps only the form if version B of the page is unpublished; the page stays.
    page_version: page?.is_shown && keep === 'b' ? page.version + 1 : null,
  }
}

type Settings = Omit<FormSettings, 'version_b'>

function inVersionB(settings: Settings, { labels, ...different }: NonNullable<FormSettings['version_b']>): Settings {
  const fields = settings.fields.map((field) => ({
    ...field,
    label: labels[field.custom_field_id ?? 'first_name'] || field.label,
  }))
  return { ...settings, ...different, fields }
}

/** Unpublished changes of version B stay unpublished. Whether search engines list the page is a setting of the page. */
async function keepSections(tx: Tx, { id }: { id: number }): Promise<void> {
  const drafts = await tx.sql.one<{ before: unknown; after: unknown }>(
    `update landing_page a set
       draft = (b.draft - 'form') || jsonb_build_object('is_listed', a.draft -> 'is_listed'),
       published = (b.published - 'form') || jsonb_build_object('is_listed', coalesce(a.published, a.draft) -> 'is_listed'),
       version = a.version + 1, published_version = case when b.published_version = b.version then a.version + 1 else a.version end,
       published_at = $3, updated_at = $3, changed_by = $4
     from landing_page_b b, landing_page old where a.account_id = $1 and a.form_id = $2 and b.account_id = $1 and b.form_id = $2
       and old.account_id = $1 and old.form_id = $2
     returning old.draft as before, a.draft as after`,
    [id, tx.now(), memberOf(tx)],
  )
  const after = readLanding(drafts?.after)
  if (after) await keepWinner(tx, { id }, { before: readLanding(drafts?.before), after })
}

/** Undoes the end of a test, restoring a deleted version B. Throws conflict if the form has changed. */
export function undoFormTestEnd(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const { id, also } = await putBack<Ended>(tx, input, {
      kind: 'form_test',
      rows: [PAGE, VERSION_B],
      lock: (ended) => takeBackPage(tx, ended),
    })
    if (also.page_version !== null) await keepPageAgain(tx, { id })
    await tx.db.form.updateMany({
      where: { id },
      data: {
        settings: also.settings,
        test_started_at: also.test_started_at && new Date(also.test_started_at),
        updated_at: tx.now(),
      },
    })
  })
}

const CHANGED = 'It was changed since the test ended, so the test can’t continue'

async function takeBackPage(tx: Tx, { id, kept, page_version }: Ended): Promise<void> {
  const now = await tx.sql.one<{ is_same: boolean; has_b: boolean; version: number | null }>(
    `select f.settings = $3::jsonb as is_same, exists (select from landing_page_b b where b.account_id = $1 and b.form_id = $2) as has_b,
       (select a.version from landing_page a where a.account_id = $1 and a.form_id = $2) as version
     from form f where f.account_id = $1 and f.id = $2 for update`,
    [id, JSON.stringify(kept)],
  )
  const isSamePage = page_version === null || now?.version === page_version
  if (!now?.is_same || now.has_b || !isSamePage) throw conflict(CHANGED)
  if (page_version === null) return
  // Someone may be saving the page right now.
  const { count } = await tx.db.landingPage.deleteMany({ where: { form_id: id, version: page_version } })
  if (count === 0) throw conflict(CHANGED)
}

/** Keeps the restored draft. Version B's changes stay in its history. */
async function keepPageAgain(tx: Tx, { id }: { id: number }): Promise<void> {
  const row = await tx.sql.one<{ draft: unknown }>(
    'select draft from landing_page where account_id = $1 and form_id = $2',
    [id],
  )
  const after = readLanding(row?.draft)
  if (after) await keepPage(tx, { id, variant: 'a' }, { before: null, after })
}
