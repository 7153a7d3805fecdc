'use client'

import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import { guessDateOrder, stateOfYes } from '@/server/modules/imports/guesses-schema.ts'
import type { ColumnTarget } from '@/server/modules/imports/schema.ts'
import { NewField } from './new-field'

interface ColumnRowProps {
  header: string
  examples: readonly string[]
  column: ColumnTarget
  fields: readonly TypedField[]
  onChange: (column: ColumnTarget) => void
}

/** One column: its name and sample values, and the field it is mapped to. */
export function ColumnRow({ header, examples, column, fields, onChange }: ColumnRowProps) {
  const shown = [...new Set(examples.filter((text) => text.trim() !== ''))].slice(0, 3)
  return (
    <li className="grid gap-x-8 gap-y-3 px-5 py-4 sm:grid-cols-2 sm:px-6">
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="truncate font-medium">{header}</p>
        <p className="truncate text-muted-foreground text-sm">
          {shown.length > 0 ? shown.join(' · ') : 'Empty in the first rows'}
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-3 lg:auto-cols-fr lg:grid-flow-col">
        <Field label={`Import column ${header} as`} hideLabel>
          <SelectInput
            value={optionOf(column)}
            onChange={(value) => onChange(columnOf(value, { header, examples, fields }))}
            options={optionsFor(fields)}
          />
        </Field>
        {column.target === 'new_field' ? (
          <NewField header={header} examples={examples} column={column} onChange={onChange} />
        ) : null}
        {'date_order' in column && guessDateOrder(examples) ? (
          <Field label={`Date format of ${header}`} hideLabel>
            <SelectInput
              value={column.date_order}
              onChange={(value) =>
                onChange({ ...column, date_order: value === 'month_first' ? 'month_first' : 'day_first' })
              }
              options={[
                { value: 'day_first', label: 'Day first: 31/12/2025' },
                { value: 'month_first', label: 'Month first: 12/31/2025' },
              ]}
            />
          </Field>
        ) : null}
      </div>
    </li>
  )
}

const OWN = [
  { value: 'ignore', label: 'Skip this column' },
  { value: 'email_address', label: 'Email address' },
  { value: 'first_name', label: 'First name' },
  { value: 'tags', label: 'Tags (comma-separated)' },
  { value: 'created_at', label: 'Date joined' },
  { value: 'state', label: 'Subscriber state' },
] as const

const optionsFor = (fields: readonly TypedField[]) => [
  ...OWN,
  { value: 'new_field', label: 'New custom field' },
  ...fields.map(({ id, label }) => ({ value: `field:${id}`, label: `Field: ${label}` })),
]

const optionOf = (column: ColumnTarget) =>
  column.target === 'field' ? `field:${column.custom_field_id}` : column.target

function columnOf(
  value: string,
  { header, examples, fields }: Pick<ColumnRowProps, 'header' | 'examples' | 'fields'>,
): ColumnTarget {
  const date_order = guessDateOrder(examples)?.date_order ?? 'day_first'
  if (value.startsWith('field:')) {
    const custom_field_id = Number(value.slice('field:'.length))
    const is_date = fields.some(({ id, type }) => id === custom_field_id && type === 'date')
    return { target: 'field', custom_field_id, ...(is_date ? { date_order } : {}) }
  }
  switch (value) {
    case 'email_address':
    case 'first_name':
    case 'tags':
      return { target: value }
    case 'state':
      return { target: value, yes: stateOfYes(header) }
    case 'created_at':
      return { target: value, date_order }
    case 'new_field':
      return { target: value, label: header.slice(0, 255) }
    default:
      return { target: 'ignore' }
  }
}

/** A short label of the column’s target. */
export function targetLabel(column: ColumnTarget, fields: readonly TypedField[]): string {
  switch (column.target) {
    case 'email_address':
      return 'Email address'
    case 'first_name':
      return 'First name'
    case 'tags':
      return t`Tags`
    case 'created_at':
      return t`Joined`
    case 'state':
      return t`State`
    case 'new_field':
      return `New field: ${column.label}`
    case 'field':
      return fields.find(({ id }) => id === column.custom_field_id)?.label ?? 'Custom field'
    default:
      return t`Skipped`
  }
}
