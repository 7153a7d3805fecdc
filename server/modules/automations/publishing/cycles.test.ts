import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { liveAutomation } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { createTag } from '../../tags/service.ts'
import { Graph } from '../graph-schema.ts'
import { cycleProblems, type Linked } from './cycles.ts'

const act = (id: string, action: object, next: string | null = null) => ({ id, kind: 'action', action, next })
const wait = (id: string, next: string) => ({ id, kind: 'wait', wait: { for: 'duration', minutes: 5 }, next })
const start = (automation_id: number) => ({ type: 'start_automation', automation_id })
const tag = (tag_id: number) => ({ type: 'add_tag', tag_id })
const untag = (tag_id: number) => ({ type: 'remove_tag', tag_id })
const set = (value: string) => ({ type: 'set_field', custom_field_id: 1, value })
const by = (on: object) => [{ id: 't', on }]
const tagged = (tag_id: number) => by({ type: 'tag_added', tag_id })
const changed = by({ type: 'field_changed', custom_field_id: 1, value: null })

function linked(
  id: number,
  triggers: object[],
  steps: { id: string }[],
  reentry: Linked['reentry'] = 'always',
): Linked {
  return { id, name: `A${id}`, reentry, graph: Graph.parse({ triggers, steps, first: steps[0]?.id ?? null }) }
}

test.each<[string, Linked[], (string | null)[]]>([
  ['they start each other', [linked(1, [], [act('a', start(2))]), linked(2, [], [act('b', start(1))])], ['a']],
  [
    'through a third',
    [linked(1, [], [act('a', start(2))]), linked(2, [], [act('b', start(3))]), linked(3, [], [act('c', start(1))])],
    ['a'],
  ],
  ['with a wait', [linked(1, [], [act('a', start(2))]), linked(2, [], [wait('w', 'b'), act('b', start(1))])], []],
  [
    'one lets no one enter again',
    [linked(1, [], [act('a', start(2))]), linked(2, [], [act('b', start(1))], 'never')],
    [],
  ],
  ['one way only', [linked(1, [], [act('a', start(2))]), linked(2, [], [act('b', tag(1))])], []],
  [
    'through a tag that is removed again',
    [
      linked(1, tagged(9), [act('a', tag(5))]),
      linked(2, tagged(5), [act('b', untag(5), 'c'), act('c', untag(9), 'd'), act('d', tag(9))]),
    ],
    ['a'],
  ],
  [
    'through a tag that stays',
    [linked(1, tagged(9), [act('a', tag(5))]), linked(2, tagged(5), [act('b', tag(9))])],
    [],
  ],
  ['its own tag', [linked(1, tagged(9), [act('a', untag(9), 'b'), act('b', tag(9))])], ['b']],
  [
    'two values of a field',
    [linked(1, changed, [act('a', set('x'))]), linked(2, changed, [act('b', set('y'))])],
    ['a'],
  ],
  ['one value of a field', [linked(1, changed, [act('a', set('x'))])], []],
  ['a value that is computed', [linked(1, changed, [act('a', set('{{ subscriber.n | plus: 1 }}'))])], ['a']],
  [
    'by completing',
    [
      linked(1, [], [act('a', { type: 'add_to_sequence', sequence_id: 1 })], 'after_leaving'),
      linked(2, by({ type: 'automation_completed', automation_id: 1 }), [act('b', start(1))]),
    ],
    [null],
  ],
])('a loop of automations is found: %s', (_, [draft, ...others], steps) => {
  if (!draft) throw new Error('No draft')
  expect(cycleProblems(draft, others).map(({ step_id }) => step_id)).toEqual(steps)
})

test('publishing warns at the step that leads back through a live automation', async () => {
  const account = await testAccount()
  const call = dashboard(account).automations
  const [there = 0, back = 0] = await Promise.all(
    ['There', 'Back'].map(async (name) => (await createTag(account.ctx, { name })).value.id),
  )
  await liveAutomation(
    account,
    { triggers: tagged(there), steps: [act('a', untag(there), 'b'), act('b', untag(back), 'c'), act('c', tag(back))] },
    { reentry: 'always' },
  )
  const graph = Graph.parse({ triggers: tagged(back), first: 'x', steps: [act('x', tag(there))] })
  const { id, name, revision } = await call.create({ name: 'Back again', kind: 'visual', graph })
  await call.save({ id, name, revision, reentry: 'after_leaving', graph })
  expect((await call.previewPublication({ id })).problems).toEqual([
    {
      step_id: 'x',
      trigger_id: null,
      code: 'starts_each_other',
      blocks: false,
      message: expect.stringContaining('enter “Welcome”, which leads back here without a wait'),
    },
  ])
})
