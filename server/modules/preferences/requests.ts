import { type Ctx, type Source, serviceCtx, systemCtx } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { isConflict } from '../../db/errors.ts'
import type { Expired } from '../../db/purge.ts'
import { env } from '../../env.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { t } from '../../lib/locale/texts.ts'
import type { Publisher } from '../../lib/page/public-style.ts'
import { masked, parseEmailAddress } from '../../lib/text/email-address.ts'
import { readUnsubscribeToken } from '../delivery/tracking/tokens.ts'
import { eraseSubscriber } from '../privacy/erase.ts'
import { copySubscriber } from '../privacy/subscriber-copy.ts'
import { queueServiceEmail } from '../service-mail/service.ts'
import { findPublisher, findStyle } from '../style/service.ts'
import { changeState } from '../subscribers/state/state.ts'
import { findSuppressed } from '../subscribers/state/suppression.ts'
import { changeSubscribers } from '../subscribers/write/change.ts'
import { addressChangeText, agreedText, ownerAddressSql, recordConsent } from '../subscribers/write/consent.ts'
import { countAttempt } from '../throttle/service.ts'
import { addressEmail, addressTakenEmail, changedEmail, copyEmail, erasureEmail, takenBackEmail } from './emails.ts'

export type RequestKind = 'address' | 'copy' | 'erasure'
/** `undo`: the old address undoes or accepts a change. An undo cannot be undone, so a stranger cannot repeat the change. */
type StoredKind = RequestKind | 'undo'

const HOUR_MS = 3_600_000
const VALID_MS = 24 * HOUR_MS
/** Leaves the owner of the old address time to notice. */
const UNDO_MS = 7 * 24 * HOUR_MS

/**
 * Emails a link that confirms a request of the preference page, to the subscriber's address or the new one. Preference links are in
 * forwarded emails, so they must not be enough to show or change this data. Returns undefined for an invalid link. Whether an address is
 * subscribed or blocked is only revealed in an email to it. Throws rate_limited.
 */
export async function request(
  token: string,
  { kind, new_address, source }: { kind: RequestKind; new_address?: string; source: Source },
): Promise<'sent' | 'sent_to_old' | 'invalid_address' | undefined> {
  const ref = readUnsubscribeToken(token)
  if (!ref) return undefined
  const address = kind === 'address' ? parseEmailAddress(new_address ?? '') : undefined
  if (kind === 'address' && !address) return 'invalid_address'
  const target = address ?? `${ref.account_id}:${ref.subscriber_id}`
  await countAttempt(serviceCtx(), { attempt: 'preference_email', source, target })
  return write(systemCtx(ref.account_id), async (tx) => {
    const found = await readSubscriber(tx, ref.subscriber_id)
    if (!found) return 'sent'
    const { account_name, email_address, owner_address } = found
    const style = await findStyle(tx)
    if (kind === 'copy' || kind === 'erasure') {
      const url = await addRequest(tx, { subscriber_id: ref.subscriber_id, kind, valid_ms: VALID_MS })
      const email = (kind === 'copy' ? copyEmail : erasureEmail)({ account_name, url, style })
      await queueServiceEmail(tx, { to: owner_address, email, kind: 'owner_email' })
      return owner_address === email_address ? 'sent' : 'sent_to_old'
    }
    if (
      !address ||
      address === email_address ||
      (await findSuppressed(tx, { email_addresses: [address] })).has(address)
    )
      return 'sent'
    const email = (await isTaken(tx, address))
      ? addressTakenEmail({ account_name, style })
      : addressEmail({
          account_name,
          style,
          url: await addRequest(tx, {
            subscriber_id: ref.subscriber_id,
            kind,
            new_address: address,
            valid_ms: VALID_MS,
          }),
          old_address: masked(email_address),
        })
    await queueServiceEmail(tx, { to: address, email, kind: 'owner_email' })
    return 'sent'
  })
}

/** Data of an emailed link's page. */
export interface RequestView {
  kind: StoredKind
  account_name: string
  new_address: string | null
  /** The masked address that an undo would replace, if the owner of the former address can accept it instead. */
  agreeable: string | null
  publisher: Publisher
}

/** Returns the account of a link. Undefined: the link is unknown, used or expired. */
export const findRequester = async (token: string): Promise<{ account_id: number } | undefined> =>
  (await storedRequest(token)) ?? undefined

