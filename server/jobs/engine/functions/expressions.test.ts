import { expect, test } from 'vitest'
import { silent } from '../../testing/harness.ts'
import { ulid, ulidFloor, uuidOf } from '../storage/ids.ts'
import { delayMs, durationMs } from './duration.ts'
import { keyText, matches, parseExpression } from './expressions.ts'

const event = {
  name: 'x',
  data: { id: 20, name: 'Ada', list: [1, 2], deep: { a: 1 }, nothing: null, when: '2026-02-03T04:05:06Z' },
}
const holds = (source: string, async?: unknown) => matches(silent, parseExpression(source), { event, async })
const key = (source: string) => keyText(silent, parseExpression(source), { event })

test('conditions evaluate as on an Inngest server', () => {
  expect(holds('event.data.id == 20 && event.data.name.startsWith("A")')).toBe(true)
  expect(holds('event.data.id >= 21')).toBe(false)
  expect(holds('2 in event.data.list')).toBe(true)
  expect(holds('event.data.id == async.data.id', { data: { id: 20 } })).toBe(true)
  expect(matches(silent, undefined, { event })).toBe(true)
})

test('a missing field is null, and a comparison of different types is false', () => {
  expect(holds('event.data.missing == null')).toBe(true)
  expect(holds('event.data.missing != "a"')).toBe(true)
  expect(holds('event.data.missing == async.data.missing', { data: {} })).toBe(true)
  expect(holds('event.data.nothing < 3')).toBe(false)
  expect(holds('event.data.missing.deeper == null')).toBe(false)
  expect(holds('event.data.name')).toBe(false)
})

test('keys are converted to text', () => {
  expect(key('event.data.id')).toBe('20')
  expect(key('event.data.name + "-" + string(event.data.id)')).toBe('Ada-20')
  expect(key('event.data.deep')).toBe('{"a":1}')
  expect(key('event.data.missing')).toBeNull()
  expect(key('event.data.id + "x"')).toBeNull()
  expect(keyText(silent, parseExpression('event.data'), { event: { data: 'a\0b' } })).toBe('a\ufffdb')
})

test('an expression that does not parse is rejected', () => {
  for (const source of ['event.data.', 'event.data.id ==', '(', '']) expect(() => parseExpression(source)).toThrow()
})

test('durations are parsed, and delays are computed', () => {
  expect(durationMs('10s')).toBe(10_000)
  expect(durationMs('1d2h30m')).toBe(95_400_000)
  expect(durationMs('1.5s')).toBe(1_500)
  for (const text of ['', 'soon', '10', '-1s', '1s later']) expect(() => durationMs(text)).toThrow('is not a duration')
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(delayMs('2026-01-01T00:00:05.000Z', now)).toBe(5_000)
  expect(delayMs('2025-01-01T00:00:00.000Z', now)).toBe(0)
  expect(delayMs('2w', now)).toBe(1_209_600_000)
})

test('ids sort by time, and the same parts give the same id', () => {
  const [early, late] = [ulid(1_000), ulid(2_000)]
  expect(early).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(early < late).toBe(true)
  expect(ulidFloor(new Date(2_000)) > early && ulidFloor(new Date(2_000)) <= late).toBe(true)
  expect(uuidOf('a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuidOf('a', 'b')).toBe(uuidOf('a', 'b'))
  expect(uuidOf('a', 'b')).not.toBe(uuidOf('ab'))
})
