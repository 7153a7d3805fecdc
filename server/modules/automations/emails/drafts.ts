import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { cleanContent } from '../../../core/texts/given-html.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { Replacing, Restoring } from '../../revisions/schema.ts'
import { keepRevision, takeRevision, textVersion } from '../../revisions/service.ts'
import { checkSender, checkTemplate } from '../../sequences/compose/requirements.ts'
import type { AutomationEmail, EmailChange, EmailCreate, EmailKey } from '../email-schema.ts'
import { requireUnlocked } from '../service.ts'
import { checkedContent } from './content.ts'

/** Returns an email for the editor. Throws not_found. */
export async function getEmail(ctx: Ctx, { id }: EmailKey): Promise<AutomationEmail> {
  const row = await ctx.sql.one<Omit<AutomationEmail, 'text_version'>>(
    `select x.id, x.automation_id, a.name as automation_name, x.subject, x.preview_text, x.content, x.left_out, x.email_template_id,
       x.email_address, x.problem, a.is_locked
     from automation_email x join automation a on a.account_id = x.account_id and a.id = x.automation_id
     where x.account_id = $1 and x.id = $2 and x.deleted_at is null and a.deleted_at is null`,
    [id],
  )
  if (!row) throw notFound()
  return { ...row, text_version: textVersion(textOf(row)) }
}

/**
 * Creates an email for a step. If the step is deleted, its email stays for some days, for an undo (purge-emails.ts). Throws not_found, or
 * invalid if the automation is locked or has too many emails.
 */
export function createEmail(ctx: Ctx, { automation_id, copy_of }: EmailCreate): Promise<AutomationEmail> {
  return write(ctx, async (tx) => {
    await lockEditable(tx, automation_id)
    await requireRoom(tx, automation_id)
    const { subject, preview_text, content, left_out, email_template_id, email_address } = copy_of
      ? await getEmail(tx, { id: copy_of })
      : EMPTY
    const times = { created_at: tx.now(), updated_at: tx.now() }
    const { id } = await tx.db.automationEmail.create({
      data: {
        account_id: tx.account_id,
        automation_id,
        subject,
        preview_text,
        ...(await checkedContent(tx, content)),
        left_out,
        email_template_id,
        email_address,
        ...times,
      },
    })
    return getEmail(tx, { id })
  })
}

const EMPTY = {
  subject: '',
  preview_text: null,
  content: '',
  left_out: [],
  email_template_id: null,
  email_address: null,
}

/** Changes the given properties of the draft. Subscribers get them once published. Throws not_found, invalid or conflict. */
export async function saveEmail(
  ctx: Ctx,
  { id, replaces, over_others, ...input }: EmailChange & EmailKey & Replacing,
): Promise<AutomationEmail> {
  const cleaned = input.content === undefined ? undefined : await cleanContent(ctx, input.content, 'content')
  const content = cleaned?.html
  return write(ctx, async (tx) => {
    const { automation_id } = await getEmail(tx, { id })
    await lockEditable(tx, automation_id)
    const before = await getEmail(tx, { id })
    await checkTemplate(tx, input.email_template_id)
    await checkSender(tx, input.email_address)
    await tx.db.automationEmail.updateMany({
      where: { id },
      data: {
        ...input,
        ...(cleaned && { ...(await checkedContent(tx, cleaned.html)), left_out: cleaned.left_out }),
        updated_at: tx.now(),
      },
    })
    const after = await getEmail(tx, { id })
    await keepRevision(tx, itemOf(id), {
      before: textOf(before),
      after: textOf(after),
      replaces,
      over_others,
      typed: { title: input.subject, preview_text: input.preview_text, content },
    })
    return after
  })
}

/** Restores an earlier text of the draft. Throws not_found, and invalid like a change. */
export async function restoreDraft(ctx: Ctx, { id, revision_id }: Restoring & EmailKey): Promise<AutomationEmail> {
  const { title, preview_text, content } = await write(ctx, async (tx) => {
    const { automation_id } = await getEmail(tx, { id })
    await lockEditable(tx, automation_id)
    return takeRevision(tx, { ...itemOf(id), id: revision_id })
  })
  return saveEmail(ctx, { id, subject: title, preview_text: preview_text || null, content })
}

const itemOf = (id: number) => ({ kind: 'automation_email', item_id: id }) as const
const textOf = ({ subject, preview_text, content }: Pick<AutomationEmail, 'subject' | 'preview_text' | 'content'>) => ({
  title: subject,
  preview_text: preview_text ?? '',
  content,
})

/** Locks the automation, so no one can delete or lock it before the transaction ends. */
async function lockEditable(tx: Tx, id: number): Promise<void> {
  const automation = await tx.sql.one<{ is_locked: boolean }>(
    'select is_locked from automation where account_id = $1 and id = $2 and deleted_at is null for share',
    [id],
  )
  if (!automation) throw notFound()
  requireUnlocked(automation)
}

/** Several times the steps of a draft, because emails of earlier versions and deleted steps count too. */
const MAX_EMAILS = 1_000

async function requireRoom(tx: Tx, automation_id: number): Promise<void> {
  const count = await tx.db.automationEmail.count({ where: { automation_id, deleted_at: null } })
  if (count >= MAX_EMAILS)
    throw invalid(
      t`An automation can have at most ${MAX_EMAILS} emails, with those of earlier versions. Create another automation for more`,
    )
}
