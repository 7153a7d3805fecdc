import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { cleanContent } from '../../../core/texts/given-html.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { isConflict } from '../../../db/errors.ts'
import { t } from '../../../lib/locale/texts.ts'
import { requirePostalAddress } from '../../accounts/settings/postal-address.ts'
import { forgetComments } from '../../comments/service.ts'
import { refuseMistakes } from '../../delivery/compose/compose.ts'
import { abortMail } from '../../delivery/service.ts'
import type { Replacing } from '../../revisions/schema.ts'
import { forgetRevisions, keepRevision } from '../../revisions/service.ts'
import type {
  ListedSequenceEmail,
  SequenceEmail,
  SequenceEmailChange,
  SequenceEmailFilter,
  SequenceEmailInput,
} from '../email-schema.ts'
import type { WithStats } from '../schema.ts'
import { emailColumns, findSequence, lockSequence, readEmail } from '../view.ts'
import { checkTemplate, type PreflightSnapshot, requireUnchanged, runEmailPreflight } from './requirements.ts'

const DAYS_IN_HOURS_MODE = 'send_days cannot be set when delay_unit is hours'
export const ONLY_THE_FIRST = 'only the first email can be sent immediately'
const TAKEN = 'position has already been taken'

/** Lists emails in the order of sending. Throws not_found. */
export async function listEmails(
  ctx: Ctx,
  { sequence_id, include, include_content, ...paging }: SequenceEmailFilter & PageQuery & { sequence_id: number },
): Promise<Page<ListedSequenceEmail>> {
  await findSequence(ctx, { id: sequence_id })
  return keysetPage<ListedSequenceEmail>(ctx.sql, paging, {
    name: 'sequence_emails',
    view: emailColumns({ stats: include === 'stats', content: include_content }),
    from: 'sequence_email t',
    where: ['t.account_id = $1', 't.sequence_id = $2', 't.deleted_at is null', 't.position is not null'],
    values: [sequence_id],
    order: [
      { expr: 't.position', type: 'bigint', dir: 'asc' },
      { expr: 't.id', type: 'integer', dir: 'asc' },
    ],
  })
}

interface EmailKey {
  sequence_id: number
  id: number
}

/** Returns an email with its content. Throws not_found, also for another sequence's email. */
export async function getEmail(ctx: Ctx, { sequence_id, id, include }: WithStats & EmailKey): Promise<SequenceEmail> {
  await findSequence(ctx, { id: sequence_id })
  return readEmail(ctx, { sequence_id, id, stats: include === 'stats' })
}

/**
 * Creates a draft unless `published` is true, at the end or at a given free position. Throws not_found or invalid, also when publishing
 * without a postal address, without content, or with content that fails to render.
 */
export async function createEmail(
  ctx: Ctx,
  { sequence_id, ...input }: SequenceEmailInput & { sequence_id: number },
): Promise<SequenceEmail> {
  const { subject, preview_text = null, email_template_id = null, published = false } = input
  const { html, left_out } = await cleanContent(ctx, input.content ?? '', 'content')
  const content = { subject, preview_text, email_template_id, content: html }
  await refuseMistakes(ctx, content)
  const checked = published ? await runEmailPreflight(ctx, { sequence_id, email: content }) : undefined
  return withPositionCheck(() =>
    write(ctx, async (tx) => {
      await lockSequence(tx, { id: sequence_id })
      if (input.delay_unit === 'hours' && input.send_days) throw invalid(DAYS_IN_HOURS_MODE)
      await checkTemplate(tx, input.email_template_id)
      if (published) await requirePostalAddress(tx)
      const created_email = await tx.sql.one<{ id: number }>(
        `insert into sequence_email (account_id, sequence_id, subject, preview_text, content, email_template_id, published,
           position, delay_value, delay_unit, send_days, created_at, updated_at, left_out)
         values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::int, ${NEXT_POSITION}), $9, $10, $11::text[], $12, $12, $13::text[])
         returning id`,
        [
          sequence_id,
          content.subject,
          content.preview_text,
          content.content,
          content.email_template_id,
          published,
          input.position ?? null,
          input.delay_value,
          input.delay_unit,
          input.send_days ?? null,
          tx.now(),
          left_out,
        ],
      )
      if (!created_email) throw notFound()
      await checkImmediate(tx, sequence_id)
      const email = await readEmail(tx, { sequence_id, id: created_email.id })
      if (email.published) await requireUnchanged(tx, { sequence_id, email }, checked)
      if (email.published) tx.emit('sequence.changed', { sequence_id })
      return email
    }),
  )
}

