import type { Ctx } from '../../../core/context.ts'
import { systemCtx, systemPool } from '../../../core/context.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { rootLogger } from '../../../core/log.ts'
import { isStopping } from '../../../core/stopping.ts'
import { recordOutside } from '../../../core/write/record-outside.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import { domainOf } from '../../../lib/text/email-address.ts'
import { compileMail } from '../../../mail/mime/message.ts'
import { isRefusedForGood } from '../../../mail/smtp/reply.ts'
import { CAUGHT_MAIL_ROLES, type OutgoingMessage, type SendResult } from '../../../mail/transport.ts'
import { findSender, type Sender } from '../../accounts/senders/sender.ts'
import { openSigner, signMessages } from '../../delivery/compose/signer.ts'
import { transportOf } from '../../delivery/transport/mail-transport.ts'
import { renderServiceEmail, type ServiceEmail } from '../../service-mail/service-email.ts'
import { findStyle } from '../../style/service.ts'
import { blocksSignUp, findSuppressed } from '../../subscribers/state/suppression.ts'
import { FormSettings } from '../settings-schema.ts'

// Sends emails of forms to single subscribers, stored as rows with a due time: confirmations and files (decision 0018).

const BATCH_ROWS = 50
/** Time after which the claim of a dead process expires. Each send renews its own claim. */
const CLAIM_MINUTES = 10
/** Minutes to wait after the first, second, ... failed attempt. */
const RETRY_MINUTES = [2, 10, 30, 120, 480, 1440]
/** Age at which emails fail that could never be sent without a confirmed sender. */
const MAX_AGE_MS = 7 * 86_400_000

/** A due email. */
export interface DueEmail {
  form_id: number
  subscriber_id: number
  attempts: number
  email_address: string
  is_needed: boolean
  settings: unknown
}

export interface EmailSender {
  name: string
  postal_address: string | null
  style: PublicStyle | null
}

/** A kind of email, with a table for its rows. */
export interface EmailKind {
  table: 'confirmation' | 'form_file_email'
  /** SQL condition that `subscriber s` still needs the email of `form f`. */
  is_needed: string
  compose: (ctx: Ctx, email: DueEmail & { settings: FormSettings }, account: EmailSender) => ServiceEmail
}

/**
 * Sends the account's due emails of a kind from the creator's address. They wait without a confirmed sending address, and while the
 * account's deletion is scheduled. @returns `more` if `work_ms` was not enough
 */
export async function sendDueEmails(
  ctx: Ctx,
  kind: EmailKind,
  { work_ms }: { work_ms: number },
): Promise<'finished' | 'more'> {
  const ends_at = performance.now() + work_ms
  const sender = await findSender(ctx, null)
  if (!sender) return 'finished'
  const account = await ctx.db.account.findFirstOrThrow({
    select: { name: true, language: true, postal_address: true, deletes_at: true },
  })
  if (account.deletes_at) return 'finished'
  const style = await findStyle(ctx)
  const { transport, connections, route } = await transportOf(ctx, { from: sender.address })
  const signer = await openSigner(ctx, { sender })
  for (;;) {
    if (performance.now() > ends_at || isStopping()) return 'more'
    await route?.refresh()
    const emails = await claimDue(ctx, kind)
    if (emails.length === 0) return 'finished'
    const suppressed = await findSuppressed(ctx, { email_addresses: emails.map((email) => email.email_address) })
    const send = async (email: DueEmail) => {
      if (!email.is_needed || blocksSignUp(suppressed.get(email.email_address))) {
        await updateEmail(ctx, kind, email, { next_attempt_at: null, error: 'no longer needed' })
        return
      }
      const settings = FormSettings.parse(email.settings)
      const message = inLanguage(account, () => {
        const content = kind.compose(ctx, { ...email, settings }, { ...account, style })
        return fill(ctx, { email, content, sender })
      })
      const [raw] = (await signMessages(signer, [message])) as [Buffer]
      const envelope = { from: sender.address, to: email.email_address }
      const shown_to = CAUGHT_MAIL_ROLES.subscriber_email
      const beforeHandOver = () => renewClaim(ctx, kind, email)
      const result = await transport.send({ envelope, raw, account_id: ctx.account_id, shown_to, beforeHandOver })
      // Another process has it, or it waits until its claim expires.
      if (result.is_withdrawn) return
      await recordResult(ctx, kind, { email, result, envelope })
    }
    const waiting = [...emails]
    const worker = async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) await send(email)
    }
    await Promise.all(Array.from({ length: connections }, worker))
    await route?.settle({ is_stuck: false })
  }
}

/** Accounts per statement. */
const ACCOUNTS_PER_STATEMENT = 1_000
/** Emails without a confirmed sender that one statement marks as failed. */
const EXPIRED_PER_STATEMENT = 5_000

/**
 * Sends emails of a kind whose event was lost, which a mail server deferred, or which waited for a sender. @returns the account id where it
 * stopped, or null at the end
 */
