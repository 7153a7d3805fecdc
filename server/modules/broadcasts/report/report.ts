import type { Ctx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Page, PageQuery } from '../../../core/page/page.ts'
import { noteReached } from '../../../core/reach.ts'
import { isoOrNull } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import type { Broadcast, Mail } from '../../../db/generated/client.ts'
import { readProof } from '../../delivery/evidence/proof.ts'
import { getMailReport, getProgress, listRecipients } from '../../delivery/report.ts'
import type { Proof, Recipient, RecipientFilter, UnconfirmedChoice } from '../../delivery/schema.ts'
import { decideUnconfirmed } from '../../delivery/service.ts'
import type { BroadcastProgress, BroadcastReport } from '../composer-schema.ts'
import { PAUSED_BY } from '../view.ts'
import { readBaseline } from './baseline.ts'
import { getBroadcastStats } from './stats.ts'

export async function getBroadcastProgress(ctx: Ctx, { id }: { id: number }): Promise<BroadcastProgress> {
  const { status, stopped_at, paused_by, problem, mail_id } = await mailOf(ctx, id)
  return { id, status, stopped_at: isoOrNull(stopped_at), paused_by, problem, ...(await getProgress(ctx, { mail_id })) }
}

export async function getBroadcastReport(ctx: Ctx, { id }: { id: number }): Promise<BroadcastReport> {
  const { status, subject, problem, stopped_at, paused_by, mail_id, started_at, completed_at } = await mailOf(ctx, id)
  const [report, { stats }, baseline] = await Promise.all([
    getMailReport(ctx, { mail_id }),
    getBroadcastStats(ctx, { broadcast_id: id }),
    readBaseline(ctx, { mail_id }),
  ])
  return {
    ...report,
    id,
    subject,
    status,
    problem,
    stopped_at: isoOrNull(stopped_at),
    paused_by,
    started_at: isoOrNull(started_at),
    completed_at: isoOrNull(completed_at),
    retrying: status === 'completed' ? report.ledger.queued + report.ledger.sending : 0,
    stats,
    baseline,
  }
}

export async function listBroadcastRecipients(
  ctx: Ctx,
  { id, ...input }: { id: number } & RecipientFilter & PageQuery,
): Promise<Page<Recipient>> {
  const { mail_id } = await mailOf(ctx, id)
  return listRecipients(ctx, { ...input, mail_ids: [mail_id] })
}

/** Compares the stored counts with a count of every recipient's row. */
export async function getBroadcastProof(ctx: Ctx, { id }: { id: number }): Promise<Proof> {
  const { mail_id } = await mailOf(ctx, id)
  return readProof(ctx, { mail_ids: [mail_id] })
}

/** Requeues unconfirmed messages, counts them as sent, or leaves them. Returns the number of changed ones. */
export async function resolveUnconfirmed(
  ctx: Ctx,
  { id, ...choice }: { id: number } & UnconfirmedChoice,
): Promise<{ count: number }> {
  const { mail_id } = await mailOf(ctx, id)
  return write(ctx, async (tx) => {
    const count = await decideUnconfirmed(tx, { ...choice, mail_id })
    noteReached(tx, { recipients: choice.choice === 'resend' ? count : 0, suppressed: 0, is_exact: true })
    if (choice.choice === 'resend' && count > 0) tx.emit('broadcast.send_requested', { broadcast_id: id })
    return { count }
  })
}

/** Throws not_found, or conflict for a broadcast that was not sent. */
async function mailOf(ctx: Ctx, id: number) {
  const row = await ctx.sql.one<
    Pick<Broadcast, 'status' | 'subject' | 'problem' | 'stopped_at'> &
      Pick<Mail, 'started_at' | 'completed_at'> & { mail_id: number | null; paused_by: string | null }
  >(
    `select t.status, t.subject, t.problem, t.stopped_at, ${PAUSED_BY}, m.id as mail_id, m.started_at, m.completed_at
     from broadcast t left join mail m on m.account_id = t.account_id and m.broadcast_id = t.id
     where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  const { mail_id } = row
  if (mail_id === null) throw conflict('This broadcast has not been sent')
  return { ...row, mail_id }
}
