import type { Step } from '../graph-schema.ts'

type Wait = (Step & { kind: 'wait' })['wait']

/** Ends of waits for a subscriber who arrives at `arrived` in a zone. Written by hand from decision 0082. */
export const WAIT_CASES: { what: string; wait: Wait; zone: string; arrived: string; due: string }[] = [
  {
    what: 'a duration is so many minutes, also when the clocks change',
    wait: { for: 'duration', minutes: 1_440 },
    zone: 'Europe/Oslo',
    arrived: '2027-03-27T12:00:00.123Z',
    due: '2027-03-28T12:00:00.123Z',
  },
  {
    what: 'a duration of zero is over immediately',
    wait: { for: 'duration', minutes: 0 },
    zone: 'UTC',
    arrived: '2027-03-27T12:00:00Z',
    due: '2027-03-27T12:00:00Z',
  },
  {
    what: 'a date has the offset of that date',
    wait: { for: 'date', date: '2027-03-28', at: '09:00', zone: 'account' },
    zone: 'Europe/Oslo',
    arrived: '2027-03-01T00:00:00Z',
    due: '2027-03-28T07:00:00Z',
  },
  {
    what: 'a time that is skipped is the end of the gap',
    wait: { for: 'date', date: '2027-03-28', at: '02:30', zone: 'account' },
    zone: 'Europe/Oslo',
    arrived: '2027-03-01T00:00:00Z',
    due: '2027-03-28T01:00:00Z',
  },
  {
    what: 'the first minute of a gap is its end',
    wait: { for: 'date', date: '2028-03-12', at: '02:00', zone: 'account' },
    zone: 'America/New_York',
    arrived: '2028-03-01T00:00:00Z',
    due: '2028-03-12T07:00:00Z',
  },
  {
    what: 'a gap can begin at midnight',
    wait: { for: 'date', date: '2027-09-05', at: '00:30', zone: 'account' },
    zone: 'America/Santiago',
    arrived: '2027-09-01T00:00:00Z',
    due: '2027-09-05T04:00:00Z',
  },
  {
    what: 'a gap can take half an hour',
    wait: { for: 'date', date: '2027-10-03', at: '02:15', zone: 'account' },
    zone: 'Australia/Lord_Howe',
    arrived: '2027-09-01T00:00:00Z',
    due: '2027-10-02T15:30:00Z',
  },
  {
    what: 'of two equal times the first is meant',
    wait: { for: 'date', date: '2027-10-31', at: '02:30', zone: 'account' },
    zone: 'Europe/Oslo',
    arrived: '2027-10-01T00:00:00Z',
    due: '2027-10-31T00:30:00Z',
  },
  {
    what: 'a time after the repeated hour happens once',
    wait: { for: 'date', date: '2027-11-07', at: '02:00', zone: 'account' },
    zone: 'America/New_York',
    arrived: '2027-11-01T00:00:00Z',
    due: '2027-11-07T07:00:00Z',
  },
  {
    what: 'midnight can happen twice, on the day before as well',
    wait: { for: 'date', date: '2027-04-03', at: '23:30', zone: 'account' },
    zone: 'America/Santiago',
    arrived: '2027-04-01T00:00:00Z',
    due: '2027-04-04T02:30:00Z',
  },
  {
    what: 'the next of the weekdays can be today',
    // A Monday.
    wait: { for: 'weekday', weekdays: ['monday', 'friday'], at: '09:00', zone: 'account' },
    zone: 'Asia/Kolkata',
    arrived: '2027-03-01T03:00:00Z',
    due: '2027-03-01T03:30:00Z',
  },
  {
    what: 'a time in less than a minute is not ahead',
    wait: { for: 'weekday', weekdays: ['monday', 'friday'], at: '09:00', zone: 'account' },
    zone: 'Asia/Kolkata',
    arrived: '2027-03-01T03:29:00.001Z',
    due: '2027-03-05T03:30:00Z',
  },
  {
    what: 'a time in exactly a minute is ahead',
    wait: { for: 'weekday', weekdays: ['monday'], at: '09:00', zone: 'account' },
    zone: 'Asia/Kolkata',
    arrived: '2027-03-01T03:29:00Z',
    due: '2027-03-01T03:30:00Z',
  },
  {
    what: 'the only weekday comes again in a week, which has an hour less',
    wait: { for: 'weekday', weekdays: ['sunday'], at: '09:00', zone: 'account' },
    zone: 'Europe/Oslo',
    arrived: '2027-03-21T08:00:00Z',
    due: '2027-03-28T07:00:00Z',
  },
  {
    what: 'a weekday is that of the zone',
    // Sunday evening in UTC, Monday in Sydney.
    wait: { for: 'weekday', weekdays: ['monday'], at: '09:00', zone: 'account' },
    zone: 'Australia/Sydney',
    arrived: '2027-02-28T20:00:00Z',
    due: '2027-02-28T22:00:00Z',
  },
  {
    what: 'the first of two equal times on a weekday is over, so the next week is meant',
    wait: { for: 'weekday', weekdays: ['sunday'], at: '02:30', zone: 'account' },
    zone: 'Europe/Oslo',
    arrived: '2027-10-31T00:45:00Z',
    due: '2027-11-07T01:30:00Z',
  },
  {
    what: 'a weekday whose time is skipped ends with the gap',
    wait: { for: 'weekday', weekdays: ['sunday'], at: '02:30', zone: 'account' },
    zone: 'Europe/Oslo',
    arrived: '2027-03-28T00:30:00Z',
    due: '2027-03-28T01:00:00Z',
  },
]
