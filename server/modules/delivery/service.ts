import type { Ctx } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { probeNow } from '../transports/service.ts'
import { type ComposedMail, composeMail, type Draft } from './compose/compose.ts'
import { exampleOf, isTooMany, tooManyUnrenderable } from './compose/render-watch.ts'
import type { Pace } from './pacing/pace.ts'
import type { UnconfirmedChoice } from './schema.ts'
import { isUnclaimed, lockClaims } from './sending/batch.ts'
import { addLinks } from './sending/open-mail.ts'

/**
 * Creates a broadcast's email with its snapshot and links; `sendMail` sends it. Variants are numbered from 1, and the links of each start
 * with the previous variant's.
 */
export async function createMail(
  tx: Tx,
  {
    broadcast_id,
    composed,
    variants = [],
    pace = null,
    audience,
  }: {
    broadcast_id: number
    composed: ComposedMail
    variants?: readonly ComposedMail[]
    pace?: Pace | null
    audience?: object
  },
): Promise<{ id: number }> {
  const { id } = await tx.db.mail.create({
    data: {
      account_id: tx.account_id,
      kind: 'broadcast',
      broadcast_id,
      snapshot: { ...composed.snapshot },
      ...(audience && { audience }),
      ...(pace && { pace }),
      is_staged: pace?.kind === 'staged',
      started_at: tx.now(),
      created_at: tx.now(),
    },
  })
  await addLinks(tx, id, variants.at(-1) ?? composed)
  await tx.db.mailVariant.createMany({
    data: variants.map(({ snapshot }, index) => ({
      account_id: tx.account_id,
      mail_id: id,
      number: index + 1,
      subject: snapshot.subject,
      snapshot: { ...snapshot },
    })),
  })
  return { id }
}

/** Stops sending: nothing more is claimed. Excludes queued deliveries here or, if there are very many, in `sendMail`. */
export async function abortMail(tx: Tx, { mail_id }: { mail_id: number }): Promise<void> {
  await tx.sql.run('update mail set aborted_at = $3 where account_id = $1 and id = $2 and aborted_at is null', [
    mail_id,
    tx.now(),
  ])
  await excludeAborted(tx, mail_id)
}

/**
 * Replaces the content for remaining recipients of a paused broadcast. Existing links keep their numbers, so links in sent messages keep
 * working.
 */
export async function recomposeMail(
  tx: Tx,
  { broadcast_id, draft }: { broadcast_id: number; draft: Draft },
): Promise<void> {
  const mail = await tx.db.mail.findFirstOrThrow({ where: { broadcast_id }, select: { id: true } })
  const known = await tx.db.link.findMany({ where: { mail_id: mail.id }, orderBy: { number: 'asc' } })
  const composed = await composeMail(tx, draft, { known_urls: known.map(({ url }) => url) })
  await tx.db.mail.updateMany({ where: { id: mail.id }, data: { snapshot: { ...composed.snapshot } } })
  await addLinks(tx, mail.id, { ...composed, links: composed.links.slice(known.length) })
}

/** Reopens a sent email for subscribers without a delivery in it. Variants and times stay settled. */
export async function reopenMail(tx: Tx, { broadcast_id }: { broadcast_id: number }): Promise<void> {
  await tx.sql.run(
    `update mail set enqueued_to = 0, enqueued_at = null, completed_at = null,
       pace = case when is_staged then jsonb_build_object('kind', 'released', 'variant', coalesce(rest_variant, 1)) end
     where account_id = $1 and broadcast_id = $2 and aborted_at is null`,
    [broadcast_id],
  )
}

/** Stops claiming until `resumeMail`. Requeues deliveries that failed to render, or whose content was rejected. */
export async function pauseMail(tx: Tx, { mail_id }: { mail_id: number }): Promise<void> {
  await tx.sql.run('update mail set paused_at = $3 where account_id = $1 and id = $2', [mail_id, tx.now()])
  await requeueUnrenderable(tx, { mail_id })
}

export async function resumeMail(tx: Tx, { mail_id }: { mail_id: number }): Promise<void> {
  // Repeated, because another process may have ended a batch after the pause.
  await requeueUnrenderable(tx, { mail_id })
  await tx.sql.run('update mail set paused_at = null, transport_error = null where account_id = $1 and id = $2', [
    mail_id,
  ])
  await probeNow(tx)
  // Deferred messages are due now and keep their attempts.
  await tx.sql.run(
    `update delivery set next_attempt_at = null, attempts = 0
     where account_id = $1 and mail_id = $2 and state = 'queued' and attempts > 0`,
    [mail_id],
  )
}