/** Returns undefined for an unknown, used or expired link. Changes nothing. */
export async function findRequest(token: string): Promise<RequestView | undefined> {
  const row = await storedRequest(token)
  if (!row) return undefined
  const ctx = systemCtx(row.account_id)
  const found = await readSubscriber(ctx, Number(row.subscriber_id))
  if (!found) return undefined
  const { kind, new_address } = row
  const agreeable = (await canAgree(ctx, row, found)) ? masked(found.email_address) : null
  return {
    kind: kind as StoredKind,
    account_name: found.account_name,
    new_address,
    agreeable,
    publisher: await findPublisher(ctx),
  }
}

export type Confirmed =
  | { kind: 'address' | 'agreed' | 'erasure'; account_name: string; publisher: Publisher }
  | { kind: 'copy'; json: string }
  /** `message` says why it failed. */
  | { kind: 'failed'; message: string; publisher: Publisher }

/**
 * Does what an emailed link confirms. `agrees`: the old address accepts the change that it could undo. Returns undefined for an unknown,
 * used or expired link. Throws rate_limited.
 */
export async function confirmRequest(
  token: string,
  { agrees, source }: { agrees: boolean; source: Source },
): Promise<Confirmed | undefined> {
  await countAttempt(serviceCtx(), { attempt: 'confirmation_link', source })
  const row = await storedRequest(token)
  if (!row) return undefined
  const ctx = systemCtx(row.account_id)
  const id = Number(row.subscriber_id)
  const found = await readSubscriber(ctx, id)
  if (!found) return undefined
  const { account_name, email_address } = found
  const publisher = await findPublisher(ctx)
  if (row.kind === 'copy') return { kind: 'copy', json: (await copySubscriber(ctx, { id })).json }
  try {
    if (agrees && row.kind === 'undo') {
      await agree(ctx, row, source)
      return { kind: 'agreed', account_name, publisher }
    }
    if (row.kind === 'erasure') await eraseSubscriber(ctx, { id, email_address })
    else if (row.new_address) await changeAddress(ctx, { ...row, new_address: row.new_address }, source)
    return { kind: row.kind === 'erasure' ? 'erasure' : 'address', account_name, publisher }
  } catch (error) {
    if (row.new_address && isConflict(error))
      return {
        kind: 'failed',
        message: t`You already get these emails at the new address, so nothing was changed.`,
        publisher,
      }
    if (error instanceof AppError && error.code === 'conflict')
      return { kind: 'failed', message: error.message, publisher }
    throw error
  }
}

type StoredRequest = NonNullable<Awaited<ReturnType<typeof storedRequest>>>

/** Changes the address and records the consent. Notifies the old address of a change, which it can undo, but not of an undo. */
function changeAddress(
  ctx: Ctx,
  { id: request_id, subscriber_id, kind, new_address, created_at }: StoredRequest & { new_address: string },
  source: Source,
): Promise<void> {
  const id = Number(subscriber_id)
  const isUndo = kind === 'undo'
  return write(ctx, async (tx) => {
    const found = (await useRequest(tx, request_id)) ? await lockSubscriber(tx, id) : undefined
    if (!found || found.email_address === new_address) return
    const { account_name, email_address, owner_address } = found
    // A user or an app vouched for another address, whose owner now has the data.
    if (isUndo && (await hasConsentSince(tx, { id, source: 'address_change', since: created_at })))
      throw conflict(t`${account_name} changed your address since. Ask them to change it back.`)
    await changeSubscribers(tx, { changes: [{ id, email_address: new_address }] })
    // Only the owner's undo ends a chain of changes, because a stranger could undo between two addresses of their own.
    const text = addressChangeText(email_address, new_address, isUndo && new_address === owner_address)
    await recordConsent(tx, { subscriber_id: id, source: 'double_opt_in', text, form_id: null, ip: source.ip })
    // The confirmation proves that the new mailbox works.
    await changeState(tx, { ids: [id], transition: 'restore', cause: 'confirmation' })
    const style = await findStyle(tx)
    if (isUndo) {
      // Ends links of every kind that the replaced address may have. Earlier addresses can still undo their changes.
      await tx.sql.run(
        `update preference_request set used_at = $4
         where account_id = $1 and subscriber_id = $2 and used_at is null and (kind <> 'undo' or id > $3)`,
        [id, Number(request_id), tx.now()],
      )
      const email = takenBackEmail({ account_name, style, new_address: masked(new_address) })
      return queueServiceEmail(tx, { to: email_address, email, kind: 'owner_email' })
    }
    const url = await addRequest(tx, {
      subscriber_id: id,
      kind: 'undo',
      new_address: email_address,
      valid_ms: UNDO_MS,
    })
    const email = changedEmail({ account_name, url, style, new_address: masked(new_address) })
    await queueServiceEmail(tx, { to: email_address, email, kind: 'owner_email' })
  })
}

