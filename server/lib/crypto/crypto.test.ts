import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCryptographer, equalInConstantTime, hmacSha256Hex, randomToken, sha256Hex } from './crypto.ts'
import { shortHmac } from './short-hmac.ts'

const crypt = createCryptographer('a secret key for tests that is long enough')

describe('digests', () => {
  test('agree with published vectors', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hmacSha256Hex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('HMAC of short messages is that of Node, for every length of key and message', () => {
    const bytes = Buffer.from(Array.from({ length: 200 }, (_, at) => (at * 37 + 11) % 256))
    for (let key = 0; key <= 64; key += 8) {
      const hmac = shortHmac(bytes.subarray(0, key))
      for (let length = 0; length <= 200; length++) {
        const message = bytes.subarray(200 - length)
        const expected = createHmac('sha256', bytes.subarray(0, key)).update(message).digest()
        if (!hmac(message).equals(expected)) throw new Error(`${key} bytes of key, ${length} of message`)
      }
    }
    expect(() => shortHmac(bytes.subarray(0, 65))).toThrow('at most 64 bytes')
  })

  test('a keyed digest is HMAC-SHA256 under the key of its purpose, so stored values stay valid', () => {
    const key = hkdfSync('sha256', 'a secret key for tests that is long enough', '', 'envoi/digest/example', 32)
    for (const value of ['', 'lin@example.net', 'größe', 'x'.repeat(500)]) {
      const expected = createHmac('sha256', Buffer.from(key)).update(value).digest('hex')
      expect(crypt.digest('example', value)).toBe(expected)
    }
  })

  test('constant-time comparison handles different lengths', () => {
    expect(equalInConstantTime('abc', 'abc')).toBe(true)
    expect(equalInConstantTime('abc', 'abd')).toBe(false)
    expect(equalInConstantTime('abc', 'abcd')).toBe(false)
    expect(equalInConstantTime('', '')).toBe(true)
  })

  test('random tokens are base64url with at least 128 bits [O9]', () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/)
    expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
    expect(randomToken()).not.toBe(randomToken())
    expect(() => randomToken(15)).toThrow(RangeError)
  })
})

describe('encryption', () => {
  test('round-trips and never shows the plain text [S6]', () => {
    const sealed = crypt.encrypt('webhook', 'whsec_Grüße')
    expect(sealed).not.toContain('whsec')
    expect(crypt.encrypt('webhook', 'whsec_Grüße')).not.toBe(sealed)
    expect(crypt.decrypt('webhook', sealed)).toBe('whsec_Grüße')
  })

  test('refuses another purpose, another key, a changed byte and a short text', () => {
    const sealed = crypt.encrypt('webhook', 'secret')
    expect(() => crypt.decrypt('oauth', sealed)).toThrow()
    expect(() => createCryptographer('another secret key, just as long as that').decrypt('webhook', sealed)).toThrow()
    const flipped = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1)
    expect(() => crypt.decrypt('webhook', flipped)).toThrow()
    expect(() => crypt.decrypt('webhook', 'v1.AAAA')).toThrow('Not an encrypted value')
    expect(() => crypt.decrypt('webhook', 'secret')).toThrow('Not an encrypted value')
  })

  test('a short SECRET_KEY is refused', () => {
    expect(() => createCryptographer('short')).toThrow('SECRET_KEY needs at least 32 characters')
  })
})

describe('signed tokens', () => {
  test('return any payload [B5]', () => {
    const part = fc.oneof(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.string({ unit: 'binary', maxLength: 60 }))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (payload) => {
        const clean = payload.map((value) => (typeof value === 'string' ? value.toWellFormed() : value))
        expect(crypt.readToken('click', crypt.signToken('click', clean))).toEqual(clean)
      }),
    )
  })

  test('are short, stable and do not show the ids inside [B5]', () => {
    const token = crypt.signToken('unsubscribe', [12, 9_000_000_001])
    expect(token.length).toBeLessThanOrEqual(32)
    expect(crypt.signToken('unsubscribe', [12, 9_000_000_001])).toBe(token)
    const neighbor = crypt.signToken('unsubscribe', [12, 9_000_000_002])
    expect(neighbor.slice(0, 8)).not.toBe(token.slice(0, 8))
    expect(neighbor.slice(-6)).not.toBe(token.slice(-6))
  })

  test('cannot be forged: any change, another purpose or another key is refused [B5]', () => {
    const token = crypt.signToken('unsubscribe', [12, 9001])
    expect(crypt.readToken('click', token)).toBeUndefined()
    expect(
      createCryptographer('another secret key, just as long as that').readToken('unsubscribe', token),
    ).toBeUndefined()
    for (let at = 0; at < token.length; at++) {
      for (const character of ['A', 'z', '-', '=', ' ', '\n', 'é']) {
        if (token[at] === character) continue
        expect(crypt.readToken('unsubscribe', token.slice(0, at) + character + token.slice(at + 1))).toBeUndefined()
      }
      expect(crypt.readToken('unsubscribe', token.slice(0, at))).toBeUndefined()
    }
    expect(crypt.readToken('unsubscribe', `${token}A`)).toBeUndefined()
    expect(crypt.readToken('unsubscribe', 'A'.repeat(10_000))).toBeUndefined()
  })

  test('refuse a payload that does not fit', () => {
    expect(() => crypt.signToken('click', [-1])).toThrow(RangeError)
    expect(() => crypt.signToken('click', [1.5])).toThrow(RangeError)
    expect(() => crypt.signToken('click', [])).toThrow(RangeError)
  })
})
