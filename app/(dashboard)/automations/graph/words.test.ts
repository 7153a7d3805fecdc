import { expect, test } from 'vitest'
import type { Condition } from '../../segments/conditions'
import { durationOf, durationText, minutesOf, type NameOf, ruleSentence, stepLine, waitText } from './words.ts'

const NAMES: Record<string, string> = { 'tag 1': 'VIP', 'form 2': 'Footer' }
const name: NameOf = (kind, id) => NAMES[`${kind} ${id}`]

test('steps are described with the names of what they use, and deleted items are reported', () => {
  const action = { id: 'a', note: '', kind: 'action', next: null } as const
  expect(stepLine({ ...action, action: { type: 'add_tag', tag_id: 1 } }, name)).toBe('Add a tag: VIP')
  expect(stepLine({ ...action, action: { type: 'add_tag', tag_id: 9 } }, name)).toBe('Add a tag: Deleted tag')
  expect(stepLine({ ...action, action: { type: 'add_tag', tag_id: 0 } }, name)).toBe('Add a tag: Choose a tag')
  const events = [{ type: 'tag_added', tag_id: 1 } as const, { type: 'link_clicked', url: null } as const]
  expect(
    stepLine(
      { id: 'w', note: '', kind: 'wait_for_event', events, timeout_minutes: 2880, next: null, timed_out: null },
      name,
    ),
  ).toBe('Wait for an event: Gets a tag: VIP or 1 other event, at most 2 days')
})

test('conditions are named by their first', () => {
  const textOf = (...all: Condition[]) =>
    stepLine(
      { id: 'c', note: '', kind: 'condition', filter: { all, counting_mode: 'raw' }, yes: null, no: null },
      (kind, id) => (kind === 'field' ? 'Membership' : name(kind, id)),
    )
  const field = { type: 'custom_field', subscriber_custom_field_id: 3 } as const
  const tags = (...matching: number[]): Condition => ({ type: 'tags', any: [{ type: 'ids', matching }] })
  expect(textOf()).toBe('Condition: Choose conditions')
  expect(textOf({ ...field, comparison: 'is', value: 'Drop-in' })).toBe('Condition: Membership is Drop-in')
  expect(textOf({ ...field, comparison: 'has_value' })).toBe('Condition: Membership has any value')
  expect(textOf({ ...field, comparison: 'is' })).toBe('Condition: Membership is …')
  expect(textOf(tags(1))).toBe('Condition: Has the tag VIP')
  expect(textOf(tags(1, 2))).toBe('Condition: Has the tag VIP or 1 other')
  expect(textOf({ type: 'subscriber_state', states: ['active'] }, tags(1))).toBe(
    'Condition: State is Active and 1 more condition',
  )
})

test('a rule is described in one sentence', () => {
  const on = { type: 'form_joined', form_id: 2 } as const
  expect(ruleSentence([{ id: 't', on }], [{ type: 'add_tag', tag_id: 1 }, { type: 'unsubscribe' }], name)).toBe(
    'When a subscriber joins a form (Footer): add a tag (VIP), then unsubscribe (From all emails).',
  )
  expect(ruleSentence([], [], name)).toBe('Choose when the rule applies.')
})

test('waiting times are described in the largest unit that fits', () => {
  expect([0, 1, 90, 120, 1440, 4320].map(durationText)).toEqual([
    '0 minutes',
    '1 minute',
    '90 minutes',
    '2 hours',
    '1 day',
    '3 days',
  ])
  expect(durationOf(minutesOf(3, 'hour'))).toEqual({ count: 3, unit: 'hour' })
  expect(waitText({ for: 'weekday', weekdays: ['monday', 'friday'], at: '09:00', zone: 'subscriber' })).toBe(
    'Until Mon, Fri, 09:00, subscriber’s time',
  )
})
