import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoOrNull, isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import { type Rate, rateSql } from '../../../lib/text/rates.ts'
import { canGetReplies, findSender } from '../../accounts/senders/sender.ts'
import type { Replacing, Restoring } from '../../revisions/schema.ts'
import { takeRevision, textVersion } from '../../revisions/service.ts'
import { textOf } from '../changing.ts'
import type { BroadcastRow, BroadcastRowFilter, ComposedBroadcast, ComposerInput } from '../composer-schema.ts'
import { copyPlan, isTest } from '../plan/plan.ts'
import type { SendPlan } from '../plan-schema.ts'
import type { BroadcastInput, Excluded, SubscriberFilter } from '../schema.ts'
import { createBroadcast, updateBroadcast } from '../service.ts'
import { PAUSED_BY, readBroadcast, readStored } from '../view.ts'
import { IS_UNTOUCHED } from './untouched.ts'

/** Lists broadcasts by their displayed date: of sending, or of the last change. Newest first. */
export function listBroadcastRows(
  ctx: Ctx,
  { status, search, ...paging }: BroadcastRowFilter & PageQuery,
): Promise<Page<BroadcastRow>> {
  const values: unknown[] = []
  const where = ['t.account_id = $1', `not ${IS_UNTOUCHED}`]
  if (status) where.push(`t.status = $${values.push(status) + 1}::broadcast_status`)
  if (search) where.push(`position(lower($${values.push(search) + 1}) in lower(coalesce(t.subject, ''))) > 0`)
  const rate = (name: Rate) =>
    `case when m.id is not null then ${rateSql(name, { count: (count) => `m.${count}`, unit: 'percent', none: '0' })} end`
  return keysetPage<BroadcastRow>(ctx.sql, paging, {
    name: 'broadcast_rows',
    view: `t.id, t.subject, t.preview_text, t.status, ${isoSql('t.stopped_at')} as stopped_at, ${PAUSED_BY}, ${isoSql('t.send_at')} as send_at,
        case when t.status = 'scheduled' and t.plan->>'kind' = 'time_zones' then t.plan->>'at' end as local_send_at,
        ${isoSql('t.updated_at')} as updated_at, ${isoSql('m.completed_at')} as completed_at,
        coalesce(m.recipients - m.excluded, 0) as recipients, coalesce(m.sent, 0) as sent,
        ${rate('open_rate')} as open_rate, ${rate('click_rate')} as click_rate, coalesce(m.unconfirmed, 0) as unconfirmed,
        case when t.status = 'completed' and m.completed_at is null
          then greatest(m.recipients - m.excluded - m.sent - m.failed - m.unconfirmed, 0) else 0 end as retrying
        from (select) one left join mail m on m.account_id = t.account_id and m.broadcast_id = t.id`,
    from: 'broadcast t',
    where,
    values,
    order: [
      { expr: 'coalesce(t.send_at, t.updated_at)', type: 'timestamptz', dir: 'desc' },
      { expr: 't.id', type: 'integer', dir: 'desc' },
    ],
  })
}

export async function getComposedBroadcast(ctx: Ctx, { id }: { id: number }): Promise<ComposedBroadcast> {
  const broadcast = await readBroadcast(ctx, { id })
  const row = await ctx.db.broadcast.findFirst({ where: { id }, include: { mail: { select: { id: true } } } })
  const paused = await ctx.sql.one<{ paused_by: string | null }>(
    `select ${PAUSED_BY} from broadcast t where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!row || !paused) throw notFound()
  return {
    ...broadcast,
    tracking_disabled: row.tracking_disabled,
    text_version: textVersion(textOf(broadcast)),
    left_out: row.left_out,
    problem: row.problem,
    stopped_at: isoOrNull(row.stopped_at),
    resend_of: row.resend_of,
    paused_by: paused.paused_by,
    undo_until: isoOrNull(row.undo_until),
    was_started: row.mail !== null,
    is_test: row.versions !== null && isTest(row.plan as SendPlan | null),
    audience: row.subscriber_filter as SubscriberFilter | null,
    excluded: row.excluded as Excluded | null,
    chosen_email_address: row.email_address,
    chosen_email_template_id: row.email_template_id,
    reply_to_address: row.reply_to_address,
  }
}

/** Creates a draft without an audience. */
export async function createDraft(ctx: Ctx, input: ComposerInput): Promise<ComposedBroadcast> {
  const { subscriber_filter = [] } = input
  const { id } = await createBroadcast(ctx, { ...input, subscriber_filter })
  return getComposedBroadcast(ctx, { id })
}

/**
 * Autosaves. A scheduled broadcast keeps its time, and changes that would prevent sending are rejected. Throws conflict
 * (revisions/service.ts).
 */
export function saveBroadcast(
  ctx: Ctx,
  { id, ...input }: ComposerInput & Replacing & { id: number },
): Promise<ComposedBroadcast> {
  return write(ctx, async (tx) => {
    await updateBroadcast(tx, { id, ...input })
    // Read within the transaction, so the editor does not get a later save.
    return getComposedBroadcast(tx, { id })
  })
}

/** Creates a draft with the same content, versions, audience and plan. */
export function duplicateBroadcast(ctx: Ctx, { id }: { id: number }): Promise<ComposedBroadcast> {
  return write(ctx, async (tx) => {
    const original = await getComposedBroadcast(tx, { id })
    const { plan, versions } = await readStored(tx, { id })
    const { subject, preview_text, description, content, thumbnail_url, thumbnail_alt, audience, excluded } = original
    const copy: BroadcastInput = { subject, preview_text, description, content, thumbnail_url, thumbnail_alt }
    const { id: copy_id } = await createBroadcast(tx, copy)
    // If the original's sender or template was deleted, the copy uses the account's defaults.
    const sender = await findSender(tx, original.chosen_email_address ?? '')
    const replies = original.reply_to_address
    const template = await tx.db.emailTemplate.findFirst({ where: { id: original.chosen_email_template_id ?? 0 } })
    await tx.db.broadcast.updateMany({
      where: { id: copy_id },
      data: {
        public: original.public,
        left_out: original.left_out,
        tracking_disabled: original.tracking_disabled,
        email_address: sender?.address ?? null,
        email_template_id: template?.id ?? null,
        reply_to_address: replies !== null && (await canGetReplies(tx, replies)) ? replies : null,
        plan: copyPlan(plan, tx.now()) ?? Prisma.DbNull,
        versions: versions ?? Prisma.DbNull,
        ...(audience ? { subscriber_filter: audience } : {}),
        ...(excluded ? { excluded } : {}),
      },
    })
    return getComposedBroadcast(tx, { id: copy_id })
  })
}

/** Restores an earlier text. Throws not_found, and invalid as saving does. */
export function restoreBroadcast(ctx: Ctx, { id, revision_id }: Restoring): Promise<ComposedBroadcast> {
  return write(ctx, async (tx) => {
    const { title, preview_text, content } = await takeRevision(tx, {
      kind: 'broadcast',
      item_id: id,
      id: revision_id,
    })
    return saveBroadcast(tx, { id, subject: title, preview_text, content })
  })
}
