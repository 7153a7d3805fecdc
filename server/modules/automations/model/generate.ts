import fc from 'fast-check'
import { Graph, type Reentry, type Trigger } from '../graph-schema.ts'
import { DATES, listener, type Sketch, sketch, time, zone } from './generate-steps.ts'
import type { Definition } from './scenario.ts'

// Random automations that can be published. Automations write tags 3 and 4 and field 3 only, and one that subscribers may enter
// again has no trigger that an automation after it can cause, so no cascade is endless.

export const ZONES = [
  'Europe/Oslo',
  'America/New_York',
  'Australia/Sydney',
  // Clocks change at midnight, by half an hour, and not at all.
  'America/Santiago',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
]
/** Quarters with changes of the clocks: autumn in the north, and spring with a leap day. */
export const STARTS = ['2027-09-03', '2028-01-27']

/** Replaces hops by ids, and leaves out steps that no one can come to. */
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
  const found = new Set<string>()
  const open = [first]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === null || found.has(id)) continue
    found.add(id)
    const step = steps.find((step) => 'id' in step && step.id === id)
    for (const text of JSON.stringify(step).matchAll(/"(?:next|yes|no|otherwise|timed_out)":"(\w+)"/g))
      open.push(text[1] ?? null)
  }
  return found
}

/** Of seven triggers. None yet: the interpreter enters at the exact instant, the job within five minutes. */
const DATE_TRIGGERS = 0

/** An automation as its `own`th of `count`. */
export function definition(start: string, own: number, count: number): fc.Arbitrary<Definition> {
  return fc.constantFrom<Reentry>('never', 'after_leaving', 'always').chain((reentry) => {
    const on: fc.Arbitrary<Trigger['on']> = fc.oneof(
      { weight: 6, arbitrary: listener(reentry === 'never' ? 'any' : 'external', own, count) },
      {
        weight: DATE_TRIGGERS,
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
