import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { type LandingPage, titleOf } from '../../../lib/page/landing/document.ts'
import type { ListedRevision, RevisionText } from '../../revisions/schema.ts'
import { closeRevisions, keepRevision, listRevisions } from '../../revisions/service.ts'
import { getForm } from '../service.ts'
import { TABLES, type Variant } from './page-context.ts'

/** Lists the earlier drafts of a page, newest first. Throws not_found. */
export async function listPageRevisions(
  ctx: Ctx,
  { id, variant }: { id: number; variant: Variant },
): Promise<ListedRevision[]> {
  await getForm(ctx, { id })
  return listRevisions(ctx, itemOf(id, variant))
}

interface Changed {
  /** Null: unreadable, so it is not kept. */
  before: LandingPage | null
  after: LandingPage
  over_others?: boolean
}

/** Keeps the draft of a page after a change. A member's changes within ten minutes are one entry of the history. */
export const keepPage = (
  tx: Tx,
  { id, variant }: { id: number; variant: Variant },
  { before, after, over_others }: Changed,
): Promise<void> => keepRevision(tx, itemOf(id, variant), { before: textOf(before), after: textOf(after), over_others })

/** Keeps a draft that version B replaced, as a separate entry with that label. */
export async function keepWinner(tx: Tx, { id }: { id: number }, { before, after }: Changed): Promise<void> {
  const item = itemOf(id, 'a')
  await closeRevisions(tx, item)
  await keepRevision(tx, item, { before: textOf(before), after: { ...textOf(after), preview_text: 'kept_b' } })
  await closeRevisions(tx, item)
}

const itemOf = (item_id: number, variant: Variant) => ({ kind: TABLES[variant], item_id })

const textOf = (page: LandingPage | null): RevisionText =>
  page
    ? { title: titleOf(page), preview_text: '', content: JSON.stringify(page) }
    : { title: '', preview_text: '', content: '' }
