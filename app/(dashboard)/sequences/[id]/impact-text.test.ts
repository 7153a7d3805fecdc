import { expect, test } from 'vitest'
import type { SequenceImpact } from '@/server/modules/sequences/impact-schema.ts'
import { impactLines } from './impact-text.ts'

const noCounts = { now: 0, later: 0, first_at: null, last_at: null, ahead: 0, kept: 0, skipped: 0, excluded: 0 }
const impact = (change: Partial<SequenceImpact>): SequenceImpact => ({
  emails: [],
  in_progress: 500,
  uncounted: 0,
  completed: 0,
  completing: 0,
  resting: 0,
  kept: 0,
  withdrawn: 0,
  newly_excluded: 0,
  no_longer_excluded: 0,
  ...change,
})
const format = { date: (at: string) => at.slice(0, 10) }

test('the impact of publishing shows who skips the email, who gets it within 15 minutes, and who gets it when', () => {
  const published = { ...noCounts, id: 3, subject: 'New', skipped: 412, now: 31, later: 2, ahead: 1, excluded: 1 }
  const emails = [
    { ...noCounts, id: 1, subject: 'First' },
    { ...published, first_at: '2026-01-02', last_at: '2026-01-04' },
  ]
  const lines = impactLines(impact({ emails, completed: 1200 }), { kind: 'publish', id: 3 }, format)
  expect(lines.map(({ text }) => text)).toEqual([
    '412 subscribers will skip it.',
    '31 subscribers get it within 15 minutes.',
    '2 subscribers get it next, between 2026-01-02 and 2026-01-04.',
    '1 subscriber gets it after other emails.',
    '1 subscriber would get it now, but is excluded or paused emails.',
    '1,200 subscribers completed the sequence earlier and will not get it.',
  ])
})

test('the impact of deleting shows what comes next, and an edit that changes nothing has no impact', () => {
  const emails = [
    { ...noCounts, id: 1, subject: 'Next', now: 5 },
    { ...noCounts, id: 2, subject: 'Deleted', skipped: 8 },
  ]
  const lines = impactLines(impact({ emails, completing: 3, withdrawn: 1 }), { kind: 'delete', id: 2 }, format)
  expect(lines.map(({ text }) => text)).toEqual([
    '8 subscribers were to get it and will skip it.',
    '5 subscribers get “Next” within 15 minutes.',
    '3 subscribers complete the sequence, because no email is left.',
    '1 message that waits to be sent is withdrawn.',
  ])
  expect(impactLines(impact({ kept: 9, completed: 9 }), { kind: 'delete', id: 2 }, format)).toEqual([])
  expect(impactLines(impact({ uncounted: 7 }), { kind: 'delete', id: 2 }, format).map(({ text }) => text)).toEqual([
    'The edit also applies to 7 subscribers not counted here, because few share their progress.',
  ])
})
