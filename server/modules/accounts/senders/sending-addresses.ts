import type { Ctx, Source } from '../../../core/context.ts'
import { systemCtx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto/crypto.ts'
import { isFreeMail } from '../../../lib/text/free-mail.ts'
import { confirmedSenderSql } from '../../delivery/sending/confirmed-sender.ts'
import { isMailServerSet } from '../../delivery/transport/mail-transport.ts'
import { findLinkProof, queueUserEmail } from '../../service-mail/service.ts'
import { countAttempt, countSentEmail } from '../../throttle/service.ts'
import { type ByToken, STALE_LINK } from '../../users/schema.ts'
import { confirmationEmail } from '../emails.ts'
import type { NewSendingAddress, SendingAddressChange, SendingAddressView } from '../settings-schema.ts'

const LIFETIME_MS = 7 * 86_400_000
export const ADDRESS_LISTED = 'This address is already in the list'

/** Returns the addresses: the default first, the others by age. */
export async function listSendingAddresses(ctx: Ctx): Promise<SendingAddressView[]> {
  const rows = await listSenders(ctx)
  const views = rows.map(({ id, email_address, from_name, status, is_default, gets_replies, was_confirmed }) => ({
    id,
    email_address,
    from_name,
    status,
    is_default,
    gets_replies,
    needs_new_link: was_confirmed && status === 'pending',
    is_free_mail: isFreeMail(email_address),
  }))
  return views.sort((a, b) => Number(b.is_default) - Number(a.is_default))
}

/** Throws not_found. */
export async function getSendingAddress(ctx: Ctx, { id }: { id: number }): Promise<SendingAddressView> {
  const address = (await listSendingAddresses(ctx)).find((one) => one.id === id)
  if (!address) throw notFound()
  return address
}

/** Returns every address with its current status, oldest first. */
export function listSenders(ctx: Ctx): Promise<Sender[]> {
  return ctx.sql.rows<Sender>(
    `select s.id, s.email_address, s.from_name, s.is_default, s.gets_replies, s.is_dmarc_configured, s.status = 'confirmed' as was_confirmed,
       case when ${confirmedSenderSql()} then 'confirmed' else 'pending' end as status
     from sending_address s join account a on a.id = s.account_id where s.account_id = $1 order by s.id`,
  )
}

interface Sender {
  id: number
  email_address: string
  from_name: string
  is_default: boolean
  gets_replies: boolean
  is_dmarc_configured: boolean
  status: 'pending' | 'confirmed'
  /** True if it was ever confirmed, even if that no longer counts. */
  was_confirmed: boolean
}

/** Adds an address and emails it a confirmation link. Throws invalid if it is already listed. */
export async function addSendingAddress(
  ctx: Ctx,
  { email_address, from_name }: NewSendingAddress,
): Promise<{ id: number }> {
  await countSentEmail(ctx, { kind: 'sending_address' })
  return write(ctx, async (tx) => {
    const { id } =
      (await tx.sql.one<{ id: number }>(
        `insert into sending_address (account_id, email_address, from_name, created_at) values ($1, $2, $3, $4)
         on conflict (account_id, email_address) do nothing returning id`,
        [email_address, from_name, tx.now()],
      )) ?? {}
    if (id === undefined) throw invalid(ADDRESS_LISTED)
    await emailLink(tx, { id, email_address })
    return { id }
  })
}

/** Emails a new link, which replaces the previous one. Throws not_found. */
export async function resendConfirmation(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await countSentEmail(ctx, { kind: 'sending_address' })
  await write(ctx, async (tx) => {
    const address = (await listSenders(tx)).find((sender) => sender.id === id && sender.status === 'pending')
    if (!address) throw notFound()
    await emailLink(tx, address)
  })
}

/** Emails the first link for a new account whose owner's address is not proven. */
export async function emailFirstLink({ account_id }: { account_id: number }): Promise<void> {
  const ctx = systemCtx(account_id)
  const { id } = await ctx.db.sendingAddress.findFirstOrThrow({ where: { status: 'pending' } })
  await resendConfirmation(ctx, { id })
}

async function emailLink(tx: Parameters<typeof queueUserEmail>[0], address: { id: number; email_address: string }) {
  const { id, email_address } = address
  const token = randomToken()
  const token_expires_at = new Date(+tx.now() + LIFETIME_MS)
  await tx.db.sendingAddress.updateMany({ where: { id }, data: { token_hash: sha256Hex(token), token_expires_at } })
  const { name } = await tx.db.account.findFirstOrThrow({ select: { name: true } })
  await queueUserEmail(tx, {
    to: email_address,
    email: () => confirmationEmail({ email_address, account_name: name, token }),
    token,
  })
}

/** Returns the data of the confirmation page, without side effects. Null for a link that was used, expired, or never existed. */
export async function findConfirmation(
  ctx: Ctx,
  { token, source }: ByToken & { source: Source },
): Promise<{ account_name: string; email_address: string } | null> {
  await countAttempt(ctx, { attempt: 'invitation_link', source })
  const { address } = await findByToken(ctx, token)
  return address && { account_name: address.account.name, email_address: address.email_address }
}

export async function confirmSendingAddress(
  ctx: Ctx,
  { token, source }: ByToken & { source: Source },
): Promise<{ email_address: string }> {
  await countAttempt(ctx, { attempt: 'invitation_link', source })
  const { address, proof } = await findByToken(ctx, token)
  if (!address) throw invalid(STALE_LINK)
  const { account_id, id, email_address, token_hash } = address
  await write(systemCtx(account_id), async (tx) => {
    await acquireAdvisoryLock(tx, 'sending addresses')
    const { count } = await tx.db.sendingAddress.updateMany({
      where: { id, token_hash },
      data: { status: 'confirmed', proof, verified_at: ctx.now(), token_hash: null, token_expires_at: null },
    })
    if (count === 0) throw invalid(STALE_LINK)
    const hasDefault = (await tx.db.sendingAddress.count({ where: { is_default: true } })) > 0
    if (!hasDefault) await tx.db.sendingAddress.updateMany({ where: { id }, data: { is_default: true } })
    tx.emit('sending_address.confirmed', { sending_address_id: id })
  })
  return { email_address }
}

/** Unscoped, because the visitor may not be signed in. Ignores a link whose confirmation would not count. */
async function findByToken(ctx: Ctx, token: string) {
  const address = await unscoped().sendingAddress.findFirst({
    where: { token_hash: sha256Hex(token), token_expires_at: { gt: ctx.now() } },
    include: { account: { select: { name: true, mail_is_caught: true } } },
  })
  if (!address) return { address: null, proof: null }
  const proof = await findLinkProof(systemCtx(address.account_id), { token })
  const hasEffect = proof === 'mail' || !isMailServerSet() || address.account.mail_is_caught
  return hasEffect ? { address, proof } : { address: null, proof: null }
}

export async function renameSendingAddress(ctx: Ctx, { id, from_name }: SendingAddressChange): Promise<void> {
  const { count } = await ctx.db.sendingAddress.updateMany({ where: { id }, data: { from_name } })
  if (count === 0) throw notFound()
}

/** Sets the default sender of new emails. Throws not_found, and invalid for an address that is not confirmed. */
export async function setDefaultSendingAddress(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'sending addresses')
    const address = (await listSenders(tx)).find((sender) => sender.id === id)
    if (!address) throw notFound()
    if (address.status !== 'confirmed') throw invalid(NOT_CONFIRMED)
    await tx.db.sendingAddress.updateMany({ where: { is_default: true }, data: { is_default: false } })
    await tx.db.sendingAddress.updateMany({ where: { id }, data: { is_default: true } })
  })
}

const NOT_CONFIRMED = 'Confirm the address first: follow the link in its inbox or send a new one'

/**
 * Sets the address for replies to the account's emails; null: the sender of each email. Throws not_found, and invalid for an address that
 * is not confirmed.
 */
export async function setReplyToAddress(ctx: Ctx, { id }: { id: number | null }): Promise<void> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'sending addresses')
    const address = (await listSenders(tx)).find((sender) => sender.id === id)
    if (id !== null && !address) throw notFound()
    if (address && address.status !== 'confirmed') throw invalid(NOT_CONFIRMED)
    await tx.db.sendingAddress.updateMany({ where: { gets_replies: true }, data: { gets_replies: false } })
    if (address) await tx.db.sendingAddress.updateMany({ where: { id: address.id }, data: { gets_replies: true } })
  })
}

export async function deleteSendingAddress(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'sending addresses')
    const address = await tx.db.sendingAddress.findFirst({ where: { id } })
    if (!address) throw notFound()
    if (address.is_default) throw invalid('Make another address the default first')
    if (address.gets_replies) throw invalid('Choose another address for replies first')
    await tx.db.sendingAddress.deleteMany({ where: { id } })
  })
}
