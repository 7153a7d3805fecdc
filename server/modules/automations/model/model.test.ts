import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { imbalancesOf } from '../../../testing/automations/balance.ts'
import { drive } from './drive.ts'
import { scenario } from './generate-changes.ts'
import { interpret } from './interpreter.ts'
import { observe } from './observe.ts'
import { instantOfChange, type Life, type Scenario } from './scenario.ts'

// Random automations, events, pauses, publications and migrations over a quarter: every subscriber goes the way that decision 0082 says.

const AUTOMATIONS = 4
/** A run of a thousand takes longer than any other test. */
const MOST_MS = 30_000 + 15_000 * inject('model_runs')
const SCENARIOS = Math.ceil(inject('model_runs') / AUTOMATIONS)

test(
  `${SCENARIOS * AUTOMATIONS} random automations move subscribers as decision 0082 says`,
  async () => {
    let lines = 0
    await fc.assert(
      fc.asyncProperty(scenario(AUTOMATIONS), async (given) => {
        const driven = await drive(given)
        for (const i of given.subscribers.keys()) {
          const { life, guide } = await observe(driven, i)
          const expected = interpret(given, i, guide)
          if (JSON.stringify(inWords(life)) !== JSON.stringify(inWords(expected)))
            throw new Error(difference(given, i, { life, expected }))
          lines += life.paths.flatMap((path) => path.lines).length
        }
        for (const id of driven.ids.automation) expect(await imbalancesOf(driven.ctx, { id })).toEqual([])
      }),
      { numRuns: SCENARIOS, endOnFailure: !inject('model_shrink') },
    )
    expect(lines).toBeGreaterThan(SCENARIOS)
  },
  MOST_MS,
)

function inWords({ paths, tags, fields, state }: Life) {
  const time = (at: number) => new Date(at).toISOString()
  return {
    paths: paths.map(({ automation, lines, now }) => ({
      automation,
      lines: lines.map(({ at, event, step, exit }) =>
        [time(at), event, step, exit].filter((part) => part ?? false).join(' '),
      ),
      now: now ? now.step : 'over',
    })),
    tags,
    fields,
    state,
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