/** Emails of a sequence or an automation. */
type Emails = { sequence_email_ids: readonly number[] } | { automation_email_ids: readonly number[] }
const whereOf = (emails: Emails) =>
  'sequence_email_ids' in emails
    ? { sequence_email_id: { in: [...emails.sequence_email_ids] } }
    : { automation_email_id: { in: [...emails.automation_email_ids] } }

/** Stops sending these emails, including queued messages, until `resumeEmails`. */
export async function pauseEmails(tx: Tx, emails: Emails): Promise<void> {
  await tx.db.mail.updateMany({ where: { ...whereOf(emails), completed_at: null }, data: { paused_at: tx.now() } })
}

export async function resumeEmails(tx: Tx, emails: Emails): Promise<void> {
  await tx.db.mail.updateMany({ where: { ...whereOf(emails), paused_at: { not: null } }, data: { paused_at: null } })
}

async function requeueUnrenderable(tx: Tx, { mail_id }: { mail_id: number }): Promise<void> {
  await tx.sql.run(
    `with requeued as (
       update delivery set state = 'queued', reason = null, detail = null
       where account_id = $1 and mail_id = $2 and state = 'failed' and reason in ('unrenderable', 'message_refused') returning 1
     )
     update mail set failed = failed - n.count from (select count(*)::int from requeued) n
     where account_id = $1 and id = $2 and n.count > 0`,
    [mail_id],
  )
}

