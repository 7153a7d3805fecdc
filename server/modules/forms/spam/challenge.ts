import { createHash, randomInt } from 'node:crypto'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'

// Tells visitors from programs that post to forms (decision 0018). Nothing is stored: a challenge is signed, and a proof belongs to one
// challenge and one address, which has limits of its own.

/** The inputs that scripts and the extra step add to a form. */
export const TOKEN = 'envoi_token'
export const PROOF = 'envoi_proof'
export const STEP = 'envoi_step'

/** Zero bits at the beginning of a proof: 16,000 guesses on average, a tenth of a second on a phone. */
const BITS = 14
/** No one reads a form, enters an address and sends it faster. */
const MIN_FILL_MS = 2_000
const MIN_STEP_MS = 1_000
/** A page that was left open longer leads to the extra step. */
const MAX_AGE_MS = 86_400_000
/** Maximum difference between the clocks of two processes. */
const SKEW_MS = 200

export interface Challenge {
  token: string
  bits: number
  /** Milliseconds that the script waits before it sends the form. */
  wait_ms: number
}

/** Returns a challenge for a visitor of a form. The form need not exist, so this asks no database. */
export const newChallenge = (uid: string, now: Date): Challenge => ({
  token: cryptographer().signToken('form challenge', [uid, +now, randomInt(2 ** 32)]),
  bits: BITS,
  wait_ms: MIN_FILL_MS + SKEW_MS,
})

/** Returns the token of the extra step, with which this address can be sent once more. */
export const stepToken = (uid: string, email_address: string, now: Date): string =>
  cryptographer().signToken('form step', [uid, +now, addressKey(email_address)])

/** Classification of the sender of a form. Only `visitor` signs up; the others are asked to take the extra step. */
export type Decision = 'visitor' | 'step taken' | 'no proof' | 'too fast'

/** Decides from what came with a form. Reads nothing. */
export function decideVisitor(uid: string, given: ReadonlyMap<string, string>, now: Date): Decision {
  const email_address = given.get('email_address') ?? ''
  const [step_uid, step_at, key] = cryptographer().readToken('form step', given.get(STEP) ?? '') ?? []
  if (step_uid === uid && key === addressKey(email_address) && isOfAge(step_at, now, MIN_STEP_MS)) return 'step taken'
  const token = given.get(TOKEN) ?? ''
  const [token_uid, at] = cryptographer().readToken('form challenge', token) ?? []
  if (token_uid !== uid || !isProof(token, email_address, given.get(PROOF) ?? '')) return 'no proof'
  if (isOfAge(at, now, MIN_FILL_MS)) return 'visitor'
  return isOfAge(at, now, 0) ? 'too fast' : 'no proof'
}

function isOfAge(at: number | string | undefined, now: Date, least: number): boolean {
  const age = typeof at === 'number' ? +now - at : -1
  return age >= least && age <= MAX_AGE_MS
}

const MAX_PROOF_LENGTH = 12

/** As in embed/solve-proof.ts. */
function isProof(token: string, email_address: string, proof: string): boolean {
  if (!/^\d+$/.test(proof) || proof.length > MAX_PROOF_LENGTH) return false
  const key = sha256Hex(`${token}:${encodeURIComponent(normalized(email_address))}`).slice(0, 32)
  const hash = createHash('sha256')
    .update(key + proof)
    .digest()
  return Math.clz32(hash.readInt32BE(0)) >= BITS
}

const normalized = (email_address: string) => email_address.trim().toLowerCase().toWellFormed()
const addressKey = (email_address: string) => sha256Hex(normalized(email_address)).slice(0, 24)
