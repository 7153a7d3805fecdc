import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { shortHmac } from './short-hmac.ts'

/** Returns 64 lower-case hex characters. For secrets with high entropy (keys, tokens), never for passwords. */
export function sha256Hex(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex')
}

export function hmacSha256Hex(key: string | Uint8Array, value: string | Uint8Array): string {
  return createHmac('sha256', key).update(value).digest('hex')
}

/** Compares in constant time, wherever the values differ. Compares digests, so lengths are not leaked either. */
export function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest())
}

/** Returns base64url without padding. 32 bytes by default; fewer than 16 (128 bits) are refused. */
export function randomToken(bytes = 32): string {
  if (bytes < MIN_TOKEN_BYTES) throw new RangeError(`A token needs at least ${MIN_TOKEN_BYTES} random bytes`)
  return randomBytes(bytes).toString('base64url')
}

export interface Cryptographer {
  /** Encrypts with AES-256-GCM under a key derived for the purpose. The result is text, safe in a column. */
  encrypt(purpose: string, plain: string): string
  /** Throws if the text was changed, or was encrypted for another purpose or under another SECRET_KEY. */
  decrypt(purpose: string, sealed: string): string
  /** Returns an opaque, unforgeable token that contains its payload, short enough for a link. Verifying it needs no database row. */
  signToken(purpose: string, payload: TokenPayload): string
  /** Returns the payload, or undefined if `signToken` did not make the token for this purpose. Never throws. */
  readToken(purpose: string, token: string): TokenPayload | undefined
  /** Returns a digest under a key derived for the purpose, e.g. for a suppression hash that outsiders cannot guess. */
  digest(purpose: string, value: string): string
}

/** Non-negative safe integers (ids, times) and strings, in order. */
export type TokenPayload = readonly (number | string)[]

/** Derives a key for each purpose (HKDF-SHA256), so a token for one purpose is never valid for another. */
export function createCryptographer(secretKey: string): Cryptographer {
  if (secretKey.length < MIN_SECRET_LENGTH) {
    throw new RangeError(`SECRET_KEY needs at least ${MIN_SECRET_LENGTH} characters`)
  }
  const keys = new Map<string, KeyObject>()
  const keyFor = (use: string, purpose: string): KeyObject => {
    const info = `envoi/${use}/${purpose}`
    let key = keys.get(info)
    if (!key) {
      // As a KeyObject, because an HMAC from raw bytes takes six times as long, and every email has several.
      key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', info, 32)))
      keys.set(info, key)
    }
    return key
  }

  const hmacs = new Map<string, ShortHmac>()
  const hmacFor = (use: string, purpose: string): ShortHmac => {
    const name = `${use}/${purpose}`
    const hmac = hmacs.get(name) ?? shortHmac(keyFor(use, purpose).export())
    hmacs.set(name, hmac)
    return hmac
  }

  return {
    encrypt(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('encrypt', purpose), nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${SEALED_PREFIX}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },

    decrypt(purpose, sealed) {
      const bytes = Buffer.from(sealed.slice(SEALED_PREFIX.length), 'base64url')
      if (!sealed.startsWith(SEALED_PREFIX) || bytes.length < NONCE_BYTES + TAG_BYTES) {
        throw new Error('Not an encrypted value')
      }
      const decipher = createDecipheriv('aes-256-gcm', keyFor('encrypt', purpose), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },

    signToken(purpose, payload) {
      const body = packPayload(payload)
      const mac = tokenMac(hmacFor('token', purpose), body)
      const mask = tokenMask(hmacFor('token-mask', purpose), mac, body.length)
      for (let at = 0; at < body.length; at++) body[at] = (body[at] ?? 0) ^ (mask[at] ?? 0)
      return Buffer.concat([mac, body]).toString('base64url')
    },

    readToken(purpose, token) {
      if (!/^[\w-]+$/.test(token) || token.length > MAX_TOKEN_LENGTH) return undefined
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined
      const mac = bytes.subarray(0, MAC_BYTES)
      const body = Buffer.from(bytes.subarray(MAC_BYTES))
      const mask = tokenMask(hmacFor('token-mask', purpose), mac, body.length)
      for (let at = 0; at < body.length; at++) body[at] = (body[at] ?? 0) ^ (mask[at] ?? 0)
      return timingSafeEqual(mac, tokenMac(hmacFor('token', purpose), body)) ? unpackPayload(body) : undefined
    },

    digest(purpose, value) {
      return hmacFor('digest', purpose)(Buffer.from(value)).toString('hex')
    },
  }
}

const MIN_TOKEN_BYTES = 16
const MIN_SECRET_LENGTH = 32
const SEALED_PREFIX = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAC_BYTES = 16
const MAX_TOKEN_LENGTH = 4096

type ShortHmac = ReturnType<typeof shortHmac>

function tokenMac(hmac: ShortHmac, body: Uint8Array): Buffer {
  return hmac(body).subarray(0, MAC_BYTES)
}

// Follows the synthetic-IV construction: the tag of the plain payload seeds the key stream that hides it, so the same payload gives the same
// token (links are stable), ids are not readable from outside, and no random nonce makes the link longer.
function tokenMask(hmac: ShortHmac, mac: Uint8Array, length: number): Buffer {
  const blocks: Buffer[] = []
  for (let block = 0; block * 32 < length; block++) {
    blocks.push(hmac(Buffer.concat([mac, Uint8Array.of(block)])))
  }
  return blocks.length === 1 && blocks[0] ? blocks[0] : Buffer.concat(blocks)
}

// A number n is the varint 2n + 1; a string of b bytes is the varint 2b and then the bytes.
function packPayload(payload: TokenPayload): Buffer {
  const bytes: number[] = []
  const varint = (value: number) => {
    while (value >= 128) {
      bytes.push((value % 128) + 128)
      value = Math.floor(value / 128)
    }
    bytes.push(value)
  }
  for (const part of payload) {
    if (typeof part === 'string') {
      const text = Buffer.from(part, 'utf8')
      varint(text.length * 2)
      bytes.push(...text)
    } else {
      if (!Number.isSafeInteger(part) || part < 0) throw new RangeError('A token carries non-negative integers')
      // For large n, 2n + 1 would exceed the safe range, so the lowest seven bits are split off first.
      const low = (part % 64) * 2 + 1
      const high = Math.floor(part / 64)
      if (high === 0) bytes.push(low)
      else {
        bytes.push(low + 128)
        varint(high)
      }
    }
  }
  if (bytes.length === 0 || bytes.length > 2048) throw new RangeError('A token carries between 1 and 2,048 bytes')
  return Buffer.from(bytes)
}

function unpackPayload(bytes: Uint8Array): TokenPayload {
  const payload: (number | string)[] = []
  let position = 0
  const next = () => bytes[position++] ?? 0
  while (position < bytes.length) {
    const first = next()
    let value = Math.floor((first % 128) / 2)
    let weight = 64
    for (let byte = first; byte >= 128; weight *= 128) {
      byte = next()
      value += (byte % 128) * weight
    }
    if (first % 2 === 1) payload.push(value)
    else {
      payload.push(Buffer.from(bytes.subarray(position, position + value)).toString('utf8'))
      position += value
    }
  }
  return payload
}
