import { expect, test } from 'vitest'
import { growthDays, sendTimes } from './calendar.ts'

const oslo = { time_zone: 'Europe/Oslo', now: new Date('2026-03-30T08:20:00Z'), random_seed: 3 }

test('days follow the time zone without gaps and include every subscriber', () => {
  const days = growthDays({ ...oslo, days: 30, subscribers: 1000 })
  expect(days).toHaveLength(30)
  expect(days[0]?.starts).toEqual(new Date('2026-02-28T23:00:00Z'))
  // The clock went forward on 29 March.
  expect(days.at(-1)).toMatchObject({ starts: new Date('2026-03-29T22:00:00Z'), ends: oslo.now })
  for (const [i, day] of days.entries()) {
    expect(day.new_subscribers).toBeGreaterThanOrEqual(0)
    expect(day.before).toBe(days.slice(0, i).reduce((sum, { new_subscribers }) => sum + new_subscribers, 0))
    if (i > 0) expect(day.starts).toEqual(days[i - 1]?.ends)
  }
  expect((days.at(-1)?.before ?? 0) + (days.at(-1)?.new_subscribers ?? 0)).toBe(1000)
})

test('one subscriber can join just after midnight on a single day', () => {
  const now = new Date('2026-03-30T22:00:00.001Z')
  expect(growthDays({ ...oslo, now, days: 1, subscribers: 1 })).toEqual([
    { starts: new Date('2026-03-30T22:00:00Z'), ends: now, before: 0, new_subscribers: 1 },
  ])
})

test('broadcasts are sent at ten in the morning, in the past, in order and at most one a day', () => {
  for (const [days, count] of [
    [365, 52],
    [90, 12],
    [10, 5],
    [2, 1],
    [3, 1],
    [4, 2],
  ] as const) {
    const times = sendTimes({ ...oslo, days, count })
    expect(new Set(times.map((time) => time.toISOString().slice(0, 10))).size).toBe(count)
    expect(times).toEqual([...times].sort((a, b) => +a - +b))
    for (const time of times) {
      expect(+oslo.now - +time).toBeGreaterThan(0)
      expect(+oslo.now - +time).toBeLessThan(days * 86_400_000)
      expect(['08:00', '09:00']).toContain(time.toISOString().slice(11, 16))
    }
  }
})
