import fc from 'fast-check'
import type { Listener, Step } from '../graph-schema.ts'
import { APP_ACTION, APP_EVENT, LINKS } from './scenario.ts'
import { dateAfter } from './wall-clock.ts'

// Generates random steps and listeners.

export const TAGS = 4
export const FIELDS = 3
export const FORMS = 1
export const PRODUCTS = 1
export const SEQUENCES = 2
export const EVENTS = ['webinar.attended', 'quiz_done']
/** The date field. */
export const DATES = 2

const VALUES = ['Pro', 'pro', '5', '12', '', 'yes', '{{ subscriber.field_1 }}', 'was {{ subscriber.field_3 }}']
const TIMES = ['00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '03:00', '09:00', '23:59']
export const zone = fc.constantFrom('account' as const, 'subscriber' as const)
export const time = fc.constantFrom(...TIMES)
const within = (start: string, from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => dateAfter(start, days))

/** Number of steps that an exit leads ahead. 0: the end. */
const hop = fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 0)

const number = (most: number, least = 1) => fc.integer({ min: least, max: most })

export const COURSES = ['a', 'b'] as const
const course = fc.record({ course: fc.constantFrom(...COURSES) })

type Entry = 'external' | 'any'

/** Generates a listener for automation `own` of `count`. `external`: only events that no later automation causes. */
export function listener(entry: Entry, own: number, count: number): fc.Arbitrary<Listener> {
  const tag_id = number(entry === 'external' ? 2 : TAGS)
  const finished = entry === 'external' ? own - 1 : count
  return fc.oneof(
    fc.record({ type: fc.constant('tag_added' as const), tag_id }),
    fc.record({ type: fc.constant('tag_removed' as const), tag_id }),
    fc.record({
      type: fc.constant('field_changed' as const),
      custom_field_id: entry === 'external' ? fc.constant(1) : fc.constantFrom(1, 3),
      value: fc.option(fc.constantFrom('Pro', '5', 'yes')),
    }),
    fc.record({ type: fc.constant('form_joined' as const), form_id: fc.option(number(FORMS)) }),
    fc.record({ type: fc.constant('purchased' as const), product_id: fc.option(number(PRODUCTS)) }),
    fc.record({ type: fc.constant('api_event' as const), name: fc.constantFrom(...EVENTS) }),
    fc.record({ type: fc.constant('app_event' as const), plugin_id: fc.constant(APP_EVENT), settings: course }),
    fc.record({ type: fc.constant('link_clicked' as const), url: fc.option(fc.constantFrom(...LINKS)) }),
    fc.record({ type: fc.constant('sequence_completed' as const), sequence_id: number(SEQUENCES) }),
    ...(finished > 0
      ? [
          number(finished)
            .filter((automation_id) => automation_id !== own)
            .map((automation_id) => ({ type: 'automation_completed' as const, automation_id })),
        ].slice(0, finished === 1 && own === 1 ? 0 : 1)
      : []),
  )
}

