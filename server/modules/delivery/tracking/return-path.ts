import { timingSafeEqual } from 'node:crypto'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { env } from '../../../env.ts'
import { normalizeEmailAddress } from '../../../lib/text/email-address.ts'
import type { MessageRef } from './tokens.ts'

// A message's envelope sender identifies its delivery (VERP), so a bounce does too, whatever its body says. Encoded as base32, because mail
// servers may lower-case a local part, which has at most 64 octets (RFC 5321 4.5.3.1.1).

/** Days after sending from which a bounce is ignored. */
export const RETURN_PATH_DAYS = 180

/** The subdomain of sending domains that routes bounces to BOUNCE_DOMAIN, by a record in the owner's DNS. */
export const RETURN_PATH_LABEL = 'bounces'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2025, 0, 1) / DAY_MS
const PREFIX = 'b-'
const MAC_BYTES = 12
const TAG_BYTES = 2
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Content of a return path. `address_tag` shows whether the message went to the subscriber's current address. */
export interface ReturnPath extends MessageRef {
  address_tag: number
}

/**
 * Returns the domain that return paths of sending domains point to, or undefined without one. The listener accepts mail for both; another
 * server that receives mail for BOUNCE_DOMAIN may know only this name.
 */
export const returnPathTarget = (): string | undefined =>
  env().BOUNCE_SMTP_PORT === undefined ? undefined : env().BOUNCE_DOMAIN

/** Returns the envelope sender of a message, at BOUNCE_DOMAIN or below the sending domain. Undefined without the setting. */
export function returnPath(
  ref: MessageRef,
  { address, sent_at, below }: { address: string; sent_at: Date; below?: string | null },
): string | undefined {
  const { BOUNCE_DOMAIN } = env()
  if (!BOUNCE_DOMAIN) return undefined
  return `${localPart(ref, address, sent_at)}@${below ? `${RETURN_PATH_LABEL}.${below}` : BOUNCE_DOMAIN}`
}

/** Parses the address, or returns why it identifies no message of ours. Never throws. */
export function readReturnPath(address: string, { now }: { now: Date }): ReturnPath | 'unknown' | 'expired' {
  const at_sign = address.lastIndexOf('@')
  const { BOUNCE_DOMAIN } = env()
  if (!BOUNCE_DOMAIN || at_sign < 0 || address.length > 320) return 'unknown'
  const domain = address.slice(at_sign + 1).toLowerCase()
  // The sending domain is irrelevant, because the local part is signed.
  if (domain !== BOUNCE_DOMAIN && !domain.startsWith(`${RETURN_PATH_LABEL}.`)) return 'unknown'
  const bytes = decode(address.slice(0, at_sign).toLowerCase())
  if (!bytes || bytes.length <= MAC_BYTES) return 'unknown'
  const payload = bytes.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(macOf(payload), bytes.subarray(-MAC_BYTES))) return 'unknown'
  const [account_id, mail_id, subscriber_id, day, address_tag] = readNumbers(payload)
  if (account_id === undefined || mail_id === undefined || subscriber_id === undefined) return 'unknown'
  if (day === undefined || address_tag === undefined) return 'unknown'
  if (Math.floor(+now / DAY_MS) - FIRST_DAY - day > RETURN_PATH_DAYS) return 'expired'
  return { account_id, mail_id, subscriber_id, address_tag }
}

/** Returns a number that distinguishes addresses without revealing them. */
export const addressTag = (address: string): number =>
  Number.parseInt(
    cryptographer()
      .digest('return-path-address', normalizeEmailAddress(address))
      .slice(0, TAG_BYTES * 2),
    16,
  )

function localPart({ account_id, mail_id, subscriber_id }: MessageRef, address: string, sent_at: Date): string {
  const day = Math.max(0, Math.floor(+sent_at / DAY_MS) - FIRST_DAY)
  const payload = packNumbers([account_id, mail_id, subscriber_id, day, addressTag(address)])
  return encode(Buffer.concat([payload, macOf(payload)]))
}

const macOf = (payload: Buffer): Buffer =>
  Buffer.from(
    cryptographer()
      .digest('return-path', payload.toString('hex'))
      .slice(0, MAC_BYTES * 2),
    'hex',
  )

function packNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  for (let value of numbers) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
    bytes.push(value)
  }
  return Buffer.from(bytes)
}

function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let value = 0
  let weight = 1
  for (const byte of bytes) {
    value += (byte % 128) * weight
    weight *= 128
    if (byte >= 128) continue
    numbers.push(value)
    value = 0
    weight = 1
  }
  return numbers
}

function encode(bytes: Uint8Array): string {
  let text = PREFIX
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

function decode(text: string): Buffer | undefined {
  if (!text.startsWith(PREFIX) || text.length > 64) return undefined
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text.slice(PREFIX.length)) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = (value << 5) | digit
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push(value >> bits)
    value &= (1 << bits) - 1
  }
  // Requires zero padding bits, so each token has one spelling.
  return value === 0 ? Buffer.from(bytes) : undefined
}