/** Records that the old address accepts the change. From now on the data belongs to the new address. */
function agree(ctx: Ctx, row: StoredRequest, source: Source): Promise<void> {
  return write(ctx, async (tx) => {
    const id = Number(row.subscriber_id)
    const found = await lockSubscriber(tx, id)
    if (!found || !(await canAgree(tx, row, found)))
      throw conflict(t`The address was changed again since, so nothing was confirmed.`)
    if (!(await useRequest(tx, row.id))) return
    const text = agreedText(found.owner_address, found.email_address)
    await recordConsent(tx, { subscriber_id: id, source: 'double_opt_in', text, form_id: null, ip: source.ip })
  })
}

/** Only the owner can accept, and only for the address named in the notice. */
const canAgree = async (
  ctx: Pick<Tx, 'sql'>,
  { kind, subscriber_id, new_address, created_at: since }: StoredRequest,
  { owner_address, email_address }: Found,
): Promise<boolean> =>
  kind === 'undo' &&
  new_address === owner_address &&
  owner_address !== email_address &&
  !(await hasConsentSince(ctx, { id: Number(subscriber_id), source: 'double_opt_in', since }))

const hasConsentSince = async (
  ctx: Pick<Tx, 'sql'>,
  { id, source, since }: { id: number; source: 'address_change' | 'double_opt_in'; since: Date },
): Promise<boolean> =>
  Boolean(
    await ctx.sql.one(
      'select 1 from consent where account_id = $1 and subscriber_id = $2 and source = $3 and given_at > $4 limit 1',
      [id, source, since],
    ),
  )

/** Uses a request up. Returns false if it was used before. */
const useRequest = async (tx: Tx, id: bigint): Promise<boolean> =>
  (await tx.sql.run(
    'update preference_request set used_at = $3 where account_id = $1 and id = $2 and used_at is null',
    [Number(id), tx.now()],
  )) > 0

interface Found {
  account_name: string
  email_address: string
  /** Same as `email_address`, except after a change that the former address has not accepted. */
  owner_address: string
}

const FOUND = `select a.name as account_name, s.email_address, ${ownerAddressSql()} as owner_address
  from subscriber s join account a on a.id = $1 where s.account_id = $1 and s.id = $2`

const readSubscriber = (ctx: Pick<Tx, 'sql'>, id: number) => ctx.sql.one<Found>(FOUND, [id])

/** Locks the subscriber before reading, so concurrent changes run one after the other. */
async function lockSubscriber(tx: Tx, id: number): Promise<Found | undefined> {
  await tx.sql.run('select 1 from subscriber where account_id = $1 and id = $2 for no key update', [id])
  return readSubscriber(tx, id)
}

const isTaken = async (tx: Tx, address: string): Promise<boolean> =>
  Boolean(await tx.sql.one('select 1 from subscriber where account_id = $1 and email_address = $2', [address]))

/** Stores a request and returns its link. Stores only the hash of the token (S6). */
async function addRequest(
  tx: Tx,
  {
    subscriber_id,
    kind,
    new_address = null,
    valid_ms,
  }: { subscriber_id: number; kind: StoredKind; new_address?: string | null; valid_ms: number },
): Promise<string> {
  const token = randomToken()
  await tx.sql.run(
    `insert into preference_request (account_id, subscriber_id, kind, new_address, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [subscriber_id, kind, new_address, sha256Hex(token), tx.now(), new Date(+tx.now() + valid_ms)],
  )
  return `${env().PUBLIC_URL}/preferences/confirm/${token}`
}

const storedRequest = (token: string) =>
  unscoped().preferenceRequest.findFirst({
    where: { token_hash: sha256Hex(token), used_at: null, expires_at: { gt: serviceCtx().now() } },
  })

export const EXPIRED_REQUESTS: readonly Expired[] = [
  { table: 'preference_request', where: 'expires_at < $1', kept_days: 30 },
]
