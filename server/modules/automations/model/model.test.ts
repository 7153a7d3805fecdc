import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { imbalancesOf } from '../../../testing/automations/balance.ts'
import { drive } from './drive.ts'
import { scenario } from './generate.ts'
import { interpret } from './interpreter.ts'
import { observe } from './observe.ts'
import { instantOfChange, type Life, type Scenario } from './scenario.ts'

// Random automations, events, pauses, publications and migrations over a quarter: every subscriber goes the way that decision 0082 says.

const AUTOMATIONS = 4
/** A run of a thousand takes longer than any other test. Only one that hangs takes this long. */
const MAX_MS = 1_800_000 + 15_000 * inject('model_runs')
const SCENARIOS = Math.ceil(inject('model_runs') / AUTOMATIONS)

test(
  `${SCENARIOS * AUTOMATIONS} random automations move subscribers as decision 0082 says`,
  async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(scenario(AUTOMATIONS), async (given) => {
        const driven = await drive(given)
        for (const i of given.subscribers.keys()) {
          const { life, guide } = await observe(driven, i)
          const expected = interpret(given, i, guide)
          if (JSON.stringify(inWords(life)) !== JSON.stringify(inWords(expected)))
            throw new Error(difference(given, i, { life, expected }))
          for (const kind of kindsIn(given, life)) seen.add(kind)
        }
        for (const id of driven.ids.automation) expect(await imbalancesOf(driven.ctx, { id })).toEqual([])
      }),
      { numRuns: SCENARIOS, endOnFailure: !inject('model_shrink') },
    )
    expect(seen.size).toBeGreaterThan(SCENARIOS >= 3 ? MANY_KINDS : 0)
    // A thousand that never did something would say nothing about it.
    if (SCENARIOS >= 250) expect(KINDS.filter((kind) => !seen.has(kind))).toEqual([])
  },
  MAX_MS,
)

const MANY_KINDS = 12
const KINDS = [
  'add_to_sequence',
  'add_tag',
  'notify_team',
  'remove_from_sequence',
  'remove_tag',
  'send_email',
  'set_field',
  'app_action',
  'start_automation',
  'unsubscribe',
  'wait',
  'wait_for_event',
  'condition',
  'split',
  'random_split',
  'goal',
  'by automation_completed',
  'by api_event',
  'by app_event',
  'by date_reached',
  'by field_changed',
  'by form_joined',
  'by link_clicked',
  'by purchased',
  'by segment_entered',
  'by sequence_completed',
  'by tag_added',
  'by tag_removed',
  'moved to a goal',
  'moved to a version',
  'failed',
  'timed_out',
  'left',
  'completed',
]

/** Returns the events on the paths of a subscriber: passed actions and other steps, triggers, and ends. */
function kindsIn({ automations, changes }: Scenario, { paths }: Life): string[] {
  return paths.flatMap(({ automation, lines }) => {
    const published = changes.flatMap((change) =>
      change.what === 'publish' && change.automation === automation ? [change.definition] : [],
    )
    const graphs = [automations[automation - 1], ...published].flatMap((one) => (one ? [one.graph] : []))
    const stepsOf = (id: string | null) => graphs.flatMap(({ steps }) => steps.filter((step) => step.id === id))
    return lines.flatMap(({ event, step, exit }) => {
      const steps = stepsOf(step)
      switch (event) {
        case 'entered': {
          const [only, ...more] = new Set(
            graphs.flatMap(({ triggers }) => triggers.filter(({ id }) => id === step).map(({ on }) => on.type)),
          )
          return only && more.length === 0 ? [`by ${only}`] : []
        }
        case 'passed':
          return [
            ...steps.map((one) => (one.kind === 'action' ? one.action.type : one.kind)),
            ...(exit === 'timed_out' ? [exit] : []),
          ]
        case 'moved':
          return [steps.some(({ kind }) => kind === 'goal') ? 'moved to a goal' : 'moved to a version']
        default:
          return [event]
      }
    })
  })
}

function inWords({ paths, ...rest }: Life) {
  const time = (at: number) => new Date(at).toISOString()
  return {
    paths: paths.map(({ automation, lines, now }) => ({
      automation,
      lines: lines.map(({ at, event, step, exit }) =>
        [time(at), event, step, exit].filter((part) => part ?? false).join(' '),
      ),
      now: now ? now.step : 'over',
    })),
    ...rest,
  }
}

function difference(given: Scenario, subscriber: number, { life, expected }: { life: Life; expected: Life }): string {
  const [did, should] = [inWords(life), inWords(expected)]
  const of = ({ paths }: typeof did, number: number) => paths.filter(({ automation }) => automation === number)
  const number = given.automations.findIndex(
    (_, i) => JSON.stringify(of(did, i + 1)) !== JSON.stringify(of(should, i + 1)),
  )
  const changes = given.changes.flatMap((change, i) =>
    'subscriber' in change && change.subscriber !== subscriber
      ? []
      : [`${new Date(instantOfChange(given, i)).toISOString()} ${JSON.stringify(change)}`],
  )
  const { paths: _did, ...rest } = did
  const { paths: _should, ...expected_rest } = should
  return [
    `Subscriber ${subscriber} went another way in automation ${number + 1}`,
    `account ${given.zone}, subscriber ${JSON.stringify(given.subscribers[subscriber])}`,
    ...given.automations.map((automation, i) => `automation ${i + 1}: ${JSON.stringify(automation)}`),
    ...changes,
    `engine: ${JSON.stringify(number < 0 ? rest : of(did, number + 1), null, 1)}`,
    `decision: ${JSON.stringify(number < 0 ? expected_rest : of(should, number + 1), null, 1)}`,
  ].join('\n')
}
