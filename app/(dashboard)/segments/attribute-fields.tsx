'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChoiceField } from '@/components/choices/choice-field'
import { ChoiceOptions } from '@/components/choices/choice-options'
import { TypedFieldInput } from '@/components/custom-fields/typed-field-input'
import { useTypedField } from '@/components/custom-fields/use-typed-field'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import type { FieldType } from '@/server/modules/custom-fields/field-types-schema.ts'
import { STATES } from '@/server/modules/subscribers/values-schema.ts'
import { COMPARISON_LABELS, type ConditionOf } from './conditions'

interface FieldsProps<C> {
  condition: C
  onChange: (condition: C) => void
}

/** Has any of the chosen tags. */
export function TagFields({ condition, onChange }: FieldsProps<ConditionOf<'tags'>>) {
  return (
    <ChoiceOptions
      kind="tag"
      label="Any of these tags"
      noun="tag"
      chosen={condition.any.flatMap(({ matching }) => matching)}
      onChange={(matching) => onChange({ ...condition, any: [{ type: 'ids', matching }] })}
    />
  )
}

export function StateFields({ condition, onChange }: FieldsProps<ConditionOf<'subscriber_state'>>) {
  const { states } = condition
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-2.5">
      <legend className="sr-only">Any of these states</legend>
      {STATES.map((state) => (
        <Field key={state} layout="inline" label={subscriberStates[state].label}>
          <Checkbox
            checked={states.includes(state)}
            onCheckedChange={(checked) =>
              onChange({
                ...condition,
                states: checked ? [...states, state] : states.filter((chosen) => chosen !== state),
              })
            }
          />
        </Field>
      ))}
    </fieldset>
  )
}

/** The custom field that a condition is about; 0 while none is chosen. */
export function CustomFieldChoice({ id, onChange }: { id: number; onChange: (id: number) => void }) {
  const trpc = useTRPC()
  const names = useQuery(
    trpc.automations.names.queryOptions({ field: [id] }, { enabled: id > 0, placeholderData: keepPreviousData }),
  )
  // The previous field's names do not tell whether this one was deleted.
  const name = names.data && !names.isPlaceholderData ? names.data.field?.[id] : null
  return (
    <ChoiceField
      kind="field"
      label="Custom field"
      hideLabel
      className="min-w-0 grow basis-40"
      noun="custom field"
      value={id}
      name={name}
      onChange={(next) => onChange(next ?? 0)}
    />
  )
}

type Comparison = ConditionOf<'custom_field'>['comparison']

const BY_SIZE: readonly Comparison[] = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal']

/** What can be asked of a field of a type. Several choices are stored as one text. */
const COMPARISONS: Record<FieldType, readonly Comparison[]> = {
  text: ['is', 'contains', 'has_value', ...BY_SIZE],
  number: ['is', ...BY_SIZE, 'has_value'],
  date: ['is', 'has_value'],
  choice: ['is', 'has_value'],
  choices: ['contains', 'has_value'],
  yes_no: ['is', 'has_value'],
}

/** A custom field, what is asked of it, and the value in the input of its type. */
export function CustomFieldFields({ condition, onChange }: FieldsProps<ConditionOf<'custom_field'>>) {
  const { subscriber_custom_field_id: id, comparison, value = '' } = condition
  const field = useTypedField(id)
  const type = field?.type ?? 'text'
  const offered = COMPARISONS[type]
  // One label of several is looked for.
  const format = field && type === 'choices' ? { ...field, type: 'choice' as const } : (field ?? TEXT)
  return (
    <div className="flex flex-wrap gap-2">
      <CustomFieldChoice
        id={id}
        // A value of the field before may not be one of this field.
        onChange={(next) => onChange({ ...condition, subscriber_custom_field_id: next, value: '' })}
      />
      <Field label="Comparison" hideLabel className="w-40 max-sm:grow">
        <SelectInput
          value={comparison}
          // What is stored stays until someone changes it.
          options={[...new Set([...offered, comparison])].map((one) => ({ value: one, label: COMPARISON_LABELS[one] }))}
          onChange={(next) => onChange({ ...condition, comparison: next as Comparison })}
        />
      </Field>
      {comparison === 'has_value' ? null : (
        <TypedFieldInput
          label="Value"
          hideLabel
          className="min-w-0 grow basis-40"
          format={format}
          value={value}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
    </div>
  )
}

const TEXT = { type: 'text', choices: [] } as const

const PLACE = [
  { key: 'latitude', label: 'Latitude' },
  { key: 'longitude', label: 'Longitude' },
  { key: 'radius', label: 'Radius in miles' },
] as const

export function LocationFields({ condition, onChange }: FieldsProps<ConditionOf<'location'>>) {
  return (
    <div className="flex flex-wrap gap-2">
      {PLACE.map(({ key, label }) => (
        <Field key={key} label={label} className="w-32 max-sm:grow">
          <Input
            type="number"
            step="any"
            inputMode="decimal"
            defaultValue={condition[key]}
            onChange={(event) => onChange({ ...condition, [key]: event.target.valueAsNumber })}
          />
        </Field>
      ))}
    </div>
  )
}
