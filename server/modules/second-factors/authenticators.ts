import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import type { Tx } from '../../core/write/write.ts'
import { type AuthenticatorOffer, type NewAuthenticatorInput, WRONG_CODE } from './schema.ts'

const PERIOD_S = 30
/** Accepted steps before and after the current one, for clocks that differ (RFC 6238 5.2). */
const WINDOW = 1
const SECRET_BYTES = 20
const ENROLLMENT_MS = 30 * 60_000

const ENROLLMENT = 'authenticator-enrollment'
const STORED = 'authenticator'

const Enrollment = z.object({ user_id: z.int(), secret: z.string(), expires_at: z.int() })

/** Every authenticator app supports SHA-1, 6 digits and 30 seconds. */
const totp = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Envoi', label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/** Returns a new secret. It is stored only after its first code was correct, so an abandoned enrollment changes nothing. */
export function offerAuthenticator(
  ctx: Ctx,
  { user_id, email }: { user_id: number; email: string },
): AuthenticatorOffer {
  const secret = new Secret({ size: SECRET_BYTES })
  const expires_at = +ctx.now() + ENROLLMENT_MS
  const enrollment = cryptographer().encrypt(ENROLLMENT, JSON.stringify({ user_id, secret: secret.base32, expires_at }))
  const qr_code = renderSVG(totp(secret, email).toString(), { border: 2 })
  return { secret: secret.base32.replace(/(.{4})(?=.)/g, '$1 '), qr_code, enrollment }
}

/** Stores the secret of an offer, replacing an earlier one, if the code matches it. Throws invalid. */
export async function storeAuthenticator(
  tx: Tx,
  { user_id, enrollment, code }: NewAuthenticatorInput & { user_id: number },
): Promise<void> {
  const offer = readEnrollment(enrollment)
  if (offer?.user_id !== user_id || +tx.now() > offer.expires_at)
    throw invalid('This QR code has expired. Start again with a new one')
  const step = matchedStep(offer.secret, code, tx.now())
  if (step === null) throw invalid(WRONG_CODE)
  const stored = { secret: cryptographer().encrypt(STORED, offer.secret), last_step: step, created_at: tx.now() }
  await tx.db.authenticator.upsert({
    where: { user_id },
    create: { user_id, ...stored },
    update: { ...stored, last_used_at: null },
  })
}

/** Accepts a code once. Throws invalid for a wrong code, and for a code of a step that was already used. */
export async function acceptCode(tx: Tx, { user_id, code }: { user_id: number; code: string }): Promise<void> {
  const known = await tx.db.authenticator.findUnique({ where: { user_id } })
  const step = known ? matchedStep(cryptographer().decrypt(STORED, known.secret), code, tx.now()) : null
  if (step === null) throw invalid(WRONG_CODE)
  // If two requests have the same code, the second one finds the step already used.
  const { count } = await tx.db.authenticator.updateMany({
    where: { user_id, last_step: { lt: step } },
    data: { last_step: step, last_used_at: tx.now() },
  })
  if (count === 0) throw invalid(WRONG_CODE)
}

/** Returns the time step of the code, or null. */
function matchedStep(base32: string, code: string, now: Date): bigint | null {
  const timestamp = +now
  const delta = totp(Secret.fromBase32(base32)).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : BigInt(Math.floor(timestamp / 1000 / PERIOD_S) + delta)
}

function readEnrollment(sealed: string): z.infer<typeof Enrollment> | undefined {
  try {
    return Enrollment.parse(JSON.parse(cryptographer().decrypt(ENROLLMENT, sealed)))
  } catch {
    return undefined
  }
}
