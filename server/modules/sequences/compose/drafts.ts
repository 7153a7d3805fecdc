import type { Ctx } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { cleanContent } from '../../../core/texts/given-html.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { Replacing, Restoring } from '../../revisions/schema.ts'
import { keepRevision, takeRevision, textVersion } from '../../revisions/service.ts'
import type { EmailKey, PublishingChanges, SavedEmail } from '../composer-schema.ts'
import type { SequenceEmailChange } from '../email-schema.ts'
import { lockSequence, readEmail } from '../view.ts'
import { TEXTS, textOf, updateEmail } from './emails.ts'
import { checkTemplate, type EmailContent } from './requirements.ts'

// Changes typed into a published email are a draft until they are published. The API reads and writes the published text.

/** `base`: the published text that the draft began with. Older drafts have no `left_out`. */
type StoredDraft = EmailContent & { base: EmailContent; left_out?: string[] }

async function findDraft(ctx: Ctx, { id }: { id: number }): Promise<StoredDraft | null> {
  const row = await ctx.sql.one<{ draft: StoredDraft | null }>(
    'select draft from sequence_email where account_id = $1 and id = $2',
    [id],
  )
  return row?.draft ?? null
}

const contentOf = ({ subject, preview_text, content, email_template_id }: EmailContent): EmailContent => ({
  subject,
  preview_text,
  content,
  email_template_id,
})

const isSame = (one: EmailContent, other: EmailContent) => TEXTS.every((text) => one[text] === other[text])

/** Reads an email for its editor, with its draft. Throws not_found. */
export async function readEdited(ctx: Ctx, key: EmailKey): Promise<SavedEmail> {
  const email = await readEmail(ctx, key)
  const draft = await findDraft(ctx, key)
  const shown = draft ? { ...email, ...contentOf(draft) } : email
  return {
    ...shown,
    left_out: draft?.left_out ?? (await readLeftOut(ctx, key)),
    has_changes: draft !== null && email.published,
    text_version: textVersion(textOf(shown)),
  }
}

async function readLeftOut(ctx: Ctx, { id }: { id: number }): Promise<string[]> {
  const email = await ctx.db.sequenceEmail.findFirst({ where: { id }, select: { left_out: true } })
  return email?.left_out ?? []
}

type Input = SequenceEmailChange & EmailKey & Replacing

/**
 * Changes an email for its editor. Texts of a published email go into its draft; everything else is stored directly. Throws as
 * `updateEmail` does.
 */
export async function saveEditedEmail(ctx: Ctx, input: Input): Promise<SavedEmail> {
  const { subject, preview_text, content, email_template_id, replaces, over_others, ...others } = input
  const { sequence_id, id, ...settings } = others
  const key = { sequence_id, id }
  const texts = { subject, preview_text, content, email_template_id }
  const { published } = await readEmail(ctx, key)
  const isWaiting =
    published &&
    input.published === undefined &&
    TEXTS.some((text) => texts[text] !== undefined) &&
    (await keepDraft(ctx, { ...key, ...texts, replaces, over_others }))
  if (isWaiting) {
    if (Object.values(settings).some((value) => value !== undefined)) await updateEmail(ctx, others)
    return readEdited(ctx, key)
  }
  // An unpublished email has only one text, after the API withdrew it, or by this change.
  const hasDraft = (await findDraft(ctx, key)) !== null
  if (hasDraft) await storeDraft(ctx, key)
  await updateEmail(ctx, input)
  if (hasDraft) await storeDraft(ctx, key)
  return readEdited(ctx, key)
}

