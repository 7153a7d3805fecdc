import { expect, test } from 'vitest'
import { SEND_DAYS, type Weekday } from '../schema.ts'
import {
  afterStep,
  cachedDueAt,
  type Definition,
  dueAt,
  type EnrollmentProgress,
  lastStartDueBy,
  plan,
  type Step,
} from './schedule.ts'

const ALL = [...SEND_DAYS]
const step = (change: Partial<Step> = {}): Step => ({
  id: 1,
  position: 0,
  delay_value: 1,
  delay_unit: 'days',
  send_days: null,
  ...change,
})
const schedule = (time_zone: string, send_hour = 11, send_days: Weekday[] = ALL) => ({
  time_zone,
  send_hour,
  send_days,
})
const due = (...args: Parameters<typeof dueAt>) => dueAt(...args).toISOString()
const at = (text: string) => new Date(text)

test('days use the hour of the time zone, not of UTC [contract 20.19]', () => {
  const from = at('2026-01-14T22:30:00Z')
  expect(due(schedule('UTC'), step(), from)).toBe('2026-01-15T11:00:00.000Z')
  // 23:30 in Oslo, and already the next morning in Tokyo and Auckland.
  expect(due(schedule('Europe/Oslo'), step(), from)).toBe('2026-01-15T10:00:00.000Z')
  expect(due(schedule('Asia/Tokyo'), step(), from)).toBe('2026-01-16T02:00:00.000Z')
  expect(due(schedule('Pacific/Auckland'), step(), from)).toBe('2026-01-15T22:00:00.000Z')
  expect(due(schedule('America/New_York'), step(), from)).toBe('2026-01-15T16:00:00.000Z')
  expect(due(schedule('Asia/Kathmandu', 0), step(), from)).toBe('2026-01-15T18:15:00.000Z')
  expect(due(schedule('Europe/Oslo', 0), step({ delay_value: 3 }), from)).toBe('2026-01-16T23:00:00.000Z')
})

test('the local hour stays the same across daylight saving changes', () => {
  // Oslo: forward on 29 March 2026 at 02:00, back on 25 October at 03:00. New York: 8 March and 1 November.
  expect(due(schedule('Europe/Oslo'), step(), at('2026-03-27T12:00:00Z'))).toBe('2026-03-28T10:00:00.000Z')
  expect(due(schedule('Europe/Oslo'), step(), at('2026-03-28T12:00:00Z'))).toBe('2026-03-29T09:00:00.000Z')
  expect(due(schedule('Europe/Oslo'), step(), at('2026-10-24T12:00:00Z'))).toBe('2026-10-25T10:00:00.000Z')
  expect(due(schedule('America/New_York'), step(), at('2026-03-07T17:00:00Z'))).toBe('2026-03-08T15:00:00.000Z')
  expect(due(schedule('America/New_York'), step(), at('2026-10-31T17:00:00Z'))).toBe('2026-11-01T16:00:00.000Z')
  // A skipped hour means the moment after the gap; a repeated one means the first.
  expect(due(schedule('Europe/Oslo', 2), step(), at('2026-03-28T12:00:00Z'))).toBe('2026-03-29T01:00:00.000Z')
  expect(due(schedule('Europe/Oslo', 2), step(), at('2026-10-24T12:00:00Z'))).toBe('2026-10-25T00:00:00.000Z')
  // A day without midnight: Beirut changed at 00:00 on 29 March 2026.
  expect(due(schedule('Asia/Beirut', 0), step(), at('2026-03-28T12:00:00Z'))).toBe('2026-03-28T22:00:00.000Z')
})

