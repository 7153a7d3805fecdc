import { type Ctx, systemCtx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { recordOutside } from '../../core/write/record-outside.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { ServiceMail } from '../../db/generated/client.ts'
import type { Expired } from '../../db/purge.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { env } from '../../env.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { domainOf } from '../../lib/text/email-address.ts'
import { compileMail } from '../../mail/mime/message.ts'
import { isRefusedForGood } from '../../mail/smtp/reply.ts'
import { CAUGHT_MAIL_ROLES, type OutgoingMessage, type SendResult } from '../../mail/transport.ts'
import { openServiceSigner, signMessages } from '../delivery/compose/signer.ts'
import { isMailServerSet, serviceTransport } from '../delivery/transport/mail-transport.ts'
import { renderServiceEmail, type ServiceEmail } from './service-email.ts'

/** The event usually sends the email within milliseconds; after this time the cron does. */
const LOST_EVENT_MS = 60_000

/**
 * Queues a service email in the transaction of the change it reports.
 * @param kind decides who may read it where email is caught
 * @param token the token in its link, if following the link confirms the address
 * @param stop_url where a POST stops such emails, for the button of email apps
 */
export async function queueServiceEmail(
  tx: Tx,
  { to, email, kind = 'service_email', token, stop_url }: NewServiceMail & { email: ServiceEmail },
): Promise<void> {
  const { text, html } = renderServiceEmail(email)
  // Emails contain links that give access to accounts, so they are stored encrypted and erased after sending (S6).
  const { id } = await tx.db.serviceMail.create({
    data: {
      account_id: tx.account_id,
      to_address: to,
      subject: email.subject,
      text: cryptographer().encrypt(PURPOSE, text),
      html: cryptographer().encrypt(PURPOSE, html),
      stop_url: stop_url === undefined ? null : cryptographer().encrypt(PURPOSE, stop_url),
      shown_to: CAUGHT_MAIL_ROLES[kind],
      link_hash: token === undefined ? null : sha256Hex(token),
      was_caught: !isMailServerSet(),
      created_at: tx.now(),
      next_attempt_at: new Date(+tx.now() + LOST_EVENT_MS),
    },
  })
  tx.emit('service_mail.queued', { service_mail_id: Number(id) })
}

/** Written once the user's language is known. */
export type UserEmail = () => ServiceEmail

interface NewServiceMail {
  to: string
  kind?: 'owner_email' | 'service_email'
  token?: string
  stop_url?: string
}

/**
 * Like `queueServiceEmail`, for a user of the dashboard, in their language. A recipient who is not a user yet gets the request's language.
 */
export async function queueUserEmail(tx: Tx, { email, ...mail }: NewServiceMail & { email: UserEmail }): Promise<void> {
  const user = await tx.sql.one<{ language: string | null }>(`${UNSCOPED}select language from users where email = $1`, [
    mail.to,
  ])
  const queue = () => queueServiceEmail(tx, { ...mail, email: email() })
  return user ? inLanguage({ language: user.language ?? 'en' }, queue) : queue()
}

/** Minutes to wait after the first, second, ... attempt. The last attempt is 24 hours after queuing. */
const RETRY_MINUTES = [1, 2, 5, 10, 20, 30, 60, 120, 180, 240, 360, 480]
const GIVE_UP_MS = 86_400_000
/** A longer attempt died with its process: the reply to a message may take ten minutes. */
const CLAIM_MS = 15 * 60_000

/** `unreachable`: the mail server cannot be used, so other emails would fail as well. */
export type ServiceMailState = 'sent' | 'failed' | 'waiting' | 'unreachable' | 'not due'

/** Sends a queued service email. Ignores one that was sent, has failed, or is not due. */
export async function sendServiceMail(
  ctx: Ctx,
  { service_mail_id }: { service_mail_id: number },
): Promise<ServiceMailState> {
  const mail = await claim(ctx, service_mail_id)
  if (!mail) return 'not due'
  const account_id = ctx.account_id === SERVICE_ACCOUNT ? undefined : ctx.account_id
  const envelope = { from: env().MAIL_FROM, to: mail.to_address }
  const raw = await composeOrGiveUp(ctx, mail)
  if (!raw) return 'failed'
  const { transport, route } = serviceTransport(ctx)
  const [signed = raw] = route ? await signMessages(await openServiceSigner(ctx), [raw]) : []
  await route?.refresh()
  const result = await transport.send({ envelope, raw: signed, account_id, shown_to: mail.shown_to })
  // Before the transport's state, because a failure to store that must not send the email again.
  const state = await recordResult(ctx, mail, { result, envelope })
  await route?.settle({ is_stuck: result.kind === 'deferred' })
  return state
}

async function recordResult(
  ctx: Ctx,
  mail: ServiceMail,
  { result, envelope }: { result: SendResult; envelope: OutgoingMessage['envelope'] },
): Promise<ServiceMailState> {
  const service_mail_id = Number(mail.id)
  if (result.kind === 'accepted') {
    await recordOutside(() =>
      write(ctx, async (tx) => {
        await erase(tx, mail.id, { sent_at: tx.now() })
        if (mail.attempts > 1 && mail.link_hash) tx.emit('service_mail.sent_late', { link_hash: mail.link_hash })
      }),
    )
    return 'sent'
  }
  const isUnreachable = result.kind === 'deferred' && result.code === undefined
  const gives_up_at = new Date(+mail.created_at + GIVE_UP_MS)
  // A missing email is worse than a duplicate, so unconfirmed attempts are repeated.
  if (isRefusedForGood(result, envelope) || ctx.now() >= gives_up_at) {
    await erase(ctx, mail.id, { error: result.response })
    ctx.log.error({ service_mail_id, reason: result.response }, 'a service email could not be sent')
    return 'failed'
  }
  const minutes = RETRY_MINUTES[mail.attempts - 1] ?? Number.POSITIVE_INFINITY
  const next_attempt_at = new Date(Math.min(+ctx.now() + minutes * 60_000, +gives_up_at))
  await ctx.db.serviceMail.updateMany({
    where: { id: mail.id },
    data: { next_attempt_at, last_reply: result.response },
  })
  return isUnreachable ? 'unreachable' : 'waiting'
}

/** Time per run, in milliseconds. The next minute's run continues. */
const RETRY_WORK_MS = 20_000

/**
 * Retries deferred emails, and emails whose process died. Calls `now` for each email: with a slow mail server, a claim dated at the start
 * of the run would expire before its attempt, and another run would send the email as well.
 */
export async function retryServiceMail({ now }: { now: () => Date }): Promise<void> {
  const ends_at = performance.now() + RETRY_WORK_MS
  const { rows } = await systemPool().query<{ id: string; account_id: number }>(
    'select id, coalesce(account_id, 0) as account_id from service_mail where next_attempt_at <= $1 order by next_attempt_at limit 500',
    [now()],
  )
  for (const { id, account_id } of rows) {
    if (performance.now() > ends_at) return
    const ctx = { ...systemCtx(account_id), now }
    const state = await sendServiceMail(ctx, { service_mail_id: Number(id) })
    if (state === 'unreachable') return
  }
}

/** Claims the email for one of several concurrent attempts. Throws not_found. */
async function claim(ctx: Ctx, service_mail_id: number): Promise<ServiceMail | undefined> {
  const [mail] = await ctx.db.serviceMail.updateManyAndReturn({
    where: {
      id: service_mail_id,
      sent_at: null,
      error: null,
      OR: [{ claimed_at: null }, { next_attempt_at: { lte: ctx.now() } }],
    },
    data: {
      attempts: { increment: 1 },
      claimed_at: ctx.now(),
      next_attempt_at: new Date(+ctx.now() + CLAIM_MS),
      ...(isMailServerSet() ? {} : { was_caught: true }),
    },
  })
  if (mail) return mail
  if (!(await ctx.db.serviceMail.findFirst({ where: { id: service_mail_id }, select: { id: true } }))) throw notFound()
  return undefined
}

/** Composes the email. Marks it as failed if its text was encrypted with another SECRET_KEY and stays unreadable. */
async function composeOrGiveUp(ctx: Ctx, mail: ServiceMail): Promise<Buffer | undefined> {
  try {
    return compose(mail, ctx.now())
  } catch (error) {
    await erase(ctx, mail.id, { error: 'The stored text could not be read.' })
    ctx.log.error({ service_mail_id: Number(mail.id), err: error }, 'a service email could not be composed')
    return undefined
  }
}

function compose(mail: ServiceMail, date: Date): Buffer {
  const from = env().MAIL_FROM
  const stop_url = mail.stop_url && cryptographer().decrypt(PURPOSE, mail.stop_url)
  return compileMail({
    from: { name: 'Envoi', address: from },
    text: { fixed: [cryptographer().decrypt(PURPOSE, mail.text)] },
    html: { fixed: [cryptographer().decrypt(PURPOSE, mail.html ?? '')] },
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stop_url && { 'List-Unsubscribe': `<${stop_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }).fill({
    to: { address: mail.to_address },
    subject: mail.subject,
    message_id: `${randomToken(18)}@${domainOf(from)}`,
    date,
    text: [],
    html: [],
  })
}

/** Returns what following an emailed link proves. An unknown link proves no more than caught email. */
export async function findLinkProof(ctx: Ctx, { token }: { token: string }): Promise<'mail' | 'caught_mail'> {
  const mail = await ctx.db.serviceMail.findFirst({
    where: { link_hash: sha256Hex(token) },
    select: { was_caught: true },
  })
  return mail?.was_caught === false ? 'mail' : 'caught_mail'
}

export const EXPIRED_SERVICE_MAIL: readonly Expired[] = [
  {
    table: 'service_mail',
    where: '(sent_at is not null or error is not null) and created_at < $1',
    kept_days: 30,
  },
]

async function erase(ctx: Ctx, id: bigint, data: { sent_at: Date } | { error: string }): Promise<void> {
  await ctx.db.serviceMail.updateMany({
    where: { id },
    data: { ...data, text: '', html: null, stop_url: null, next_attempt_at: null },
  })
}

const PURPOSE = 'service-mail'
