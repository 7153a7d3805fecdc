import fc from 'fast-check'
import { definition, STARTS, ZONES } from './generate.ts'
import { DATES, EVENTS, FORMS, PRODUCTS, TAGS } from './generate-steps.ts'
import type { Change, GivenSubscriber, Scenario } from './scenario.ts'
import { dateAfter } from './wall-clock.ts'

// Random quarters: subscribers, and what happens to them and their automations.

const MINUTES = 91 * 1_440
const SUBSCRIBERS = 3

const dates = (start: string) =>
  fc.oneof(
    fc.integer({ min: -40, max: 100 }).map((days) => dateAfter(start, days)),
    fc.constantFrom('1992-02-29', '1990-02-28', '1985-10-31', '2027-13-45', 'soon', ''),
  )

const given = (start: string): fc.Arbitrary<GivenSubscriber> =>
  fc.record({
    zone: fc.option(fc.constantFrom(...ZONES), { freq: 3 }),
    tags: fc.uniqueArray(fc.integer({ min: 1, max: TAGS }), { maxLength: 2 }),
    fields: fc
      .record({ 1: fc.constantFrom('', 'Pro', '5'), [DATES]: dates(start) })
      .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))),
  })

/** A change before it has a time, and before it is known whether it is possible. */
function change(start: string, count: number): fc.Arbitrary<Change> {
  const minute = fc.integer({ min: 1, max: MINUTES - 1 })
  const subscriber = fc.nat({ max: SUBSCRIBERS - 1 })
  const automation = fc.integer({ min: 1, max: count })
  const own = { minute, subscriber, burst: fc.constantFrom(false, false, true) }
  const what = <What extends string>(name: What) => fc.constant(name)
  const tag = fc.integer({ min: 1, max: TAGS })
  return fc.oneof(
    { weight: 10, arbitrary: fc.record({ ...own, what: what('tag'), tag }) },
    { weight: 8, arbitrary: fc.record({ ...own, what: what('untag'), tag }) },
    {
      weight: 6,
      arbitrary: fc.record({
        ...own,
        what: what('field'),
        field: fc.constantFrom(1, 3),
        value: fc.constantFrom('Pro', '5', 'yes', '12', ''),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ...own, what: what('field'), field: fc.constant(DATES), value: dates(start) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ ...own, what: what('form'), form: fc.integer({ min: 1, max: FORMS }) }),
    },
    {
      weight: 9,
      arbitrary: fc.record({ ...own, what: what('purchase'), product: fc.integer({ min: 1, max: PRODUCTS }) }),
    },
    { weight: 8, arbitrary: fc.record({ ...own, what: what('event'), name: fc.constantFrom(...EVENTS) }) },
    {
      weight: 1,
      arbitrary: fc.record({ ...own, what: fc.constantFrom('unsubscribe' as const, 'bounce' as const) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ ...own, what: fc.constantFrom('resubscribe' as const, 'restore' as const) }),
    },
    { weight: 2, arbitrary: fc.record({ minute, automation, what: what('add'), subscriber }) },
    { weight: 1, arbitrary: fc.record({ minute, automation, what: what('remove'), subscriber }) },
    { weight: 2, arbitrary: fc.record({ minute, automation, what: what('pause') }) },
    { weight: 4, arbitrary: fc.record({ minute, automation, what: what('resume') }) },
    {
      weight: 2,
      arbitrary: automation.chain((number) =>
        fc.record({
          minute,
          automation: fc.constant(number),
          what: what('publish'),
          definition: definition(start, number, count),
          existing: fc.subarray(['t1', 't2', 't3']),
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        minute,
        automation,
        what: what('migrate'),
        missing: fc.constantFrom(null, 'first' as const),
      }),
    },
  )
}

/** Puts changes in order, and leaves out those that are refused: publication and migration during a pause, and pauses of what is paused. */
function inOrder(changes: readonly Change[]): Change[] {
  const paused = new Set<number>()
  return [...changes]
    .sort((a, b) => a.minute - b.minute)
    .filter((change) => {
      if (change.what === 'pause') return !paused.has(change.automation) && paused.add(change.automation)
      if (change.what === 'resume') return paused.delete(change.automation)
      return !((change.what === 'publish' || change.what === 'migrate') && paused.has(change.automation))
    })
}

export const scenario = (count: number): fc.Arbitrary<Scenario> =>
  fc.constantFrom(...STARTS).chain((start) =>
    fc.record({
      zone: fc.constantFrom(...ZONES),
      start: fc.constant(Date.parse(`${start}T00:00:00Z`)),
      subscribers: fc.array(given(start), { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS }),
      automations: fc.tuple(...Array.from({ length: count }, (_, i) => definition(start, i + 1, count))),
      changes: fc.array(change(start, count), { minLength: 50, maxLength: 90, size: 'max' }).map(inOrder),
      minutes: fc.constant(MINUTES),
    }),
  )