/**
 * Changes the given properties. A published or moved email becomes the next one for subscribers before its position, and is sent now if
 * late. A changed delay applies to subscribers added later. Throws not_found or invalid, also when another change happened during the
 * preflight. Throws conflict if it replaces another text than it was typed into. `finish` belongs to the change.
 */
export async function updateEmail(
  ctx: Ctx,
  { sequence_id, id, replaces, over_others, ...input }: SequenceEmailChange & EmailKey & Replacing,
  finish: (tx: Tx) => Promise<void> = NOTHING_MORE,
): Promise<SequenceEmail> {
  const cleaned = input.content === undefined ? undefined : await cleanContent(ctx, input.content ?? '', 'content')
  const content = cleaned?.html
  await refuseMistakes(ctx, { ...input, content })
  const isRewritten = TEXTS.some((text) => input[text] !== undefined)
  const checked =
    input.published || isRewritten
      ? await runChangePreflight(
          ctx,
          { sequence_id, id, ...input, ...(content !== undefined && { content }) },
          isRewritten,
        )
      : undefined
  return withPositionCheck(() =>
    write(ctx, async (tx) => {
      await lockSequence(tx, { id: sequence_id })
      const before = await readEmail(tx, { sequence_id, id })
      // Uses the stored unit, because one request can switch to hours and contain days (contract 8.9).
      if (before.delay_unit === 'hours' && input.send_days) throw invalid(DAYS_IN_HOURS_MODE)
      await checkTemplate(tx, input.email_template_id)
      if (input.published && !before.published) await requirePostalAddress(tx)
      const { content: _given, send_days: _, ...rest } = input
      const place = before.position === null ? await placeOf(tx, before) : undefined
      await tx.db.sequenceEmail.updateMany({
        where: { id },
        data: {
          ...rest,
          delay_value: input.delay_value ?? place?.delay_value,
          content,
          left_out: cleaned?.left_out,
          position: input.position ?? place?.position,
          updated_at: tx.now(),
        },
      })
      if (input.send_days !== undefined)
        await tx.sql.run('update sequence_email set send_days = $3::text[] where account_id = $1 and id = $2', [
          id,
          input.send_days,
        ])
      await checkImmediate(tx, sequence_id)
      const after = await readEmail(tx, { sequence_id, id })
      await keepRevision(
        tx,
        { kind: 'sequence_email', item_id: id },
        {
          before: textOf(before),
          after: textOf(after),
          replaces,
          over_others,
          typed: { title: input.subject, preview_text: input.preview_text, content },
        },
      )
      if (after.published && (!before.published || isRewritten))
        await requireUnchanged(tx, { sequence_id, email: after }, checked)
      if (before.published && !after.published) await stopMail(tx, id)
      if (before.published !== after.published || (after.published && before.position !== after.position))
        tx.emit('sequence.changed', { sequence_id })
      await finish(tx)
      return after
    }),
  )
}

/** Runs the preflight for content that a change publishes or rewrites, otherwise returns undefined. */
async function runChangePreflight(
  ctx: Ctx,
  { sequence_id, id, ...input }: SequenceEmailChange & EmailKey,
  isRewritten: boolean,
): Promise<PreflightSnapshot | undefined> {
  const before = await readEmail(ctx, { sequence_id, id })
  const { published = before.published, subject = before.subject } = input
  const { preview_text = before.preview_text, email_template_id = before.email_template_id } = input
  if (!published || (before.published && !isRewritten)) return undefined
  const content = { subject, preview_text, email_template_id, content: input.content ?? before.content }
  return runEmailPreflight(ctx, { sequence_id, email: content })
}

/**
 * Deletes an email. Subscribers waiting for it continue with the next one. Sent messages keep their links and statistics. Throws not_found.
 */
