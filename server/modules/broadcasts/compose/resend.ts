import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import { reopenMail } from '../../delivery/service.ts'
import { countSuppressed } from '../../subscribers/state/suppressed-count.ts'
import type { ComposedBroadcast } from '../composer-schema.ts'
import { isTest, versionOf } from '../plan/plan.ts'
import { type NewMatches, Outcome, type ResendGroups } from '../plan-schema.ts'
import { lockBroadcast, readStored } from '../view.ts'
import { audienceOf, countRecipients } from './audience.ts'
import { duplicateBroadcast, getComposedBroadcast } from './composer.ts'
import { requireSendable } from './requirements.ts'

/** Counts the recipients of a resend, and subscribers excluded because their opens are unknown. */
export async function getResendGroups(ctx: Ctx, { id }: { id: number }): Promise<ResendGroups> {
  const broadcast = await readStored(ctx, { id })
  const row = await ctx.sql.one<Omit<ResendGroups, 'version' | 'problem' | 'suppressed' | 'is_exact'>>(
    `select count(*) filter (where r.is_reached and r.is_unopened and r.is_tracked and not r.is_prefetched and r.is_active)::int as unopened,
       count(*) filter (where r.is_reached and not r.is_tracked)::int as untracked,
       count(*) filter (where r.is_reached and r.is_unopened and r.is_tracked and r.is_prefetched)::int as prefetched,
       count(*) filter (where not r.is_reached)::int as unreached,
       count(*) filter (where r.is_reached and r.is_unopened and r.is_tracked and not r.is_prefetched and not r.is_active)::int as inactive
     from (select d.state = 'sent' and d.bounced_at is null as is_reached, d.opened_at is null and d.clicked_at is null as is_unopened,
         not s.tracking_disabled as is_tracked, e.subscriber_id is not null as is_prefetched, s.state = 'active' as is_active
       from mail m join delivery d on d.account_id = m.account_id and d.mail_id = m.id
         join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
         left join (select distinct n.subscriber_id from mail o
             join engagement n on n.account_id = o.account_id and n.mail_id = o.id and n.kind = 'open' and n.is_machine
           where o.account_id = $1 and o.broadcast_id = $2) e on e.subscriber_id = d.subscriber_id
       where m.account_id = $1 and m.broadcast_id = $2) r`,
    [id],
  )
  const { unopened = 0, untracked = 0, prefetched = 0, unreached = 0, inactive = 0 } = row ?? {}
  const version = isTest(broadcast.plan) ? await versionOfRest(ctx, { id }) : null
  const problem = await resendProblem(ctx, broadcast)
  const everyone = await audienceOf(ctx, { subscriber_filter: null, excluded: null, resend_of: id }, { first: 3 })
  const { suppressed, is_exact } = await countSuppressed(ctx, everyone)
  const rest = Math.max(0, unopened - suppressed)
  return { unopened: rest, suppressed, is_exact, untracked, prefetched, unreached, inactive, version, problem }
}

/** Returns the version with which a test ended: the winner or the chosen one. */
async function versionOfRest(ctx: Ctx, { id }: { id: number }): Promise<number> {
  const stored = await ctx.db.broadcast.findFirst({ where: { id }, select: { outcome: true } })
  return stored?.outcome ? Outcome.parse(stored.outcome).variant : 1
}

async function resendProblem(ctx: Ctx, { id, status }: { id: number; status: string }): Promise<string | null> {
  if (status !== 'completed') return 'Only a broadcast that has been sent can be sent again.'
  const mail = await ctx.sql.one<{ is_tracked: boolean }>(
    `select coalesce((snapshot->>'open_tracking')::boolean, false) as is_tracked from mail where account_id = $1 and broadcast_id = $2`,
    [id],
  )
  return mail?.is_tracked ? null : 'Opens of this broadcast were not tracked, so no one knows who did not open it.'
}

/**
 * Creates a draft for recipients who did not open the broadcast, with the version with which a test ended. The audience is decided when the
 * draft is sent, so later opens and unsubscribes count. Throws not_found or invalid.
 */
export async function createResend(ctx: Ctx, { id }: { id: number }): Promise<ComposedBroadcast> {
  const problem = await resendProblem(ctx, await readStored(ctx, { id }))
  if (problem) throw invalid(problem)
  return write(ctx, async (tx) => {
    const draft = await duplicateBroadcast(tx, { id })
    // Resets the plan: the original's test is over, and its hours have passed.
    const data = { resend_of: id, public: false, plan: Prisma.DbNull, versions: Prisma.DbNull }
    const { subject, preview_text, content, left_out } = versionOf(
      await readStored(tx, { id }),
      await versionOfRest(tx, { id }),
    )
    await tx.db.broadcast.updateMany({
      where: { id: draft.id },
      data: { ...data, subject, preview_text, content, left_out },
    })
    return getComposedBroadcast(tx, draft)
  })
}

/** Counts subscribers who match the audience now and were not recipients. */
export async function countNewMatches(ctx: Ctx, { id }: { id: number }): Promise<NewMatches> {
  const broadcast = await readStored(ctx, { id })
  const { where, values } = await audienceOf(ctx, broadcast, { first: 3 })
  const known = `$${values.push(id) + 2}::int`
  return countRecipients(ctx, {
    where: `(${where}) and not exists (select from mail m join delivery d on d.account_id = m.account_id and d.mail_id = m.id
      where m.account_id = $1 and m.broadcast_id = ${known} and d.subscriber_id = s.id)`,
    values,
  })
}

/**
 * Sends a sent broadcast, unchanged, to subscribers who match its audience now and were not recipients. No one gets it twice, because a
 * subscriber has only one delivery per email. Throws not_found or invalid.
 */
export function sendToNewMatches(ctx: Ctx, { id }: { id: number }): Promise<NewMatches> {
  return write(ctx, async (tx) => {
    const broadcast = await lockBroadcast(tx, { id })
    if (broadcast.status !== 'completed')
      throw invalid('Only a broadcast that has been sent can be sent to new subscribers.')
    await requireSendable(tx, broadcast)
    const matches = await countNewMatches(tx, { id })
    if (matches.count === 0)
      throw invalid('Everyone who matches the audience was a recipient already or is on a suppression list.')
    noteReached(tx, { recipients: matches.count, suppressed: matches.suppressed, is_exact: matches.is_exact })
    await reopenMail(tx, { broadcast_id: id })
    tx.emit('broadcast.send_requested', { broadcast_id: id })
    return matches
  })
}