/** Stores texts of a published email as a draft. Returns false for an unpublished email. */
async function keepDraft(
  ctx: Ctx,
  { sequence_id, id, replaces, over_others, ...given }: Omit<Input, 'send_days'>,
): Promise<boolean> {
  // Before the transaction, because processing a long text takes time.
  const cleaned = given.content === undefined ? undefined : await cleanContent(ctx, given.content ?? '', 'content')
  const content = cleaned?.html
  return write(ctx, async (tx) => {
    await lockSequence(tx, { id: sequence_id })
    const email = await readEmail(tx, { sequence_id, id })
    if (!email.published) return false
    await checkTemplate(tx, given.email_template_id)
    const waiting = await findDraft(tx, { id })
    const before = waiting ?? contentOf(email)
    const after = contentOf({
      ...before,
      ...(given.subject !== undefined && { subject: given.subject }),
      ...(given.preview_text !== undefined && { preview_text: given.preview_text }),
      ...(given.email_template_id !== undefined && { email_template_id: given.email_template_id }),
      ...(content !== undefined && { content }),
    })
    await keepRevision(
      tx,
      { kind: 'sequence_email', item_id: id },
      {
        before: textOf(before),
        after: textOf(after),
        replaces,
        over_others,
        typed: { title: given.subject, preview_text: given.preview_text, content },
      },
    )
    const left_out = cleaned?.left_out ?? waiting?.left_out ?? (await readLeftOut(tx, { id }))
    const draft = { ...after, base: waiting?.base ?? contentOf(email), left_out }
    const isBack = isSame(after, email)
    await setDraft(tx, { id, draft: isBack ? null : draft })
    if (isBack && cleaned) await tx.db.sequenceEmail.updateMany({ where: { id }, data: { left_out } })
    return true
  })
}

const setDraft = (tx: Tx, { id, draft }: { id: number; draft: StoredDraft | null }): Promise<unknown> =>
  tx.sql.run('update sequence_email set draft = $3::jsonb where account_id = $1 and id = $2', [
    id,
    draft && JSON.stringify(draft),
  ])

/** Makes the draft the text of an unpublished email. */
const storeDraft = (ctx: Ctx, { sequence_id, id }: EmailKey): Promise<void> =>
  write(ctx, async (tx) => {
    await lockSequence(tx, { id: sequence_id })
    const { published } = await readEmail(tx, { sequence_id, id })
    const draft = await findDraft(tx, { id })
    if (published || !draft) return
    await replaceByDraft(tx, { id, draft })
  })

async function replaceByDraft(tx: Tx, { id, draft }: { id: number; draft: StoredDraft }): Promise<void> {
  const { left_out } = draft
  await tx.db.sequenceEmail.updateMany({ where: { id }, data: { ...contentOf(draft), ...(left_out && { left_out }) } })
  await setDraft(tx, { id, draft: null })
}

/**
 * Publishes the draft: the next recipients get it. Throws conflict if it differs from the editor's text, or if the published text changed
 * since the draft began and may not be replaced; also throws as `updateEmail` does.
 */
export async function publishEmailChanges(
  ctx: Ctx,
  { sequence_id, id, text_version, over_others }: PublishingChanges,
): Promise<SavedEmail> {
  const key = { sequence_id, id }
  const edited = await readEdited(ctx, key)
  const draft = await findDraft(ctx, key)
  if (edited.text_version !== text_version) throw conflict(t`Someone changed this since you opened it.`)
  if (draft && edited.published) {
    const replacing = over_others ? { over_others } : { replaces: textVersion(textOf(draft.base)) }
    await updateEmail(ctx, { ...key, ...contentOf(draft), send_days: undefined, ...replacing }, async (tx) => {
      const now = await findDraft(tx, { id })
      if (!now || !isSame(now, draft)) throw conflict(t`Someone changed this since you opened it.`)
      await replaceByDraft(tx, { id, draft: now })
    })
  }
  return readEdited(ctx, key)
}

/** Discards the draft, which stays in the history. */
export async function discardEmailChanges(ctx: Ctx, { sequence_id, id }: EmailKey): Promise<SavedEmail> {
  await write(ctx, async (tx) => {
    await lockSequence(tx, { id: sequence_id })
    const email = await readEmail(tx, { sequence_id, id })
    if (email.published) await setDraft(tx, { id, draft: null })
  })
  return readEdited(ctx, { sequence_id, id })
}

/** Restores an earlier text, as a draft if the email is published. Throws not_found, and invalid as a change does. */
export async function restoreEmail(
  ctx: Ctx,
  { sequence_id, id, revision_id }: Restoring & EmailKey,
): Promise<SavedEmail> {
  const { title, preview_text, content } = await write(ctx, (tx) =>
    takeRevision(tx, { kind: 'sequence_email', item_id: id, id: revision_id }),
  )
  return saveEditedEmail(ctx, { sequence_id, id, subject: title, preview_text, content, send_days: undefined })
}
