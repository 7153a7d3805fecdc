import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import type { Tx } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { randomToken, sha256Hex } from '../../lib/crypto/crypto.ts'
import { t } from '../../lib/locale/texts.ts'
import { type NewPasskeyInput, type PasskeyAnswer, WRONG_PASSKEY } from './schema.ts'

/** Loaded on first use, because it brings code that reads certificates. */
const library = () => import('@simplewebauthn/server')

/** Keeps the list short enough to review. */
export const MAX_PASSKEYS = 20
/** A sign-in page may stay open for a while before the user picks a passkey from autofill. */
const CHALLENGE_MS = 60 * 60_000
/** Time for the user to respond to the browser's prompt. */
const TIMEOUT_MS = 5 * 60_000

/** Purpose of a challenge. An answer is valid for that purpose only. */
type Purpose = 'sign_in' | 'confirm' | 'add'

const dashboard = () => {
  const { hostname, origin } = new URL(env().APP_URL)
  return { rpID: hostname, origin }
}

/** Returns a challenge: a signed token of its purpose, its user (0: not known yet) and its expiry. It needs no row. */
function newChallenge(ctx: Ctx, purpose: Purpose, user_id: number): Uint8Array<ArrayBuffer> {
  const token = cryptographer().signToken(CHALLENGE, [purpose, user_id, +ctx.now() + CHALLENGE_MS, randomToken(16)])
  return new Uint8Array(Buffer.from(token, 'base64url'))
}

function isChallenge(ctx: Ctx, token: string, purpose: Purpose, user_id: number): boolean {
  const [its_purpose, its_user, expires_at] = cryptographer().readToken(CHALLENGE, token) ?? []
  return its_purpose === purpose && its_user === user_id && +ctx.now() < Number(expires_at)
}

const CHALLENGE = 'passkey-challenge'

/** Returns the options for a browser to request any passkey of this instance. Without a user: for the sign-in page. */
export async function passkeyRequest(
  ctx: Ctx,
  { user_id, purpose }: { user_id: number; purpose: 'sign_in' | 'confirm' },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { rpID } = dashboard()
  const challenge = newChallenge(ctx, purpose, user_id)
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required', timeout: TIMEOUT_MS })
}

/** Returns the options for a browser to create a passkey for the user. Throws invalid at the limit. */
export async function offerPasskey(
  ctx: Ctx,
  { user_id, email, name }: { user_id: number; email: string; name: string | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await ctx.db.passkey.findMany({ where: { user_id }, select: { id: true, transports: true } })
  checkLimit(known.length)
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Envoi',
    rpID: dashboard().rpID,
    userName: email,
    userDisplayName: name ?? email,
    userID: new Uint8Array(Buffer.from(cryptographer().digest('passkey-user', String(user_id)), 'hex')),
    challenge: newChallenge(ctx, 'add', user_id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Stores a passkey created by the browser. Throws invalid. */
export async function storePasskey(
  tx: Tx,
  { user_id, name, passkey }: NewPasskeyInput & { user_id: number },
): Promise<void> {
  const { rpID, origin } = dashboard()
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    // The library validates every property sent by the browser.
    response: passkey as never,
    expectedChallenge: (token) => isChallenge(tx, token, 'add', user_id),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw invalid(WRONG_PASSKEY)
  checkLimit(await tx.db.passkey.count({ where: { user_id } }))
  const { credential } = verified.registrationInfo
  const { count } = await tx.db.passkey.createMany({
    data: {
      id: credential.id,
      user_id,
      name,
      public_key: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
      created_at: tx.now(),
    },
    skipDuplicates: true,
  })
  if (count === 0) throw invalid('This passkey was added already')
}

function checkLimit(passkeys: number): void {
  if (passkeys >= MAX_PASSKEYS)
    throw invalid(t`You can have at most ${MAX_PASSKEYS} passkeys. Remove one that you no longer use, then try again`)
}

/**
 * Accepts a passkey once per challenge and returns its user. Throws invalid. @param user_id the user the passkey must belong to; 0 accepts
 * any user, for the sign-in page
 */
export async function acceptPasskey(
  tx: Tx,
  { user_id, purpose, passkey }: { user_id: number; purpose: 'sign_in' | 'confirm'; passkey: PasskeyAnswer },
): Promise<{ user_id: number }> {
  const storedPasskey = await tx.db.passkey.findUnique({ where: { id: passkey.id } })
  if (!storedPasskey || (user_id !== 0 && storedPasskey.user_id !== user_id)) throw invalid(WRONG_PASSKEY)
  const { rpID, origin } = dashboard()
  const { verifyAuthenticationResponse } = await library()
  let challenge = ''
  // The library rejects a counter that did not grow, which means a copied passkey.
  const verified = await verifyAuthenticationResponse({
    // The library validates every property sent by the browser.
    response: passkey as never,
    expectedChallenge: (token) => {
      challenge = token
      return isChallenge(tx, token, purpose, user_id)
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: storedPasskey.id,
      publicKey: new Uint8Array(storedPasskey.public_key),
      counter: Number(storedPasskey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw invalid(WRONG_PASSKEY)
  const { count } = await tx.db.usedChallenge.createMany({
    data: { challenge_hash: sha256Hex(challenge), used_at: tx.now() },
    skipDuplicates: true,
  })
  if (count === 0) throw invalid(WRONG_PASSKEY)
  const counter = BigInt(verified.authenticationInfo.newCounter)
  const fresh = await tx.db.passkey.updateMany({
    where: { id: storedPasskey.id, ...(counter > 0n ? { counter: { lt: counter } } : {}) },
    data: { counter, last_used_at: tx.now() },
  })
  if (fresh.count === 0) throw invalid(WRONG_PASSKEY)
  return { user_id: storedPasskey.user_id }
}
