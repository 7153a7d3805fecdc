'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChoiceField } from '@/components/choices/choice-field'
import { ChoiceOptions } from '@/components/choices/choice-options'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
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

const comparisons = () => Object.entries(COMPARISON_LABELS).map(([value, label]) => ({ value, label }))

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

export function CustomFieldFields({ condition, onChange }: FieldsProps<ConditionOf<'custom_field'>>) {
  const { subscriber_custom_field_id: id, comparison, value } = condition
  return (
    <div className="flex flex-wrap gap-2">
      <CustomFieldChoice id={id} onChange={(next) => onChange({ ...condition, subscriber_custom_field_id: next })} />
      <Field label="Comparison" hideLabel className="w-40 max-sm:grow">
        <SelectInput
          value={comparison}
          options={comparisons()}
          onChange={(next) => onChange({ ...condition, comparison: next as typeof comparison })}
        />
      </Field>
      {comparison === 'has_value' ? null : (
        <Field label="Value" hideLabel className="min-w-0 grow basis-40">
          <Input
            value={value ?? ''}
            inputMode={comparison.includes('than') ? 'decimal' : undefined}
            placeholder={comparison.includes('than') ? '10' : 'Bergen'}
            onChange={(event) => onChange({ ...condition, value: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}

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
