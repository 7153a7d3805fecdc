import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ALL_EVENT_TYPES } from '../event-schema.ts'
import { sampleOf } from './samples.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
/** Returns the code words in the second cell of the row about `name`. */
const rowOf = (name: string) => {
  const row = PAGE.split('\n').find((line) => line.startsWith('| ') && line.split(' | ')[0]?.includes(`\`${name}\``))
  return [...(row?.split(' | ')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word)
}

test.each(ALL_EVENT_TYPES)('docs/webhooks.md lists the members of %s as its sample has them [contract 9.5]', (type) => {
  const sample = sampleOf(type, new Date())
  expect(rowOf(type)).toEqual([...Object.keys(sample), ...(type.includes('value') ? ['value'] : [])])
  for (const [name, object] of Object.entries(sample)) {
    if (typeof object !== 'object' || object === null) continue
    expect(rowOf(name)).toEqual(Object.keys(object).filter((member) => name !== 'custom_field' || member !== 'value'))
  }
})
