import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decide, TEMPLATE_ACTIONS, TEMPLATE_STATES, type TemplateAction } from './transitions-schema.ts'

/** The words of the contract's table. */
const TRIGGERS: [RegExp, TemplateAction[]][] = [
  [/^submit for review$/, ['submit']],
  [/^approval$/, ['approve']],
  [/^rejection$/, ['reject']],
  [/^publish$/, ['publish']],
  [/^edit of name, description, feature labels or source automation$/, ['edit', 'change_source']],
  [/^adoption by a creator$/, ['adopt']],
  [/^deletion$/, ['delete']],
]

const wordOf = (cell: string) => cell.toLowerCase().replaceAll(' ', '_')

/** The rows of contract 11 as `state action -> next state`. */
function listed(): Map<string, string> {
  const text = readFileSync(new URL('../../../docs/contract/11-automation-templates.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\|(.+)\|$/gm)]
    .slice(2)
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
  const transitions = new Map<string, string>()
  for (const [state = '', trigger = '', next = ''] of rows) {
    const actions = TRIGGERS.find(([words]) => words.test(trigger))?.[1]
    if (!actions) expect.fail(`The table of contract 11 has a trigger that no action stands for: ${trigger}`)
    for (const from of state === 'any' ? TEMPLATE_STATES : [wordOf(state)])
      for (const action of actions) transitions.set(`${from} ${action}`, wordOf(next))
  }
  return transitions
}

test('every action in every state does what the table lists, and is refused with a reason otherwise [contract 11]', () => {
  const table = listed()
  expect(table.size).toBe(13)
  for (const state of TEMPLATE_STATES) {
    for (const action of TEMPLATE_ACTIONS) {
      const decision = decide({ state, is_live: state === 'published' }, action)
      const next = table.get(`${state} ${action}`)
      const name = `${action} in ${state}`
      if (next) expect(decision, name).toMatchObject({ to: next })
      // Developers publish their automations whenever they like: the template stays as it was submitted.
      else if (action === 'change_source') expect(decision, name).toEqual({ to: state, effects: [] })
      else expect(decision, name).toEqual({ refusal: expect.stringMatching(/^The template is .{8,}/) })
    }
  }
})

test('creators adopt the live version while a newer one is a draft, in review or approved', () => {
  for (const state of TEMPLATE_STATES)
    expect(decide({ state, is_live: true }, 'adopt'), state).toEqual({ to: state, effects: [] })
})

test('only publishing makes a version live, and nothing takes it down but deletion', () => {
  for (const state of TEMPLATE_STATES)
    for (const action of TEMPLATE_ACTIONS) {
      const decision = decide({ state, is_live: true }, action)
      const goes_live = 'to' in decision && decision.effects.includes('go_live')
      expect(goes_live, `${action} in ${state}`).toBe(state === 'approved' && action === 'publish')
    }
})