test("emails are sent only on permitted days, and an email's own days override the sequence's", () => {
  const thursday = at('2026-01-15T12:00:00Z')
  const weekdays = schedule('UTC', 11, ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
  expect(due(weekdays, step(), thursday)).toBe('2026-01-16T11:00:00.000Z')
  expect(due(weekdays, step({ delay_value: 2 }), thursday)).toBe('2026-01-19T11:00:00.000Z')
  expect(due(weekdays, step({ send_days: ['sunday'] }), thursday)).toBe('2026-01-18T11:00:00.000Z')
  expect(due(weekdays, step({ send_days: ['thursday'] }), thursday)).toBe('2026-01-22T11:00:00.000Z')
  expect(due(schedule('UTC', 11, ['thursday']), step({ delay_value: 7 }), thursday)).toBe('2026-01-22T11:00:00.000Z')
  // The time zone decides the day: it is already Friday in Auckland.
  expect(due(schedule('Pacific/Auckland', 11, ['friday']), step(), thursday)).toBe('2026-01-22T22:00:00.000Z')
})

test('hours ignore the schedule and are due on a quarter of an hour [contract 20.19]', () => {
  const never = schedule('Europe/Oslo', 11, ['monday'])
  const hours = (delay_value: number) => step({ delay_unit: 'hours', delay_value, send_days: ['monday'] })
  expect(due(never, hours(1), at('2026-01-15T12:00:00Z'))).toBe('2026-01-15T13:00:00.000Z')
  expect(due(never, hours(1), at('2026-01-15T12:00:00.001Z'))).toBe('2026-01-15T13:15:00.000Z')
  expect(due(never, hours(36), at('2026-01-15T12:16:00Z'))).toBe('2026-01-17T00:30:00.000Z')
  // An hour is an hour, also across a daylight saving change.
  expect(due(never, hours(3), at('2026-03-29T00:30:00Z'))).toBe('2026-03-29T03:30:00.000Z')
})

test('an immediate first email is due now, on any day', () => {
  const joined = at('2026-01-17T03:04:05.678Z')
  expect(dueAt(schedule('UTC', 11, ['monday']), step({ delay_value: 0 }), joined)).toEqual(joined)
})

test('cached due times equal computed ones around every midnight and daylight saving change of a year', () => {
  for (const zone of ['Europe/Oslo', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham']) {
    const remembered = cachedDueAt()
    const definition = schedule(zone, 2, ['monday', 'tuesday', 'saturday'])
    for (let minute = 0; minute < 366 * 24 * 60; minute += 7.5 * 61) {
      const from = new Date(Date.UTC(2026, 0, 1) + minute * 60_000)
      for (const email of [step({ delay_value: 2 }), step({ id: 2, delay_unit: 'hours', delay_value: 5 })])
        expect(remembered(definition, email, from)).toEqual(dueAt(definition, email, from))
    }
    for (const from of ['2026-05-04T22:00:00Z', '2026-05-04T21:59:59.999Z', '2026-05-04T22:00:00.001Z'])
      expect(remembered(definition, step(), at(from))).toEqual(dueAt(definition, step(), at(from)))
  }
})

test('the last start that is due by a time is due then, and a millisecond later is not', () => {
  for (const zone of ['UTC', 'Europe/Oslo', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    const definition = schedule(zone, 2, ['monday', 'saturday'])
    const emails = [
      step({ delay_value: 0 }),
      step({ delay_value: 1 }),
      step({ delay_value: 400, send_days: ['sunday'] }),
      step({ delay_value: 0, delay_unit: 'hours' }),
      step({ delay_value: 100_000, delay_unit: 'hours' }),
    ]
    for (const email of emails)
      for (let day = 0; day < 366; day += 23.3) {
        const by = new Date(Math.round(Date.UTC(2026, 0, 1) + day * 86_400_000))
        const start = lastStartDueBy(definition, email, by)
        expect(dueAt(definition, email, start) <= by).toBe(true)
        expect(dueAt(definition, email, new Date(+start + 1)) > by).toBe(true)
      }
  }
})

const STEPS = [
  step({ id: 10, position: 0, delay_value: 0 }),
  step({ id: 11, position: 3 }),
  step({ id: 12, position: 7 }),
]
const definition = (change: Partial<Definition> = {}): Definition => ({
  ...schedule('UTC'),
  hold: false,
  steps: STEPS,
  ...change,
})
const progress = (change: Partial<EnrollmentProgress> = {}): EnrollmentProgress => ({
  last_position: null,
  processed_email_ids: [],
  delay_from: at('2026-01-15T09:00:00Z'),
  next_email_id: null,
  next_at: null,
  ...change,
})
const NOW = at('2026-01-15T09:00:01Z')

test("the next email is the first after the subscriber's position that this run has not sent", () => {
  expect(plan(definition(), progress(), NOW)).toMatchObject({ act: 'send', step: { id: 10 } })
  const begun = progress({ last_position: 0, processed_email_ids: [10] })
  expect(plan(definition(), begun, NOW)).toMatchObject({
    act: 'wait',
    step: { id: 11 },
    due: at('2026-01-16T11:00:00Z'),
  })
  // An email moved behind the subscriber's position is not sent again; one moved before it is skipped.
  const moved = definition({ steps: [STEPS[1], STEPS[0], STEPS[2]].map((s, i) => step({ ...s, position: i })) })
  expect(plan(moved, begun, NOW)).toMatchObject({ step: { id: 12 } })
})

test('a scheduled time stays when the schedule changes, and another email gets its own time', () => {
  const promised = at('2026-01-16T11:00:00Z')
  const waiting = progress({ last_position: 0, processed_email_ids: [10], next_email_id: 11, next_at: promised })
  expect(plan(definition({ send_hour: 20, send_days: ['sunday'] }), waiting, NOW)).toMatchObject({
    act: 'wait',
    due: promised,
  })
  const other = plan(definition(), { ...waiting, next_email_id: 99 }, NOW)
  expect(other).toMatchObject({ act: 'wait', step: { id: 11 }, due: at('2026-01-16T11:00:00Z') })
  expect(plan(definition(), waiting, at('2026-01-19T03:00:00Z'))).toMatchObject({ act: 'send', due: promised })
})

test('at the end subscribers complete, or stay with hold, and those who have not started wait', () => {
  const done = progress({ last_position: 7, processed_email_ids: [10, 11, 12] })
  expect(plan(definition(), done, NOW)).toEqual({ act: 'complete' })
  expect(plan(definition({ hold: true }), done, NOW)).toEqual({ act: 'rest' })
  expect(plan(definition({ steps: [] }), progress(), NOW)).toEqual({ act: 'rest' })
  expect(plan(definition({ steps: [] }), progress({ last_position: 0, processed_email_ids: [10] }), NOW)).toEqual({
    act: 'complete',
  })
})

test('delays do not drift, and the delay after a late email starts when it was sent', () => {
  const [first] = STEPS
  if (!first) throw new Error('No step')
  const time = at('2026-01-15T11:00:00Z')
  expect(afterStep(progress(), { step: first, due: time }, at('2026-01-15T11:00:42Z'))).toMatchObject({
    last_position: 0,
    processed_email_ids: [10],
    delay_from: time,
  })
  const late = at('2026-01-18T15:20:00Z')
  expect(afterStep(progress(), { step: first, due: time }, late).delay_from).toEqual(late)
})
