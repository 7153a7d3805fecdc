import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import { guessDateOrder } from '@/server/modules/imports/guesses-schema.ts'
import type { FoundWord } from '@/server/modules/imports/preview-schema.ts'
import type { ColumnTarget, TagSeparator } from '@/server/modules/imports/schema.ts'
import { certainOrder } from './certain-order'
import { DateOrderField } from './date-order'
import { NewField } from './new-field'
import { StateWords } from './state-words'

interface ColumnRowProps {
  header: string
  examples: readonly string[]
  column: ColumnTarget
  fields: readonly TypedField[]
  /** Words of a state column in the first rows. */
  words?: readonly FoundWord[]
  /** True if the dates in the first rows are ambiguous. */
  isOrderAsked?: boolean
  onChange: (column: ColumnTarget) => void
}

/** A column with its name, sample values, and the field it is mapped to. */
export function ColumnRow({
  header,
  examples,
  column,
  fields,
  words = [],
  isOrderAsked = false,
  onChange,
}: ColumnRowProps) {
  const samples = [...new Set(examples.filter((text) => text.trim() !== ''))].slice(0, 3)
  return (
    <li className="grid gap-x-8 gap-y-3 px-5 py-4 sm:grid-cols-2 sm:px-6">
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="truncate font-medium">{header}</p>
        <p className="truncate text-muted-foreground text-sm">
          {samples.length > 0 ? samples.join(' · ') : 'Empty in the first rows'}
        </p>
      </div>
      <div
        className={cn(
          'grid min-w-0 content-start gap-3',
          // Mapping words to states needs the whole width.
          column.target !== 'state' && 'lg:auto-cols-fr lg:grid-flow-col',
        )}
      >
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
        {column.target === 'tags' ? (
          <Field label={`${header} separator`} hideLabel>
            <SelectInput
              value={column.separator ?? ','}
              onChange={(value) => onChange({ ...column, separator: separatorOf(value) })}
              options={TAG_SEPARATORS}
            />
          </Field>
        ) : null}
        {column.target === 'state' ? <StateWords column={column} words={words} onChange={onChange} /> : null}
        {hasDates(column, fields) && (isOrderAsked || guessDateOrder(examples)) ? (
          <DateOrderField
            header={header}
            value={column.date_order}
            onChange={(date_order) => onChange({ ...column, date_order })}
          />
        ) : null}
      </div>
    </li>
  )
}

const OWN = [
  { value: 'ignore', label: 'Skip this column' },
  { value: 'email_address', label: 'Email address' },
  { value: 'first_name', label: 'First name' },
  { value: 'tags', label: 'Tags' },
  { value: 'created_at', label: 'Date joined' },
  { value: 'state', label: 'Subscriber state' },
] as const

const TAG_SEPARATORS = [
  { value: ',', label: 'Separated by commas' },
  { value: ';', label: 'Separated by semicolons' },
  { value: '|', label: 'Separated by vertical bars' },
] as const

const separatorOf = (value: string): TagSeparator => TAG_SEPARATORS.find((one) => one.value === value)?.value ?? ','

type DateColumn = Extract<ColumnTarget, { target: 'created_at' | 'field' | 'new_field' }>

function hasDates(column: ColumnTarget, fields: readonly TypedField[]): column is DateColumn {
  if (column.target === 'created_at') return true
  if (column.target === 'new_field') return column.type === 'date'
  return column.target === 'field' && fields.some(({ id, type }) => id === column.custom_field_id && type === 'date')
}

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
  const date_order = certainOrder(examples)
  if (value.startsWith('field:')) {
    const custom_field_id = Number(value.slice('field:'.length))
    const is_date = fields.some(({ id, type }) => id === custom_field_id && type === 'date')
    return { target: 'field', custom_field_id, ...(is_date ? date_order : {}) }
  }
  switch (value) {
    case 'email_address':
    case 'first_name':
    case 'tags':
      return { target: value }
    case 'state':
      return { target: value }
    case 'created_at':
      return { target: value, ...date_order }
    case 'new_field':
      return { target: value, label: header.slice(0, 255) }
    default:
      return { target: 'ignore' }
  }
}

/** Returns a short label of the column’s target. */
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
