import { adminWrite } from '../../../core/audit/admin-write.ts'
import { type Ctx, systemCtx } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Page } from '../../../core/page/page.ts'
import { listTestsInAccount } from '../../apps/installations/tests.ts'
import type { TestInAccount } from '../../apps/review-schema.ts'
import { findAppOwner } from '../../apps/store/directory.ts'
import { findOwner } from '../../automation-templates/directory.ts'
import { listTemplateTestsIn } from '../../automation-templates/review/tests.ts'
import type { ClaimView, EntryView, HistoryQuery, NoteInput, ReviewItem } from '../../reviews/schema.ts'
import { addEntry, claimItem, findClaim, listEntries, releaseItem } from '../../reviews/service.ts'

/** Returns the reviewer of an item; null without one. Throws not_found. */
export async function getClaim(ctx: Ctx, item: ReviewItem): Promise<ClaimView | null> {
  const { account_id } = await ownerOf(item)
  return findClaim({ ...systemCtx(account_id), now: ctx.now }, item, reviewerOf(ctx))
}

/** Lists notes and decisions about an item, newest first. Throws not_found. */
export async function listReviewEntries(_ctx: Ctx, { kind, id, ...paging }: HistoryQuery): Promise<Page<EntryView>> {
  const { account_id } = await ownerOf({ kind, id })
  return listEntries(systemCtx(account_id), { kind, id }, paging)
}

/** Lists tests of apps and templates in an account, even if the administrator is not a member of it. */
export async function listTestsIn(_ctx: Ctx, { account_id }: { account_id: number }): Promise<TestInAccount[]> {
  const ctx = systemCtx(account_id)
  const [apps, templates] = await Promise.all([listTestsInAccount(ctx), listTemplateTestsIn(ctx)])
  return [...apps, ...templates.map((test) => ({ kind: 'template' as const, ...test }))]
}

/** Claims an item, or renews the claim. Throws conflict while another administrator reviews it, not_found. */
export async function claimReview(ctx: Ctx, item: ReviewItem): Promise<void> {
  const { account_id, name } = await ownerOf(item)
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    await claimItem(tx, item, reviewerOf(ctx))
    await record({ action: 'review_claimed', details: { name, ...item } })
  })
}

/** Ends the administrator's own claim. Throws not_found. */
export async function releaseReview(ctx: Ctx, item: ReviewItem): Promise<void> {
  const { account_id, name } = await ownerOf(item)
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    if (!(await releaseItem(tx, item, reviewerOf(ctx)))) throw notFound()
    await record({ action: 'review_released', details: { name, ...item } })
  })
}

/** Adds a note that only administrators see. Throws not_found. */
export async function addReviewNote(ctx: Ctx, { text, ...item }: NoteInput): Promise<void> {
  const { account_id, name } = await ownerOf(item)
  await adminWrite(ctx, { account_id }, async (tx, record) => {
    await addEntry(tx, item, { action: 'note', text, user_id: reviewerOf(ctx) })
    await record({ action: 'review_note_added', details: { name, ...item } })
  })
}

function reviewerOf({ actor }: Ctx): number {
  if (actor.kind !== 'administrator') throw forbidden()
  return actor.user_id
}

async function ownerOf({ kind, id }: ReviewItem): Promise<{ account_id: number; name: string }> {
  const found = kind === 'app' ? await findAppOwner(id) : await findOwner(id)
  if (!found) throw notFound()
  return found
}
