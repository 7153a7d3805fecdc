import { FIELD_TYPE_LABELS } from '@/components/custom-fields/field-type-labels'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { FIELD_TYPES, type FieldType, hasChoices } from '@/server/modules/custom-fields/field-types-schema.ts'
import type { ColumnTarget } from '@/server/modules/imports/schema.ts'
import { certainOrder } from './certain-order'
import { choicesIn } from './choices-in'

type NewFieldColumn = Extract<ColumnTarget, { target: 'new_field' }>

interface NewFieldProps {
  header: string
  examples: readonly string[]
  column: NewFieldColumn
  onChange: (column: NewFieldColumn) => void
}

const TYPES = FIELD_TYPES.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }))

/** Name, type and choices of the field that the import creates for a column. */
export function NewField({ header, examples, column, onChange }: NewFieldProps) {
  const { label, type = 'text', choices = [] } = column

  function choose(value: string) {
    const next = FIELD_TYPES.find((one) => one === value) ?? 'text'
    onChange({ target: 'new_field', label, type: next, ...formatOf(next, examples) })
  }

  return (
    <div className="grid content-start gap-3">
      <Field
        label={`Field name for ${header}`}
        hideLabel
        error={label.trim() === '' ? 'Enter a field name' : undefined}
      >
        <Input value={label} maxLength={255} onChange={(event) => onChange({ ...column, label: event.target.value })} />
      </Field>
      <Field label={`Field type for ${header}`} hideLabel>
        <SelectInput value={type} options={TYPES} onChange={choose} />
      </Field>
      {hasChoices(type) ? (
        <Field
          label={`Choices for ${header}`}
          hideLabel
          description="One per line. Other values are ignored."
          error={choices.every((one) => one.trim() === '') ? 'Enter at least one choice' : undefined}
        >
          <Textarea
            rows={4}
            value={choices.join('\n')}
            onChange={(event) => onChange({ ...column, choices: event.target.value.split('\n') })}
          />
        </Field>
      ) : null}
    </div>
  )
}

function formatOf(type: FieldType, examples: readonly string[]) {
  if (hasChoices(type)) return { choices: choicesIn(type, examples) }
  return type === 'date' ? certainOrder(examples) : {}
}
