import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { Graph } from '../graph-schema.ts'
import { interpret } from './interpreter.ts'
import { type Change, type Guide, instantOfChange, type Scenario, type SubscriberChange } from './scenario.ts'
import { WAIT_CASES } from './wait-cases.ts'
import { anniversary, DAY, endOfWait, MINUTE } from './wall-clock.ts'

// The model against examples by hand, so it does not only agree with the engine.

test('the model imports none of the rules that the engine and the dry run share', () => {
  const imported = ['interpreter', 'matching', 'scenario', 'subscriber', 'wall-clock', 'watch'].flatMap((name) => {
    const source = readFileSync(path.join(import.meta.dirname, `${name}.ts`), 'utf8')
    return [...source.matchAll(/ from '([^']+)'/g)].flatMap(([, from]) => (from?.startsWith('./') ? [] : from))
  })
  expect([...new Set(imported)].sort()).toEqual(['../../subscribers/filter-schema.ts', '../graph-schema.ts'])
})

test.each(WAIT_CASES)('$what', ({ wait, zone, arrived, due }) => {
  const found = endOfWait(wait, Date.parse(arrived), { account: zone, subscriber: zone })
  expect(new Date(found).toISOString()).toBe(new Date(due).toISOString())
})

test('February 29 is celebrated a day before in other years', () => {
  expect([anniversary('1992-02-29', 2027), anniversary('1992-02-29', 2028)]).toEqual(['2027-02-28', '2028-02-29'])
})

const UNGUIDED: Guide = { branch: () => undefined, line: () => undefined }
const START = Date.parse('2027-09-03T00:00:00Z')
const HOUR = 60

const TAG = { id: 't1', on: { type: 'tag_added', tag_id: 1 } } as const
const act = (id: string, action: object, next: string | null = null) => ({ id, kind: 'action', action, next })
const add = (id: string, tag_id: number, next: string | null = null) => act(id, { type: 'add_tag', tag_id }, next)
const wait = (id: string, minutes: number, next: string | null = null) => ({
  id,
  kind: 'wait',
  wait: { for: 'duration', minutes },
  next,
})
const BOUGHT = { type: 'purchased', product_id: null } as const
const tagged = (minute: number): Change => ({ minute, what: 'tag', tag: 1, subscriber: 0, burst: false })
const untagged = (minute: number): Change => ({ minute, what: 'untag', tag: 1, subscriber: 0, burst: false })
const bought = (minute: number): Change => ({ minute, what: 'purchase', product: 1, subscriber: 0, burst: false })
const graph = (...steps: object[]) =>
  Graph.parse({ triggers: [TAG], first: (steps[0] as { id: string } | undefined)?.id ?? null, steps })

/** Returns the path of one subscriber, as `minute event step exit` of the first automation, with minutes since the start. */
function follow(given: Graph, changes: Change[], more: Partial<Scenario> & { reentry?: 'never' | 'always' } = {}) {
  const scenario: Scenario = {
    zone: 'UTC',
    start: START,
    subscribers: [{ zone: null, tags: [], fields: {} }],
    automations: [{ reentry: more.reentry ?? 'never', graph: given }],
    changes,
    minutes: 91 * 1_440,
    ...more,
  }
  const life = interpret(scenario, 0, UNGUIDED)
  const told = life.paths
    .filter(({ automation }) => automation === 1)
    .map(({ lines }) =>
      lines
        .map(({ at, event, step, exit }) =>
          [Math.floor((at - START) / MINUTE), event, step, exit].filter((part) => part ?? false).join(' '),
        )
        .join(', '),
    )
  return { ...life, told, scenario }
}

