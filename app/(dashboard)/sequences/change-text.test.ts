import { expect, test } from 'vitest'
import type { ChangePreview } from '@/server/modules/sequences/change-schema.ts'
import { changeLabel, changeLines } from './change-text.ts'

const preview: ChangePreview = {
  matched: 12,
  changed: 5,
  inactive: 3,
  underway: 2,
  over: 1,
  missing: 6,
  withdrawn: 1,
  first_subject: 'Hello',
  first_at: '2026-01-02T11:00:00Z',
  is_paused: false,
  repeat: false,
}
const texts = (change: Partial<ChangePreview>, action: 'add' | 'restart' | 'remove') =>
  changeLines({ ...preview, ...change }, action, (at) => at.slice(0, 10)).map(({ text }) => text)

test('before subscribers are added, the dialog shows who is added, who stays, and when the first email is sent', () => {
  expect(texts({}, 'add')).toEqual([
    '5 subscribers are added; first email: “Hello”, 2026-01-02.',
    '2 subscribers are already in the sequence and keep their position.',
    '1 subscriber completed it before and is not added again.',
    '3 subscribers are unconfirmed, unsubscribed or bounced and stay as they are.',
  ])
  expect(texts({ is_paused: true, changed: 1 }, 'add')[0]).toBe(
    '1 subscriber is added; the first email comes after the sequence is resumed.',
  )
  expect(texts({ matched: 0 }, 'add')).toEqual(['No subscribers match.'])
  expect(changeLabel('add', 1_412)).toBe('Add 1,412 subscribers')
})

test('before subscribers are restarted, the dialog shows which messages are withdrawn', () => {
  expect(texts({}, 'restart')).toEqual([
    '5 subscribers start again; first email: “Hello”, 2026-01-02.',
    '1 message that waits to be sent is withdrawn.',
    '6 subscribers are not in the sequence and stay out.',
    '3 subscribers are unconfirmed, unsubscribed or bounced and stay as they are.',
  ])
})

test('before subscribers are removed, the dialog shows which messages are withdrawn', () => {
  expect(texts({}, 'remove')).toEqual([
    '5 subscribers are removed and get no more emails of it.',
    '1 message that waits to be sent is withdrawn.',
    '6 subscribers are not in the sequence.',
  ])
})
