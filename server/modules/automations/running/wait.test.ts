import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate, weekdayOf } from '../../../lib/time/time-zone.ts'
import type { Wait } from '../graph-schema.ts'
import { randomBranch } from './decide.ts'
import { afterPauses, waitUntil } from './wait.ts'

const zone = fc.constantFrom(
  'Europe/Oslo',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
  'UTC',
)
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const two = (value: number) => String(value).padStart(2, '0')
const at = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${two(hour)}:${two(minute)}`)
const clockAt = (zone: string, when: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    when,
  )

test('a wait for a weekday ends on one of its days, at its time or behind a gap, a minute ahead and within 8 days', () => {
  const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(zone, instant, at, weekdays, (account_zone, now, time, days) => {
      const wait = { for: 'weekday', weekdays: days, at: time, zone: 'account' } as const
      const due = waitUntil(wait, { at: now, account_zone, subscriber_zone: null })
      expect(+due).toBeGreaterThanOrEqual(+now + 60_000)
      expect(+due - +now).toBeLessThanOrEqual(8 * 86_400_000 + 3_600_000)
      expect(clockAt(account_zone, due) >= time).toBe(true)
      if (clockAt(account_zone, due) === time) expect(days).toContain(WEEKDAYS[weekdayOf(localDate(account_zone, due))])
    }),
  )
})

test('times that daylight saving skips or repeats, and whose clock it is', () => {
  const arrival = {
    at: new Date('2027-03-01T09:00:00Z'),
    account_zone: 'Europe/Oslo',
    subscriber_zone: 'America/New_York',
  }
  const on = (date: string, time: string, zone: 'account' | 'subscriber') =>
    waitUntil({ for: 'date', date, at: time, zone }, arrival).toISOString()
  expect(on('2027-03-28', '02:30', 'account')).toBe('2027-03-28T01:00:00.000Z')
  expect(on('2027-10-31', '02:30', 'account')).toBe('2027-10-31T00:30:00.000Z')
  expect(on('2027-07-01', '09:00', 'subscriber')).toBe('2027-07-01T13:00:00.000Z')
  expect(
    waitUntil(
      { for: 'date', date: '2027-07-01', at: '09:00', zone: 'subscriber' },
      { ...arrival, subscriber_zone: null },
    ).toISOString(),
  ).toBe('2027-07-01T07:00:00.000Z')
  // Today at this time is now; the next is in a week.
  const wait: Wait = { for: 'weekday', weekdays: ['monday'], at: '10:00', zone: 'account' }
  expect(waitUntil(wait, arrival).toISOString()).toBe('2027-03-08T09:00:00.000Z')
})

test('a wait is longer by the pauses within it, whenever it is computed', () => {
  const minutes = fc.array(fc.nat(200), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(minutes, fc.nat(500), fc.nat(500), (cuts, arrived, length) => {
      const times = [...new Set(cuts)].sort((a, b) => a - b).map((value, i) => value + i)
      const pauses: [string, string][] = []
      for (let i = 0; i + 1 < times.length; i += 2)
        pauses.push([
          new Date((times[i] ?? 0) * 60_000).toISOString(),
          new Date((times[i + 1] ?? 0) * 60_000).toISOString(),
        ])
      // Minute by minute: minutes of pauses do not count.
      let left = length
      let minute = arrived
      for (; left > 0; minute++)
        if (!pauses.some(([from, to]) => +new Date(from) <= minute * 60_000 && minute * 60_000 < +new Date(to))) left--
      // It ends with the last counted minute, as soon as nothing remains.
      const due = afterPauses(new Date((arrived + length) * 60_000), { at: new Date(arrived * 60_000), pauses })
      expect(+due / 60_000).toBe(minute)
    }),
  )
})

test('the same subscriber always takes the same branch of a step, in about the given shares', () => {
  const branches = [
    { id: 'a', percent: 20 },
    { id: 'b', percent: 80 },
  ]
  const taken = Array.from(
    { length: 5_000 },
    (_, subscriber_id) => randomBranch(branches, { step_id: 's', subscriber_id })?.id,
  )
  const again = Array.from(
    { length: 5_000 },
    (_, subscriber_id) => randomBranch(branches, { step_id: 's', subscriber_id })?.id,
  )
  expect(again).toEqual(taken)
  const share = taken.filter((id) => id === 'a').length / taken.length
  expect(Math.abs(share - 0.2)).toBeLessThan(0.03)
  const other = Array.from(
    { length: 5_000 },
    (_, subscriber_id) => randomBranch(branches, { step_id: 't', subscriber_id })?.id,
  )
  expect(other).not.toEqual(taken)
})