export function deleteEmail(ctx: Ctx, { sequence_id, id }: EmailKey): Promise<void> {
  return write(ctx, async (tx) => {
    await lockSequence(tx, { id: sequence_id })
    const { published } = await readEmail(tx, { sequence_id, id })
    await tx.db.sequenceEmail.updateMany({ where: { id }, data: { deleted_at: tx.now(), position: null } })
    await forgetRevisions(tx, { kind: 'sequence_email', item_id: id })
    await forgetComments(tx, { kind: 'sequence_email', item_ids: [id] })
    await stopMail(tx, id)
    if (published) tx.emit('sequence.changed', { sequence_id })
  })
}

/** Reorders all emails of the sequence within their existing positions. Throws not_found or invalid. */
export function reorderEmails(
  ctx: Ctx,
  { sequence_id, email_ids }: { sequence_id: number; email_ids: readonly number[] },
): Promise<void> {
  return write(ctx, async (tx) => {
    await lockSequence(tx, { id: sequence_id })
    const emails = await tx.db.sequenceEmail.findMany({
      where: { sequence_id, deleted_at: null, position: { not: null } },
      select: { id: true, position: true },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    })
    const known = new Set(emails.map(({ id }) => id))
    if (email_ids.length !== known.size || !email_ids.every((id) => known.delete(id)))
      throw invalid(t`The emails of this sequence have changed. Reload the page and try again.`)
    const moves = emails.map(({ position }, i) => ({ id: email_ids[i], position }))
    // Cleared first, because positions are unique.
    await tx.sql.run('update sequence_email set position = null where account_id = $1 and id = any ($2::int[])', [
      email_ids,
    ])
    await tx.sql.run(
      `update sequence_email e set position = v.position, updated_at = $3
       from jsonb_to_recordset($2::jsonb) as v(id int, position int) where e.account_id = $1 and e.id = v.id`,
      [JSON.stringify(moves), tx.now()],
    )
    await checkImmediate(tx, sequence_id)
    tx.emit('sequence.changed', { sequence_id })
  })
}

const NOTHING_MORE = () => Promise.resolve()

/** Columns from which messages are built. */
export const TEXTS = ['subject', 'preview_text', 'content', 'email_template_id'] as const

const NEXT_POSITION = `(select coalesce(max(position) + 1, 0) from sequence_email
  where account_id = $1 and sequence_id = $2 and deleted_at is null)`

/** Returns the position of a newly written email: the end, even if others were added since it was opened. */
async function placeOf(
  tx: Tx,
  { sequence_id, delay_value }: { sequence_id: number; delay_value: number },
): Promise<{ position: number; delay_value: number }> {
  const end = await tx.sql.one<{ position: number }>(`select ${NEXT_POSITION}::int as position`, [sequence_id])
  const position = end?.position ?? 0
  return { position, delay_value: position > 0 ? Math.max(delay_value, 1) : delay_value }
}

/** Checks the whole sequence, because any change can break the rule. */
async function checkImmediate(tx: Tx, sequence_id: number): Promise<void> {
  const late = await tx.sql.one(
    `select 1 from sequence_email e where e.account_id = $1 and e.sequence_id = $2 and e.deleted_at is null and e.delay_value = 0
       and exists (select from sequence_email f where f.account_id = $1 and f.sequence_id = $2 and f.deleted_at is null
         and f.position < e.position)`,
    [sequence_id],
  )
  if (late) throw invalid(ONLY_THE_FIRST)
}

/** Aborts enqueued messages of a withdrawn email. */
async function stopMail(tx: Tx, sequence_email_id: number): Promise<void> {
  const emails = await tx.db.mail.findMany({ where: { sequence_email_id, completed_at: null }, select: { id: true } })
  for (const { id } of emails) await abortMail(tx, { mail_id: id })
}

async function withPositionCheck<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    throw isConflict(error) ? invalid(TAKEN) : error
  }
}

export const textOf = ({
  subject,
  preview_text,
  content,
}: Pick<SequenceEmail, 'subject' | 'preview_text' | 'content'>) => ({
  title: subject,
  preview_text: preview_text ?? '',
  content: content ?? '',
})