export async function sendStalledEmails(
  kind: EmailKind,
  { now, after = -1, budget_ms = Number.POSITIVE_INFINITY }: { now: Date; after?: number; budget_ms?: number },
): Promise<number | null> {
  const ends_at = performance.now() + budget_ms
  const pool = systemPool()
  await pool.query(
    `update ${kind.table} set next_attempt_at = null, error = 'no confirmed sending address'
     where ctid = any (array(select ctid from ${kind.table}
       where next_attempt_at is not null and requested_at < $1 and attempts = 0 limit ${EXPIRED_PER_STATEMENT}))`,
    [new Date(+now - MAX_AGE_MS)],
  )
  const { rows } = await pool.query<{ account_id: number }>(
    `select distinct account_id from ${kind.table} where next_attempt_at <= $1 and account_id > $2
     order by account_id limit ${ACCOUNTS_PER_STATEMENT}`,
    [now, after],
  )
  const failures: unknown[] = []
  let stopped_at: number | undefined
  for (const { account_id } of rows) {
    await sendDueEmails(systemCtx(account_id), kind, { work_ms: 5_000 }).catch((error) => failures.push(error))
    if (performance.now() < ends_at) continue
    stopped_at = account_id
    break
  }
  // The next slice starts after the failed accounts; their emails stay due.
  for (const err of failures) rootLogger().error({ err }, 'emails of forms of an account could not be sent')
  return stopped_at ?? (rows.length < ACCOUNTS_PER_STATEMENT ? null : (rows.at(-1)?.account_id ?? null))
}

/** Claims due emails. They become due again when the claim expires, so concurrent processes get different ones. */
function claimDue(ctx: Ctx, { table, is_needed }: EmailKind): Promise<DueEmail[]> {
  return ctx.sql.rows<DueEmail>(
    `with due as (
       select form_id, subscriber_id from ${table}
       where account_id = $1 and next_attempt_at <= $2::timestamptz
       order by next_attempt_at limit ${BATCH_ROWS} for update skip locked
     ), claimed as (
       update ${table} c set attempts = attempts + 1, next_attempt_at = $3::timestamptz from due
       where c.account_id = $1 and c.form_id = due.form_id and c.subscriber_id = due.subscriber_id
       returning c.form_id, c.subscriber_id, c.attempts
     )
     select c.*, s.email_address, ${is_needed} and f.status <> 'trashed' as is_needed, f.settings
     from claimed c join subscriber s on s.account_id = $1 and s.id = c.subscriber_id
       join form f on f.account_id = $1 and f.id = c.form_id`,
    [ctx.now(), minutesFrom(ctx.now(), CLAIM_MINUTES)],
  )
}

/** Renews the claim, because earlier emails may have taken longer than it lasts. Returns false if another process has the email. */
async function renewClaim(
  ctx: Ctx,
  { table }: EmailKind,
  { form_id, subscriber_id, attempts }: DueEmail,
): Promise<boolean> {
  const renewed = await ctx.sql.run(
    `update ${table} set next_attempt_at = $5::timestamptz
     where account_id = $1 and form_id = $2 and subscriber_id = $3 and attempts = $4 and next_attempt_at is not null`,
    [form_id, subscriber_id, attempts, minutesFrom(ctx.now(), CLAIM_MINUTES)],
  )
  return renewed > 0
}

function fill(
  ctx: Ctx,
  { email, content, sender }: { email: DueEmail; content: ServiceEmail; sender: Sender },
): Buffer {
  const { text, html } = renderServiceEmail(content)
  // Without list headers: the subscriber asked for this message, and is on no list before confirming (B8).
  return compileMail({
    from: { name: sender.name, address: sender.address },
    reply_to: sender.reply_to === null ? null : { address: sender.reply_to },
    text: { fixed: [text] },
    html: { fixed: [html] },
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).fill({
    to: { address: email.email_address },
    subject: content.subject,
    message_id: `${randomToken(18)}@${domainOf(sender.address)}`,
    date: ctx.now(),
    text: [],
    html: [],
  })
}

/** Returns the last line of an email, which names the sender. */
export function signOffOf({ name, postal_address }: Pick<EmailSender, 'name' | 'postal_address'>): string {
  const lines = (postal_address ?? '').split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join(', ') || name
}

/** Splits a creator's text into paragraphs. */
export const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter((part) => part.trim() !== '')

async function recordResult(
  ctx: Ctx,
  kind: EmailKind,
  { email, result, envelope }: { email: DueEmail; result: SendResult; envelope: OutgoingMessage['envelope'] },
): Promise<void> {
  if (result.kind === 'accepted') {
    const sent = { next_attempt_at: null, sent_at: ctx.now(), error: null }
    return recordOutside(() => updateEmail(ctx, kind, email, sent))
  }
  // A missing email is worse than a duplicate, so unconfirmed attempts are repeated.
  const minutes = isRefusedForGood(result, envelope) ? undefined : RETRY_MINUTES[email.attempts - 1]
  const next_attempt_at = minutes === undefined ? null : minutesFrom(ctx.now(), minutes)
  await updateEmail(ctx, kind, email, { next_attempt_at, error: result.response })
}

async function updateEmail(
  ctx: Ctx,
  { table }: EmailKind,
  { form_id, subscriber_id }: DueEmail,
  { next_attempt_at, sent_at, error }: { next_attempt_at: Date | null; sent_at?: Date; error: string | null },
): Promise<void> {
  await ctx.sql.run(
    `update ${table} set next_attempt_at = $4::timestamptz, sent_at = coalesce($5::timestamptz, sent_at), error = $6
     where account_id = $1 and form_id = $2 and subscriber_id = $3`,
    [form_id, subscriber_id, next_attempt_at, sent_at ?? null, error],
  )
}

const minutesFrom = (from: Date, minutes: number) => new Date(+from + minutes * 60_000)