describe('paths', () => {
  test('a subscriber goes from step to step, and enters once', () => {
    const { told, tags } = follow(graph(add('a', 4, 'w'), wait('w', HOUR, 'b'), add('b', 5)), [
      tagged(1),
      untagged(2),
      tagged(3),
    ])
    expect(told).toEqual(['1 entered t1, 1 passed a next, 61 passed w next, 61 passed b next, 61 completed'])
    expect(tags).toEqual([1, 4, 5])
  })

  test('with re-entry, each tagging enters', () => {
    const { told } = follow(graph(wait('w', HOUR)), [tagged(1), untagged(2), tagged(3)], { reentry: 'always' })
    expect(told).toEqual([
      '1 entered t1, 61 passed w next, 61 completed',
      '3 entered t1, 63 passed w next, 63 completed',
    ])
  })

  test('those who unsubscribed leave immediately and do not enter', () => {
    const steps = graph(act('u', { type: 'unsubscribe' }, 'a'), add('a', 4))
    expect(follow(steps, [tagged(1)]).told).toEqual(['1 entered t1, 1 passed u next, 1 left'])
    const last = graph(act('u', { type: 'unsubscribe' }))
    expect(follow(last, [tagged(1)]).told).toEqual(['1 entered t1, 1 passed u next, 1 completed'])
    const gone: Change = { minute: 1, what: 'unsubscribe', subscriber: 0, burst: false }
    expect(follow(steps, [gone, tagged(2)]).told).toEqual([])
  })

  test('a goal is reached from the steps before it only', () => {
    const goal = { id: 'g', kind: 'goal', name: 'Bought', events: [BOUGHT], next: 'v' }
    const steps = graph(wait('w', 10 * HOUR, 'a'), add('a', 4, 'g'), goal, wait('v', 100 * HOUR))
    expect(follow(steps, [tagged(1), bought(5), bought(9)]).told).toEqual([
      '1 entered t1, 5 moved g, 5 passed g next, 6005 passed v next, 6005 completed',
    ])
  })

  test('an event counts after arrival, until the run has timed out', () => {
    const step = {
      id: 'e',
      kind: 'wait_for_event',
      events: [BOUGHT],
      timeout_minutes: HOUR,
      next: null,
      timed_out: 'a',
    }
    const passed = (...changes: Change[]) => follow(graph(step, add('a', 4)), changes).told[0]
    expect(passed(bought(1), tagged(2), bought(3))).toBe('2 entered t1, 3 passed e next, 3 completed')
    expect(passed(tagged(2))).toContain('62 passed e timed_out')
    const late = { ...(bought(80) as SubscriberChange), minute: 80 }
    expect(passed(tagged(2), { minute: 50, what: 'event', name: 'x', subscriber: 0, burst: true }, late)).toContain(
      '80 passed e next',
    )
  })

  test('a pause keeps what remains of a duration, and dates', () => {
    const pause: Change[] = [
      { minute: 31, automation: 1, what: 'pause' },
      { minute: 131, automation: 1, what: 'resume' },
    ]
    expect(follow(graph(wait('w', HOUR)), [tagged(1), ...pause]).told[0]).toContain('161 passed w')
    const date = { id: 'd', kind: 'wait', wait: { for: 'date', date: '2027-09-03', at: '01:00', zone: 'account' } }
    expect(follow(graph(date), [tagged(1), ...pause]).told[0]).toContain('131 passed d')
    expect(
      follow(graph(wait('w', HOUR)), [pause[0] as Change, tagged(40), { ...pause[1], minute: 50 } as Change]).told,
    ).toEqual([])
    const move: Change = { minute: 61, automation: 1, what: 'move', subscriber: 0, place: 0 }
    const moved = [tagged(1), pause[0] as Change, move, pause[1] as Change]
    expect(follow(graph(wait('w', HOUR)), moved).told[0]).toContain('191 passed w')
    const event = {
      id: 'e',
      kind: 'wait_for_event',
      events: [BOUGHT],
      timeout_minutes: HOUR,
      next: null,
      timed_out: null,
    }
    const to_event = moved.with(2, { ...move, place: 1 })
    expect(follow(graph(wait('w', HOUR, 'e'), event), to_event).told[0]).toContain('191 passed e timed_out')
  })

  test('what happened during a pause is applied when it ends', () => {
    const step = {
      id: 'e',
      kind: 'wait_for_event',
      events: [BOUGHT],
      timeout_minutes: HOUR,
      next: null,
      timed_out: null,
    }
    const { told } = follow(graph(step), [
      tagged(1),
      { minute: 31, automation: 1, what: 'pause' },
      bought(40),
      { minute: 131, automation: 1, what: 'resume' },
    ])
    expect(told).toEqual(['1 entered t1, 131 passed e next, 131 completed'])
  })

  test('a version keeps those inside until they are moved', () => {
    const first = graph(wait('w', HOUR, 'a'), add('a', 4))
    const publish: Change = {
      minute: 10,
      automation: 1,
      what: 'publish',
      definition: { reentry: 'never', graph: graph(wait('x', HOUR)) },
      existing: ['t1'],
    }
    expect(follow(first, [tagged(1), publish]).told).toEqual([
      '1 entered t1, 61 passed w next, 61 passed a next, 61 completed',
    ])
    const moved = follow(first, [tagged(1), publish, { minute: 11, automation: 1, what: 'migrate', missing: 'first' }])
    expect(moved.told).toEqual(['1 entered t1, 11 moved x, 71 passed x next, 71 completed'])
    expect(follow(first, [{ ...publish, existing: [] }], { subscribers: [TAGGED] }).told).toEqual([])
    expect(follow(first, [publish], { subscribers: [TAGGED] }).told).toEqual([
      '10 entered t1, 70 passed x next, 70 completed',
    ])
  })

  test('automations start and follow each other', () => {
    const second = Graph.parse({
      triggers: [{ id: 't1', on: { type: 'automation_completed', automation_id: 1 } }],
      first: 'a',
      steps: [add('a', 6)],
    })
    const { paths, tags } = follow(graph(wait('w', 0)), [tagged(1)], {
      automations: [
        { reentry: 'never', graph: graph(wait('w', 0)) },
        { reentry: 'never', graph: second },
      ],
    })
    expect(paths.map(({ automation, now }) => [automation, now])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(tags).toEqual([1, 6])
  })
})

const TAGGED = { zone: null, tags: [1], fields: {} }

test('a date in a field enters at its time in the zone, each year again if asked', () => {
  const on = { type: 'date_reached', custom_field_id: 2, offset_days: -1, at: '02:30', zone: 'subscriber' }
  const entered = (value: string, yearly: boolean) => {
    const given = Graph.parse({ triggers: [{ id: 't1', on: { ...on, yearly } }], first: 'w', steps: [wait('w', 0)] })
    const { paths } = follow(given, [], { subscribers: [{ zone: 'Europe/Oslo', tags: [], fields: { 2: value } }] })
    return paths.map(({ lines }) => new Date(lines[0]?.at ?? 0).toISOString())
  }
  expect(entered('2027-11-01', false)).toEqual(['2027-10-31T00:30:00.000Z'])
  expect(entered('1990-11-01', false)).toEqual([])
  expect(entered('1990-11-01', true)).toEqual(['2027-10-31T00:30:00.000Z'])
  expect(entered('2028-11-01', true)).toEqual([])
  expect(entered('tomorrow', true)).toEqual([])
})

test('change number n is n milliseconds after its minute', () => {
  const { scenario } = follow(graph(wait('w', 0)), [tagged(1), tagged(1440)])
  expect([0, 1].map((number) => instantOfChange(scenario, number) - START)).toEqual([MINUTE + 1, DAY + 2])
})
