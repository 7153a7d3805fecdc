import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ColumnTarget } from '@/server/modules/imports/schema.ts'
import { ColumnRow } from './column-row'

const htmlOf = (column: ColumnTarget, examples: string[]) =>
  renderToStaticMarkup(
    <ul>
      <ColumnRow header="Color" examples={examples} column={column} fields={[]} onChange={() => undefined} />
    </ul>,
  )

test('a new field has a type, and choices if the type has any', () => {
  expect(htmlOf({ target: 'new_field', label: 'Color' }, ['Red'])).toContain('Field type for Color')
  const choices = htmlOf({ target: 'new_field', label: 'Color', type: 'choice', choices: ['Red', 'Blue'] }, [])
  expect(choices).toContain('>Red\nBlue</textarea>')
  expect(choices).not.toContain('Enter at least one choice')
  expect(htmlOf({ target: 'new_field', label: 'Color', type: 'choices', choices: [''] }, [])).toContain(
    'Enter at least one choice',
  )
  expect(htmlOf({ target: 'new_field', label: 'Color' }, [])).not.toContain('<textarea')
})

test('a new date field asks which number is the day', () => {
  const column: ColumnTarget = { target: 'new_field', label: 'Born', type: 'date', date_order: 'day_first' }
  expect(htmlOf(column, ['03/04/1990'])).toContain('Color date format')
})
