import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { TEMPLATE_STATES, type TemplateAction } from '../../modules/automation-templates/transitions-schema.ts'

/** Wording of the contract's table. */
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

/** Returns the rows of contract 11 as `state action -> next state`. */
export function templateTable(): Map<string, string> {
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
