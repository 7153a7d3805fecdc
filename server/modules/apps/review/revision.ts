import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { type App, Prisma } from '../../../db/generated/client.ts'
import { missingForReview } from '../develop/requirements.ts'
import type { AppFacts } from '../develop-schema.ts'
import { isSame, needsReview } from '../revision-schema.ts'
import { factsOf, withDraft } from '../store/detail.ts'
import { type AppRow, isNameTaken } from '../store/directory.ts'

// A published app has two versions: its columns contain the approved version, its draft contains the developer's later changes. Creators
// see only the columns.

type Change = Partial<Omit<AppRow, 'id' | 'account_id' | 'client_id' | 'draft'>>

export const NAME_TAKEN = 'Another app in the store has this name'

/**
 * Changes an app. In a published app, a save that needs a review is added to the draft as a whole and submitted; other changes take effect
 * immediately. Throws conflict for an app in its first review and for the name of another app, invalid for a draft without the parts
 * required for a review, not_found.
 */
export async function changeApp(
  ctx: Ctx,
  id: number,
  decide: (app: AppRow) => Change | Promise<Change>,
): Promise<void> {
  await write(ctx, async (tx) => {
    const app = await lockEditable(tx, id)
    const data = await decide(withDraft(app))
    if (app.status !== 'published') {
      await update(tx, id, data as Prisma.AppUncheckedUpdateManyInput)
      if ('screenshots' in data) await deleteUnlistedScreenshots(tx, id)
      return
    }
    const draft = { ...(app.draft as Change | null) }
    const isHeld = needsReview(factsOf(app), data as Partial<AppFacts>)
    const draft_before = JSON.stringify(draft)
    for (const [field, value] of Object.entries(data)) {
      if (isHeld && !isSame(app[field as keyof App], value)) Object.assign(draft, { [field]: value })
      else delete draft[field as keyof Change]
    }
    if (!isHeld) await update(tx, id, data as Prisma.AppUncheckedUpdateManyInput)
    if (JSON.stringify(draft) !== draft_before) await saveDraft(tx, app, draft)
    if ('screenshots' in data) await deleteUnlistedScreenshots(tx, id)
  })
}

/** Submits the draft again, after it was declined or its logo was changed. */
export async function submitDraft(tx: Tx, app: AppRow): Promise<void> {
  await saveDraft(tx, app, { ...(app.draft as Change | null) })
}

/** Discards the changes since the approval. Throws conflict if there are none, not_found. */
export function discardChanges(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { draft } = await lockOwnApp(tx, id)
    if (draft === null) throw conflict('There are no changes to discard')
    await deleteDraft(tx, id)
  })
}

/** Applies the draft, because it was approved or because the app leaves the store. */
export async function applyDraft(tx: Tx, app: AppRow): Promise<void> {
  if (app.draft === null) return
  await tx.sql.run(
    `insert into app_logo (app_id, media_type, bytes, updated_at)
     select d.app_id, d.media_type, d.bytes, d.updated_at from app_draft_logo d
     join app a on a.id = d.app_id and a.account_id = $1 where a.id = $2
     on conflict (app_id) do update
       set media_type = excluded.media_type, bytes = excluded.bytes, updated_at = excluded.updated_at`,
    [app.id],
  )
  await update(tx, app.id, app.draft as Prisma.AppUncheckedUpdateManyInput)
  await deleteDraft(tx, app.id)
}

async function saveDraft(tx: Tx, app: AppRow, draft: Change): Promise<void> {
  const { logo, draft_logo, plugins } = await tx.db.app.findFirstOrThrow({
    where: { id: app.id },
    select: {
      logo: { select: { app_id: true } },
      draft_logo: { select: { app_id: true } },
      plugins: { select: { id: true } },
    },
  })
  if (Object.keys(draft).length === 0 && !draft_logo) return deleteDraft(tx, app.id)
  const proposed = { ...app, ...draft }
  const has_logo = logo !== null || draft_logo !== null
  const missing = missingForReview({ ...proposed, has_logo, plugin_count: plugins.length })
  if (missing.length > 0) throw invalid(missing)
  if (await isNameTaken(tx, { name: proposed.name, except: app.id })) throw conflict(NAME_TAKEN)
  // Timestamps have full seconds on the wire, and an approval identifies the submission by its time.
  const later = +(app.draft_submitted_at ?? 0) + 1_000
  const draft_submitted_at = new Date(Math.max(+tx.now(), later))
  await update(tx, app.id, { draft: draft as Prisma.InputJsonObject, draft_submitted_at, review_note: null })
}

async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.sql.run(
    'delete from app_draft_logo d using app a where a.account_id = $1 and a.id = $2 and d.app_id = a.id',
    [id],
  )
  await update(tx, id, { draft: Prisma.DbNull, draft_submitted_at: null, review_note: null })
  await deleteUnlistedScreenshots(tx, id)
}

/** Deletes images that are listed by neither the approved version nor the draft. */
async function deleteUnlistedScreenshots(tx: Tx, id: number): Promise<void> {
  await tx.sql.run(
    `delete from app_screenshot s using app a where a.account_id = $1 and a.id = $2 and s.app_id = a.id
       and not a.screenshots @> jsonb_build_array(jsonb_build_object('key', s.key))
       and not coalesce(a.draft -> 'screenshots', '[]') @> jsonb_build_array(jsonb_build_object('key', s.key))`,
    [id],
  )
}

const update = async (tx: Tx, id: number, data: Prisma.AppUncheckedUpdateManyInput): Promise<void> => {
  await tx.db.app.updateMany({ where: { id }, data: { ...data, updated_at: tx.now() } })
}

/** Locks an app of the account. Throws not_found. */
export async function lockOwnApp(tx: Tx, id: number): Promise<AppRow> {
  await tx.sql.one('select id from app where account_id = $1 and id = $2 for update', [id])
  const app = await tx.db.app.findFirst({ where: { id, deleted_at: null } })
  if (!app) throw notFound()
  return app
}

/** Locks an app for a change, which is not allowed during a review. Throws conflict for an app in review, not_found. */
export async function lockEditable(tx: Tx, id: number): Promise<AppRow> {
  const app = await lockOwnApp(tx, id)
  if (app.status === 'in_review') throw conflict('The app is in review. Withdraw it to change it.')
  return app
}
