import fc from 'fast-check'
import { Graph, type Reentry, type Trigger } from '../graph-schema.ts'
import {
  COURSES,
  DATES,
  EVENTS,
  FORMS,
  listener,
  PRODUCTS,
  SEQUENCES,
  type Sketch,
  sketch,
  TAGS,
  time,
  zone,
} from './generate-steps.ts'
import { type Change, type Definition, type GivenSubscriber, LINKS, type Scenario } from './scenario.ts'
import { dateAfter } from './wall-clock.ts'

// Generates automations that can be published. They write only tags 3 and 4 and field 3, and one with re-entry has no trigger that a later
// automation can cause, so every cascade ends.

const ZONES = [
  'Europe/Oslo',
  'America/New_York',
  'Australia/Sydney',
  // Zones whose clocks change at midnight, by half an hour, and never.
  'America/Santiago',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
]
/** Starts of quarters with clock changes: autumn in the north, and spring with a leap day. */
const STARTS = ['2027-09-03', '2028-01-27']

/** Replaces hops with ids, and removes unreachable steps. */
function connect(sketches: readonly Sketch[], triggers: readonly Trigger['on'][]): Graph {
  const ids = sketches.map(({ prefix }, i) => `${prefix}${i + 1}`)
  const target = (from: number, hop: unknown, prefix: string) => {
    if (typeof hop !== 'number') return null
    if (prefix === 'l') return ids[Math.max(0, from + hop)] ?? null
    return hop === 0 ? null : (ids[from + hop] ?? null)
  }
  const steps = sketches.map(({ prefix, step }, i) => {
    const id = ids[i] ?? ''
    const exits = Object.fromEntries(
      ['next', 'yes', 'no', 'otherwise', 'timed_out'].flatMap((name) =>
        name in step ? [[name, target(i, step[name], prefix)]] : [],
      ),
    )
    const branches = step.branches?.map((branch, n) => ({
      ...branch,
      id: `${id}b${n + 1}`,
      next: target(i, branch.next, prefix),
    }))
    return { ...step, id, ...exits, ...(branches && { branches }) }
  })
  const all = { triggers: triggers.map((on, i) => ({ id: `t${i + 1}`, on })), first: ids[0] ?? null, steps }
  const reached = reachable(all)
  return Graph.parse({ ...all, steps: steps.filter(({ id }) => reached.has(id)) })
}

function reachable({ first, steps }: { first: string | null; steps: readonly object[] }): Set<string> {
  const step_ids = new Set<string>()
  const open = [first]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === null || step_ids.has(id)) continue
    step_ids.add(id)
    const step = steps.find((step) => 'id' in step && step.id === id)
    for (const text of JSON.stringify(step).matchAll(/"(?:next|yes|no|otherwise|timed_out)":"(\w+)"/g))
      open.push(text[1] ?? null)
  }
  return step_ids
}

/** Generates automation `own` of `count`. */
function definition(start: string, own: number, count: number): fc.Arbitrary<Definition> {
  return fc.constantFrom<Reentry>('never', 'after_leaving', 'always').chain((reentry) => {
    const on: fc.Arbitrary<Trigger['on']> = fc.oneof(
      { weight: 6, arbitrary: listener(reentry === 'never' ? 'any' : 'external', own, count) },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('segment_entered' as const),
          segment_id: reentry === 'never' ? fc.constantFrom(1, 2) : fc.constant(1),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('date_reached' as const),
          custom_field_id: fc.constant(DATES),
          offset_days: fc.integer({ min: -30, max: 30 }),
          at: time,
          zone,
          yearly: fc.boolean(),
        }),
      },
    )
    return fc
      .tuple(
        fc.uniqueArray(on, { minLength: 1, maxLength: 3, selector: (on) => JSON.stringify(on) }),
        fc.array(sketch(start, own, count), { minLength: 4, maxLength: 12, size: 'max' }),
      )
      .map(([triggers, sketches]) => ({ reentry, graph: connect(sketches as Sketch[], triggers) }))
  })
}

// Generates random quarters: subscribers, their events, and changes of automations.

const MINUTES = 91 * 1_440
const SUBSCRIBERS = 3

const dates = (start: string) =>
  fc.oneof(
    fc.integer({ min: -40, max: 100 }).map((days) => dateAfter(start, days)),
    fc.constantFrom('1992-02-29', '1990-02-28', '1985-10-31', '2027-13-45', 'soon', ''),
  )

const subscriberAt = (start: string): fc.Arbitrary<GivenSubscriber> =>
  fc.record({
    zone: fc.option(fc.constantFrom(...ZONES), { freq: 3 }),
    tags: fc.uniqueArray(fc.integer({ min: 1, max: TAGS }), { maxLength: 2 }),
    fields: fc
      .record({ 1: fc.constantFrom('', 'Pro', '5'), [DATES]: dates(start) })
      .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))),
  })

/** A change without a time, not yet checked against the state. */
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
      weight: 5,
      arbitrary: fc.record({ ...own, what: what('app'), course: fc.constantFrom(...COURSES, null) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        ...own,
        what: what('click'),
        link: fc.integer({ min: 1, max: LINKS.length }),
        is_machine: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ ...own, what: what('finish'), sequence: fc.integer({ min: 1, max: SEQUENCES }) }),
    },
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
    {
      weight: 2,
      arbitrary: fc.record({ minute, automation, what: what('move'), subscriber, place: fc.nat({ max: 20 }) }),
    },
    { weight: 3, arbitrary: fc.record({ minute, automation, what: what('retry'), subscriber }) },
    { weight: 2, arbitrary: fc.record({ minute, automation, what: what('pause') }) },
    { weight: 4, arbitrary: fc.record({ minute, automation, what: what('resume') }) },
    {
      weight: 2,
      arbitrary: automation.chain((number) =>
        fc.record({
          // New triggers ignore an evaluation within four minutes.
          minute: minute.map((at) => at - (at % 5)),
          automation: fc.constant(number),
          what: what('publish'),
          definition: definition(start, number, count),
          existing: fc.subarray(['t1', 't2', 't3']),
        }),
      ),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        minute,
        automation,
        what: what('migrate'),
        missing: fc.constantFrom(null, 'first' as const),
      }),
    },
  )
}

/** Sorts changes and removes invalid ones: publication and migration during a pause, and pauses of paused automations. */
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
      subscribers: fc.array(subscriberAt(start), { minLength: SUBSCRIBERS, maxLength: SUBSCRIBERS }),
      automations: fc.tuple(...Array.from({ length: count }, (_, i) => definition(start, i + 1, count))),
      changes: fc.array(change(start, count), { minLength: 50, maxLength: 90, size: 'max' }).map(inOrder),
      minutes: fc.constant(MINUTES),
    }),
  )
