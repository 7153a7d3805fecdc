import { type Source, serviceCtx, systemCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { isConflict } from '../../db/errors.ts'
import type { Expired } from '../../db/purge.ts'
import { env } from '../../env.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { parseEmailAddress } from '../../lib/text/email-address.ts'
import { readUnsubscribeToken } from '../delivery/tracking/tokens.ts'
import { eraseSubscriber } from '../privacy/erase.ts'
import { copySubscriber } from '../privacy/subscriber-copy.ts'
import { queueServiceEmail } from '../service-mail/service.ts'
import { changeState } from '../subscribers/state/state.ts'
import { findSuppressed } from '../subscribers/state/suppression.ts'
import { changeSubscribers } from '../subscribers/write/change.ts'
import { recordConsent } from '../subscribers/write/consent.ts'
import { countAttempt } from '../throttle/service.ts'
import { addressEmail, addressTakenEmail, changedEmail, copyEmail, erasureEmail } from './emails.ts'
import { masked } from './read.ts'

export type RequestKind = 'address' | 'copy' | 'erasure'

const HOUR_MS = 3_600_000
const VALID_MS = 24 * HOUR_MS
/** The owner of the old address may notice late. */
const UNDO_MS = 7 * 24 * HOUR_MS

/**
 * Emails a link that confirms what the preference page was asked for: to the subscriber's address, or to the new one. A preference link is in
 * every forwarded email, so it must neither show nor change such things alone. Returns undefined for a link that we did not sign.
 * Whether an address is subscribed, or blocked, is only said in an email to it. Throws rate_limited.
 */
export async function request(
  token: string,
  { kind, new_address, source }: { kind: RequestKind; new_address?: string; source: Source },
): Promise<'sent' | 'invalid_address' | undefined> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return undefined
  const address = kind === 'address' ? parseEmailAddress(new_address ?? '') : undefined
  if (kind === 'address' && !address) return 'invalid_address'
  const target = address ?? `${ref.account_id}:${ref.subscriber_id}`
  await countAttempt(serviceCtx(), { attempt: 'preference_email', source, target })
  await write(systemCtx(ref.account_id), async (tx) => {
    const found = await readSubscriber(tx, ref.subscriber_id)
    if (!found) return
    const { account_name, email_address } = found
    if (kind === 'copy' || kind === 'erasure') {
      const url = await addRequest(tx, { subscriber_id: ref.subscriber_id, kind, valid_ms: VALID_MS })
      const email = (kind === 'copy' ? copyEmail : erasureEmail)({ account_name, url })
      return queueServiceEmail(tx, { to: email_address, email, kind: 'owner_email' })
    }
    if (
      !address ||
      address === email_address ||
      (await findSuppressed(tx, { email_addresses: [address] })).has(address)
    )
      return
    if (await isTaken(tx, address))
      return queueServiceEmail(tx, { to: address, email: addressTakenEmail({ account_name }), kind: 'owner_email' })
    const url = await addRequest(tx, {
      subscriber_id: ref.subscriber_id,
      kind,
      new_address: address,
      valid_ms: VALID_MS,
    })
    const email = addressEmail({ account_name, url, old_address: masked(email_address) })
    await queueServiceEmail(tx, { to: address, email, kind: 'owner_email' })
  })
  return 'sent'
}

/** What the page of an emailed link shows. */
export interface RequestView {
  kind: RequestKind
  account_name: string
  new_address: string | null
}

/** Returns undefined for a link that is unknown, used or expired. Changes nothing. */
export async function findRequest(token: string): Promise<RequestView | undefined> {
  const row = await storedRequest(token)
  if (!row) return undefined
  const found = await readSubscriber(systemCtx(row.account_id), Number(row.subscriber_id))
  return found && { kind: row.kind as RequestKind, account_name: found.account_name, new_address: row.new_address }
}

export type Confirmed =
  | { kind: 'address' | 'erasure'; account_name: string }
  | { kind: 'copy'; json: string }
  /** Why it could not be done. */
  | { kind: 'failed'; message: string }

