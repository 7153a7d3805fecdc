import { expect, test } from 'vitest'
import { nextAttempt, RETRY_MS } from './next-attempt.ts'

const NOW = new Date('2026-03-01T00:00:00.500Z')
const MIDDLE = () => 0.5
const waitOf = (status: number | null, retry_after?: string, attempts = 0, random = MIDDLE) => {
  const { next_attempt_at } = nextAttempt({ status, retry_after }, attempts, NOW, random)
  return next_attempt_at && (next_attempt_at.getTime() - NOW.getTime()) / 1000
}

test('eight retries follow the table, 41 h 17.5 min in total, each up to 5 % earlier or later [W2]', () => {
  const waits = RETRY_MS.map((_, attempts) => waitOf(500, undefined, attempts))
  expect(waits).toEqual([30, 120, 900, 3_600, 14_400, 21_600, 43_200, 64_800])
  expect(RETRY_MS.reduce((sum, wait) => sum + wait, 0)).toBe((41 * 60 + 17.5) * 60_000)
  expect(nextAttempt({ status: 500 }, 8, NOW)).toEqual({ status: 'failed', next_attempt_at: null })
  expect([waitOf(500, undefined, 1, () => 0), waitOf(500, undefined, 1, () => 1)]).toEqual([114, 126])
})

test.each([200, 201, 202, 204, 299])('%d is success, also on the last attempt [W4]', (status) => {
  for (const attempts of [0, 8])
    expect(nextAttempt({ status }, attempts, NOW)).toEqual({ status: 'delivered', next_attempt_at: null })
})

test.each([null, 101, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 429, 500, 503])(
  '%s is a failure: the next attempt follows the table [W4]',
  (status) => {
    expect(nextAttempt({ status }, 0, NOW).status).toBe('retrying')
    expect(waitOf(status)).toBe(30)
  },
)

test('410 ends a delivery [W4]', () => {
  expect(nextAttempt({ status: 410, retry_after: '5' }, 0, NOW)).toEqual({ status: 'failed', next_attempt_at: null })
})

test.each([429, 503])(
  'Retry-After of a %d is followed, in seconds or as a date, from a second to a day [W4]',
  (status) => {
    expect(waitOf(status, '7')).toBe(7)
    expect(waitOf(status, ' 7 ')).toBe(7)
    expect(waitOf(status, '0')).toBe(1)
    expect(waitOf(status, '86400')).toBe(86_400)
    expect(waitOf(status, '86401')).toBe(86_400)
    expect(waitOf(status, '9'.repeat(40))).toBe(86_400)
    expect(waitOf(status, 'Sun, 01 Mar 2026 00:02:00 GMT')).toBe(119.5)
    expect(waitOf(status, 'Sunday, 01-Mar-26 00:02:00 GMT')).toBe(119.5)
    expect(waitOf(status, 'Sun Mar  1 00:02:00 2026')).toBe(119.5)
    expect(waitOf(status, 'Sat, 28 Feb 2026 00:00:00 GMT')).toBe(1)
    expect(waitOf(status, 'Tue, 01 Mar 2050 00:00:00 GMT')).toBe(86_400)
  },
)

test.each(['', 'soon', '-5', '1.5', '5 minutes', 'in 7', '1, 2', 'Sun, 41 Mar 2026 00:02:00 GMT'])(
  '%j is not a valid Retry-After, so the table applies [W4]',
  (text) => expect(waitOf(503, text)).toBe(30),
)

test('Retry-After applies to 429 and 503 only, counts as an attempt, and adds none after the last [W4]', () => {
  expect(waitOf(500, '7')).toBe(30)
  expect(waitOf(429, '7', 7)).toBe(7)
  expect(nextAttempt({ status: 429, retry_after: '7' }, 8, NOW)).toEqual({ status: 'failed', next_attempt_at: null })
})