/** Returns why a finished email must stop instead of completing: it failed to render for too many. */
export async function findRenderStop(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<string | null> {
  const failures = await ctx.sql.one<{ total: number; failed: number; email_address: string; detail: string }>(
    `select m.sent + m.failed + m.unconfirmed as total, f.failed, s.email_address, d.detail
     from mail m,
       lateral (select count(*)::int as failed, min(subscriber_id) as first from delivery
         where account_id = $1 and mail_id = $2 and state = 'failed' and reason = 'unrenderable') f
       join delivery d on d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = f.first
       join subscriber s on s.account_id = $1 and s.id = f.first
     where m.account_id = $1 and m.id = $2 and m.failed > 0`,
    [mail_id],
  )
  if (!failures || !isTooMany(failures)) return null
  return tooManyUnrenderable(exampleOf(failures.email_address, failures.detail))
}

/** Completes the email if nothing is left to send. @returns whether this call completed it */
export async function completeMail(tx: Tx, { mail_id }: { mail_id: number }): Promise<boolean> {
  const completed = await tx.sql.run(
    `update mail m set completed_at = $3, transport_error = null
     where account_id = $1 and id = $2 and completed_at is null and (enqueued_at is not null or aborted_at is not null)
       and not exists (select from delivery d where d.account_id = $1 and d.mail_id = $2 and d.state = 'queued' and d.next_attempt_at is null)
       and not exists (select from delivery d where d.account_id = $1 and d.mail_id = $2 and d.state = 'queued' and d.next_attempt_at is not null)
       and not exists (select from send_batch b where b.account_id = $1 and b.mail_id = $2)`,
    [mail_id, tx.now()],
  )
  return completed > 0
}

/** Effects of a decision on unconfirmed messages. The time of the attempt is the best estimate of sending. */
const DECIDED = {
  resend: `state = 'queued', detail = null`,
  sent: `state = 'sent', sent_at = coalesce(claimed_at, $4), reason = null`,
  leave: `reason = 'left'`,
}

/** Requeues unconfirmed messages, which may send some twice, counts them as sent, or leaves them. Returns the number of changed ones. */
export async function decideUnconfirmed(
  tx: Tx,
  { mail_id, choice, subscriber_ids }: UnconfirmedChoice & { mail_id: number },
): Promise<number> {
  const decided = await tx.sql.one<{ count: number }>(
    `with decided as (
       update delivery set ${DECIDED[choice]}
       where account_id = $1 and mail_id = $2 and state = 'unconfirmed' and reason is null
         and ($3::bigint[] is null or subscriber_id = any ($3::bigint[])) and $4::timestamptz is not null
       returning state
     ), counted as (
       select count(*)::int as count, count(*) filter (where state <> 'unconfirmed')::int as known,
         count(*) filter (where state = 'sent')::int as sent, bool_or(state = 'queued') as is_queued from decided
     ), kept as (
       update mail m set unconfirmed = m.unconfirmed - c.known, sent = m.sent + c.sent,
         completed_at = case when c.is_queued then null else m.completed_at end
       from counted c where m.account_id = $1 and m.id = $2 and c.known > 0
     )
     select count from counted`,
    [mail_id, subscriber_ids ?? null, tx.now()],
  )
  return decided?.count ?? 0
}

/** @returns whether any delivery was excluded */
export function excludeAborted(ctx: Ctx | Tx, mail_id: number): Promise<boolean> {
  return write(ctx, async (tx) => {
    await lockClaims(tx, { mail_id })
    return (await excludeQueued(tx, { mail_id, when: 'aborted_at is not null', reason: 'aborted' })) > 0
  })
}

/** Rows per statement. */
const EXCLUDED = 20_000

async function excludeQueued(
  tx: Tx,
  { mail_id, when, reason }: { mail_id: number; when: string; reason: 'aborted' | 'automation_deleted' },
): Promise<number> {
  const row = await tx.sql.one<{ count: number }>(
    `with head as (select id from mail where account_id = $1 and id = $2 and ${when} for no key update),
     due as (
       select d.subscriber_id from delivery d, head
       where d.account_id = $1 and d.mail_id = head.id and d.state = 'queued' and ${isUnclaimed('d')} order by d.id limit ${EXCLUDED}
     ), stopped as (
       update delivery d set state = 'excluded', reason = $4, claimed_at = $3, next_attempt_at = null from due
       where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = due.subscriber_id returning 1
     ), counted as (
       update mail set excluded = excluded + n.count from (select count(*) from stopped) n
       where account_id = $1 and id = $2 and n.count > 0
     )
     select count(*)::int as count from stopped`,
    [mail_id, tx.now(), reason],
  )
  return row?.count ?? 0
}

/**
 * Withdraws messages of paused emails that will not resume: excludes the next queued ones, or aborts an email without any. `sendMail`
 * excludes messages that are being sent. Returns whether more may be left.
 */
export async function withdrawPaused(
  tx: Tx,
  { automation_email_ids, reason }: { automation_email_ids: readonly number[]; reason: 'automation_deleted' },
): Promise<boolean> {
  const mail = await tx.sql.one<{ id: number }>(
    `select id from mail where account_id = $1 and automation_email_id = any ($2::int[]) and completed_at is null
       and paused_at is not null and aborted_at is null order by id limit 1`,
    [automation_email_ids],
  )
  if (!mail) return false
  const { id: mail_id } = mail
  await lockClaims(tx, { mail_id })
  if ((await excludeQueued(tx, { mail_id, when: 'paused_at is not null', reason })) > 0) return true
  await tx.db.mail.updateMany({ where: { id: mail_id }, data: { aborted_at: tx.now(), paused_at: null } })
  await completeMail(tx, { mail_id })
  return true
}

interface Withdrawal {
  sequence_email_ids: readonly number[]
  subscriber_ids: readonly number[]
  reason: 'removed' | 'restarted'
}

/** Excludes queued messages of sequence emails to these subscribers. Returns their number. */
export async function withdrawQueued(
  tx: Tx,
  { sequence_email_ids, subscriber_ids, reason }: Withdrawal,
): Promise<number> {
  const open = await tx.sql.rows<{ mail_id: number }>(
    `select distinct m.id as mail_id from mail m
       join delivery d on d.account_id = m.account_id and d.mail_id = m.id and d.state = 'queued'
     where m.account_id = $1 and m.sequence_email_id = any ($2::int[]) and m.completed_at is null
       and d.subscriber_id = any ($3::bigint[]) order by 1`,
    [sequence_email_ids, subscriber_ids],
  )
  let count = 0
  for (const { mail_id } of open) {
    await lockClaims(tx, { mail_id })
    const row = await tx.sql.one<{ count: number }>(
      `with stopped as (
         update delivery d set state = 'excluded', reason = $4, claimed_at = $5, next_attempt_at = null
         where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = any ($3::bigint[]) and d.state = 'queued'
           and ${isUnclaimed('d')}
         returning 1
       ), counted as (select count(*)::int as count from stopped)
       update mail m set excluded = m.excluded + c.count from counted c where m.account_id = $1 and m.id = $2 returning c.count`,
      [mail_id, subscriber_ids, reason, tx.now()],
    )
    count += row?.count ?? 0
  }
  return count
}