/** Does what an emailed link confirms. Returns undefined for a link that is unknown, used or expired. Throws rate_limited. */
export async function confirmRequest(token: string, source: Source): Promise<Confirmed | undefined> {
  await countAttempt(serviceCtx(), { attempt: 'confirmation_link', source })
  const row = await storedRequest(token)
  if (!row) return undefined
  const ctx = systemCtx(row.account_id)
  const id = Number(row.subscriber_id)
  const found = await readSubscriber(ctx, id)
  if (!found) return undefined
  const { account_name, email_address } = found
  if (row.kind === 'copy') return { kind: 'copy', json: (await copySubscriber(ctx, { id })).json }
  try {
    if (row.kind === 'erasure') await eraseSubscriber(ctx, { id, email_address })
    else if (row.new_address)
      await changeAddress({ account_id: row.account_id, request_id: row.id, id, new_address: row.new_address, source })
    return { kind: row.kind === 'erasure' ? 'erasure' : 'address', account_name }
  } catch (error) {
    if (row.kind === 'address' && isConflict(error))
      return { kind: 'failed', message: 'You already get these emails at the new address, so nothing was changed.' }
    if (error instanceof AppError && error.code === 'conflict') return { kind: 'failed', message: error.message }
    throw error
  }
}

/** Changes the address with its consent, and tells the old address, which can take it back. */
function changeAddress({
  account_id,
  request_id,
  id,
  new_address,
  source,
}: {
  account_id: number
  request_id: bigint
  id: number
  new_address: string
  source: Source
}): Promise<void> {
  return write(systemCtx(account_id), async (tx) => {
    const used = await tx.sql.run(
      'update preference_request set used_at = $3 where account_id = $1 and id = $2 and used_at is null',
      [Number(request_id), tx.now()],
    )
    const found = used > 0 ? await readSubscriber(tx, id) : undefined
    if (!found || found.email_address === new_address) return
    await changeSubscribers(tx, { changes: [{ id, email_address: new_address }] })
    const text = `Changed the address from ${found.email_address} to ${new_address}`
    await recordConsent(tx, { subscriber_id: id, source: 'double_opt_in', text, form_id: null, ip: source.ip })
    // The subscriber has proven that the new mailbox works.
    await changeState(tx, { ids: [id], transition: 'restore', cause: 'confirmation' })
    const url = await addRequest(tx, {
      subscriber_id: id,
      kind: 'address',
      new_address: found.email_address,
      valid_ms: UNDO_MS,
    })
    const email = changedEmail({ account_name: found.account_name, url, new_address: masked(new_address) })
    await queueServiceEmail(tx, { to: found.email_address, email, kind: 'owner_email' })
  })
}

const readSubscriber = (ctx: Pick<Tx, 'sql'>, id: number) =>
  ctx.sql.one<{ account_name: string; email_address: string }>(
    `select a.name as account_name, s.email_address from subscriber s join account a on a.id = $1
     where s.account_id = $1 and s.id = $2`,
    [id],
  )

const isTaken = async (tx: Tx, address: string): Promise<boolean> =>
  Boolean(await tx.sql.one('select 1 from subscriber where account_id = $1 and email_address = $2', [address]))

/** Stores a request and returns its link. Only the token's hash is stored (S6). */
async function addRequest(
  tx: Tx,
  {
    subscriber_id,
    kind,
    new_address = null,
    valid_ms,
  }: { subscriber_id: number; kind: RequestKind; new_address?: string | null; valid_ms: number },
): Promise<string> {
  const token = randomToken()
  await tx.sql.run(
    `insert into preference_request (account_id, subscriber_id, kind, new_address, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [subscriber_id, kind, new_address, sha256Hex(token), tx.now(), new Date(+tx.now() + valid_ms)],
  )
  return `${env().BASE_URL}/preferences/confirm/${token}`
}

const storedRequest = (token: string) =>
  unscoped().preferenceRequest.findFirst({
    where: { token_hash: sha256Hex(token), used_at: null, expires_at: { gt: serviceCtx().now() } },
  })

export const EXPIRED_REQUESTS: readonly Expired[] = [
  { table: 'preference_request', where: 'expires_at < $1', kept_days: 30 },
]
