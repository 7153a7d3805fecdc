import { describe, expect, test } from 'vitest'
import { fromWallClock, offsetName, toWallClock } from './zoned-time.ts'

describe('wall-clock times convert to instants and back', () => {
  test.each([
    ['2026-01-15T09:00', 'Europe/Stockholm', '2026-01-15T08:00:00.000Z'],
    ['2026-07-15T09:00', 'Europe/Stockholm', '2026-07-15T07:00:00.000Z'],
    ['2026-07-15T09:00', 'Asia/Kathmandu', '2026-07-15T03:15:00.000Z'],
    ['2026-07-15T00:30', 'Pacific/Auckland', '2026-07-14T12:30:00.000Z'],
    ['2026-12-31T23:59', 'Pacific/Honolulu', '2027-01-01T09:59:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ])('%s in %s converts to %s and back', (wallClock, zone, instant) => {
    expect(fromWallClock(wallClock, zone)).toBe(instant)
    expect(toWallClock(instant, zone)).toBe(wallClock)
  })

  test('a time skipped in spring moves forward by the gap', () => {
    expect(fromWallClock('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(fromWallClock('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  })

  test('a time that occurs twice in fall means the first one', () => {
    expect(fromWallClock('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    expect(fromWallClock('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  })

  test('an incomplete text is not a time', () => {
    expect(fromWallClock('', 'UTC')).toBeNull()
    expect(fromWallClock('2026-01', 'UTC')).toBeNull()
  })

  test('the offset name matches the instant', () => {
    expect(offsetName('2026-01-15T09:00:00Z', 'Europe/Stockholm')).toBe('GMT+1')
    expect(offsetName('2026-07-15T09:00:00Z', 'Europe/Stockholm')).toBe('GMT+2')
  })
})