const condition = fc.oneof(
  fc.record({
    type: fc.constant('tags' as const),
    any: fc.array(
      fc.record({
        type: fc.constant('ids' as const),
        matching: fc.uniqueArray(number(TAGS), { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({
    type: fc.constant('custom_field' as const),
    subscriber_custom_field_id: fc.constantFrom(1, 3),
    comparison: fc.constantFrom('is' as const, 'contains' as const, 'has_value' as const, 'greater_than' as const),
    value: fc.constantFrom('5', '12'),
  }),
  fc.record({
    type: fc.constant('custom_field' as const),
    subscriber_custom_field_id: fc.constantFrom(1, 3),
    comparison: fc.constantFrom('is' as const, 'contains' as const),
    value: fc.constantFrom('Pro', 'pr', 'yes'),
  }),
  fc.constant({ type: 'subscriber_state' as const, states: ['active' as const] }),
)

export type Sketch = { prefix: string; step: Record<string, unknown> & { branches?: { next: number }[] } }

/** A step whose exits are hops. Its id starts with a prefix that encodes everything an edit of the step keeps. */
export function sketch(start: string, own: number, count: number) {
  const listeners = fc.array(listener('any', own, count), { minLength: 1, maxLength: 2 })
  const action = fc.oneof(
    fc.record({ type: fc.constant('add_tag' as const), tag_id: number(TAGS, 3) }),
    fc.record({ type: fc.constant('remove_tag' as const), tag_id: number(TAGS, 3) }),
    fc.record({
      type: fc.constant('set_field' as const),
      custom_field_id: fc.constant(3),
      value: fc.constantFrom(...VALUES),
    }),
    fc.record({
      type: fc.constantFrom('add_to_sequence' as const, 'add_to_sequence' as const, 'remove_from_sequence' as const),
      sequence_id: number(SEQUENCES),
    }),
    fc.record({ type: fc.constant('send_email' as const), email_id: fc.constant(own) }),
    fc.record({
      type: fc.constant('app_action' as const),
      plugin_id: fc.constant(APP_ACTION),
      settings: fc.record({ until: fc.constantFrom('0', '0', '20', '50') }),
    }),
    fc.constant({ type: 'notify_team' as const, user_ids: [1], message: 'Someone arrived' }),
    ...(own < count
      ? [fc.record({ type: fc.constant('start_automation' as const), automation_id: number(count, own + 1) })]
      : []),
  )
  const at = { at: time, zone }
  const days = fc.constantFrom(
    ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
  )
  const stepOf = <Kind extends Step['kind'], Rest>(prefix: string, kind: Kind, rest: fc.Arbitrary<Rest>) =>
    rest.map((more) => ({ prefix, step: { kind, note: '', ...more } }))
  return fc.oneof(
    { weight: 8, arbitrary: stepOf('a', 'action', fc.record({ action, next: hop })) },
    {
      weight: 4,
      arbitrary: stepOf(
        'w',
        'wait',
        fc.record({
          wait: fc.record({
            for: fc.constant('duration' as const),
            minutes: fc.oneof(fc.constantFrom(0, 1, 60, 1_440, 2_880, 10_080), fc.integer({ min: 0, max: 15_000 })),
          }),
          next: hop,
        }),
      ),
    },
    {
      weight: 1,
      // Goes back this many steps after some days.
      arbitrary: stepOf(
        'l',
        'wait',
        fc.record({
          wait: fc.record({ for: fc.constant('duration' as const), minutes: fc.integer({ min: 4_320, max: 15_000 }) }),
          next: fc.integer({ min: -4, max: 0 }),
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: stepOf(
        'd',
        'wait',
        fc.record({
          wait: fc.record({ for: fc.constant('date' as const), date: within(start, -5, 60), ...at }),
          next: hop,
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: stepOf(
        'y',
        'wait',
        fc.record({
          wait: fc.record({
            for: fc.constant('weekday' as const),
            weekdays: fc.uniqueArray(days, { minLength: 1, maxLength: 3 }),
            ...at,
          }),
          next: hop,
        }),
      ),
    },
    {
      weight: 5,
      arbitrary: stepOf(
        'e',
        'wait_for_event',
        fc.record({
          events: listeners,
          timeout_minutes: fc.oneof(fc.constantFrom(1, 1_440), fc.integer({ min: 1, max: 30_000 })),
          next: hop,
          timed_out: hop,
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: stepOf(
        'f',
        'wait_for_event',
        fc.record({ events: listeners, timeout_minutes: fc.constant(null), next: hop, timed_out: fc.constant(0) }),
      ),
    },
    {
      weight: 3,
      arbitrary: stepOf(
        'c',
        'condition',
        fc.record({
          filter: fc.record({
            all: fc.array(condition, { minLength: 1, maxLength: 2 }),
            counting_mode: fc.constant('raw' as const),
          }),
          yes: hop,
          no: hop,
        }),
      ),
    },
    { weight: 3, arbitrary: stepOf('s', 'split', split) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 100 }).chain((percent) => randomSplit(percent)) },
    {
      weight: 4,
      arbitrary: stepOf('g', 'goal', fc.record({ name: fc.constant('Goal'), events: listeners, next: hop })),
    },
    { weight: 1, arbitrary: stepOf('z', 'end', fc.constant({})) },
    {
      weight: 1,
      arbitrary: stepOf('u', 'action', fc.record({ action: fc.constant({ type: 'unsubscribe' as const }), next: hop })),
    },
  )
}

const split = fc.oneof(
  fc.record({
    by: fc.constant({ type: 'tag' as const }),
    branches: fc.uniqueArray(fc.record({ label: fc.constant('Tag'), value: number(TAGS).map(String), next: hop }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ value }) => value,
    }),
    otherwise: hop,
  }),
  fc.record({
    by: fc.record({ type: fc.constant('field' as const), custom_field_id: fc.constantFrom(1, 3) }),
    branches: fc.uniqueArray(
      fc.record({ label: fc.constant('Value'), value: fc.constantFrom(' PRO ', '5', 'Yes', '12'), next: hop }),
      { minLength: 1, maxLength: 3, selector: ({ value }) => value },
    ),
    otherwise: hop,
  }),
)

/** One id always splits the same way, so a subscriber always takes the same branch. */
const randomSplit = (percent: number) =>
  fc.tuple(hop, hop).map(([one, other]) => ({
    prefix: `r${percent}x`,
    step: {
      kind: 'random_split' as const,
      note: '',
      branches: [
        { label: 'A', percent, next: one },
        { label: 'B', percent: 100 - percent, next: other },
      ],
    },
  }))
