import { createHmac, createPublicKey, verify } from 'node:crypto'
import { equalInConstantTime } from './crypto.ts'

/** Thrown if a request does not prove who sent it. */
export class Unverified extends Error {
  override name = 'Unverified'
}

/** Throws Unverified if a time in Unix seconds differs from now by more than `most_ms`. */
export function requireRecent(seconds: string | undefined, now: Date, most_ms: number): void {
  const at = /^\d{1,12}$/.test(seconds ?? '') ? Number(seconds) * 1_000 : Number.NaN
  if (!(Math.abs(+now - at) <= most_ms)) throw new Unverified('The timestamp is missing, too old or in the future')
}

/** Throws Unverified unless one of the given signatures is the HMAC-SHA256 of the parts. */
export function requireHmac(
  key: string | Uint8Array,
  parts: readonly (string | Uint8Array)[],
  signatures: readonly string[],
  encoding: 'hex' | 'base64',
): void {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  const expected = hmac.digest(encoding)
  // Compares all: the number of matches is no secret, but the length of a partial match is.
  const matches = signatures.slice(0, 10).filter((signature) => equalInConstantTime(signature, expected))
  if (matches.length === 0) throw new Unverified('The signature does not match')
}

/** Throws Unverified unless the base64 signature is the ECDSA signature of the bytes by a base64 (DER) public key. */
export function requireEcdsa(public_key: string, signed: Buffer, signature: string | undefined): void {
  let isValid = false
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
    isValid = verify('sha256', signed, key, Buffer.from(signature ?? '', 'base64'))
  } catch {
    // The text is not a signature.
  }
  if (!isValid) throw new Unverified('The signature does not match')
}
