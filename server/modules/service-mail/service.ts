import { type Ctx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { Tx } from '../../core/write.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { env } from '../../env.ts'
import { type Cryptographer, createCryptographer, randomToken, sha256Hex } from '../../lib/crypto.ts'
import { domainOf } from '../../lib/email-address.ts'
import { compileMail } from '../../lib/mime.ts'
import { isMailServerSet, mailTransport } from '../delivery/mail-transport.ts'
import { type Letter, renderLetter } from './letter.ts'

/**
 * Queues a service email in the transaction of the change it reports.
 * @param shown_to the least role that may read it where mail is caught
 * @param token of the link in it, if following the link proves the address
 */
export async function queueLetter(
  tx: Tx,
  {
    to,
    letter,
    shown_to = 'admin',
    token,
  }: { to: string; letter: Letter; shown_to?: 'owner' | 'admin'; token?: string },
): Promise<void> {
  const { text, html } = renderLetter(letter)
  // Letters carry links that open accounts: at rest they are sealed, and erased when they have been sent (S6).
  const { id } = await tx.db.serviceMail.create({
    data: {
      account_id: tx.account_id,
      to_address: to,
      subject: letter.subject,
      text: cryptographer().encrypt(PURPOSE, text),
      html: cryptographer().encrypt(PURPOSE, html),
      shown_to,
      link_hash: token === undefined ? null : sha256Hex(token),
      was_caught: !isMailServerSet(),
      created_at: tx.now(),
    },
  })
  tx.emit('service_mail.queued', { service_mail_id: Number(id) })
}

/**
 * Hands a queued letter to the mail server, once: a letter that was sent or given up is passed over. Throws when another
 * attempt makes sense.
 */
export async function sendServiceMail(ctx: Ctx, { service_mail_id }: { service_mail_id: number }): Promise<void> {
  const mail = await ctx.db.serviceMail.findFirst({ where: { id: service_mail_id } })
  if (!mail) throw notFound()
  if (mail.sent_at || mail.error) return
  await ctx.db.serviceMail.updateMany({
    where: { id: mail.id },
    data: {
      attempts: { increment: 1 },
      claimed_at: ctx.now(),
      ...(isMailServerSet() ? {} : { was_caught: true }),
    },
  })
  const from = env().MAIL_FROM
  const raw = compileMail({
    from: { name: 'Envoi', address: from },
    text: { fixed: [cryptographer().decrypt(PURPOSE, mail.text)] },
    html: { fixed: [cryptographer().decrypt(PURPOSE, mail.html ?? '')] },
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).fill({
    to: { address: mail.to_address },
    subject: mail.subject,
    message_id: `${randomToken(18)}@${domainOf(from)}`,
    date: ctx.now(),
    text: [],
    html: [],
  })
  const account_id = ctx.account_id === SERVICE_ACCOUNT ? undefined : ctx.account_id
  const envelope = { from, to: mail.to_address }
  const result = await mailTransport().transport.send({ envelope, raw, account_id, shown_to: mail.shown_to })
  if (result.kind === 'accepted') return erase(ctx, mail.id, { sent_at: ctx.now() })
  if (result.kind === 'rejected') return erase(ctx, mail.id, { error: result.response })
  // A second copy of such a letter does no harm, none at all would: what may have arrived is sent again.
  throw new Error(`The mail server did not take the letter over: ${result.response}`)
}

/** What following a mailed link proves. A link whose email is not known any more proves no more than caught mail. */
export async function proofByLink(ctx: Ctx, { token }: { token: string }): Promise<'mail' | 'caught_mail'> {
  const mail = await ctx.db.serviceMail.findFirst({
    where: { link_hash: sha256Hex(token) },
    select: { was_caught: true },
  })
  return mail?.was_caught === false ? 'mail' : 'caught_mail'
}

/** After the last attempt. The person can ask for another letter. */
export async function giveUpServiceMail(
  ctx: Ctx,
  { service_mail_id, error }: { service_mail_id: number; error: string },
): Promise<void> {
  await erase(ctx, BigInt(service_mail_id), { error })
  ctx.log.error({ service_mail_id, reason: error }, 'a letter of the service could not be sent')
}

const KEEP_MS = 30 * 86_400_000

/** Letters that were sent or given up a month ago: by then not even the address is needed any more. */
export async function sweepServiceMail({ now }: { now: Date }): Promise<void> {
  await systemPool().query(
    'delete from service_mail where (sent_at is not null or error is not null) and created_at < $1',
    [new Date(+now - KEEP_MS)],
  )
}

async function erase(ctx: Ctx, id: bigint, data: { sent_at: Date } | { error: string }): Promise<void> {
  await ctx.db.serviceMail.updateMany({ where: { id }, data: { ...data, text: '', html: null } })
}

const PURPOSE = 'service-mail'

let crypt: Cryptographer | undefined
const cryptographer = (): Cryptographer => {
  crypt ??= createCryptographer(env().SECRET_KEY)
  return crypt
}
