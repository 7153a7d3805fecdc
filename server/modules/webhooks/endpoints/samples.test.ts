import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ALL_EVENT_TYPES } from '../event-schema.ts'
import { sampleOf } from './samples.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
/** What stands in code in a row that begins with this. */
const rowOf = (name: string) => {
  const row = PAGE.split('\n').find((line) => line.startsWith('| ') && line.split(' | ')[0]?.includes(`\`${name}\``))
  return [...(row?.split(' | ')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word)
}

test.each(ALL_EVENT_TYPES)(
  'the page about webhooks says what %s carries, and so does its sample [contract 9.5]',
  (type) => {
    const sample = sampleOf(type, new Date())
    expect(rowOf(type)).toEqual([...Object.keys(sample), ...(type.includes('value') ? ['value'] : [])])
    for (const [name, object] of Object.entries(sample)) {
      if (typeof object !== 'object' || object === null) continue
      expect(rowOf(name)).toEqual(Object.keys(object).filter((member) => name !== 'custom_field' || member !== 'value'))
    }
  },
)
