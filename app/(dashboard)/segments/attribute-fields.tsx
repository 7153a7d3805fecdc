'use client'

import { useQuery } from '@tanstack/react-query'
import { OptionList } from '@/components/option-list'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { STATES } from '@/server/modules/subscribers/schema.ts'
import { COMPARISON_LABELS, type ConditionOf } from './conditions'

interface FieldsProps<C> {
  condition: C
  onChange: (condition: C) => void
}

/** Has any of the chosen tags. */
export function TagFields({ condition, onChange }: FieldsProps<ConditionOf<'tags'>>) {
  const trpc = useTRPC()
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }))
  return (
    <OptionList
      label="Any of these tags"
      noun="tag"
      options={tags.data?.rows}
      chosen={condition.any.flatMap(({ matching }) => matching)}
      onChange={(matching) => onChange({ ...condition, any: [{ type: 'ids', matching }] })}
    />
  )
}

/** Subscribed through any of the chosen forms. */
export function FormFields({ condition, onChange }: FieldsProps<ConditionOf<'attribution'>>) {
  const trpc = useTRPC()
  const forms = useQuery(trpc.forms.list.queryOptions({ status: 'all', per_page: 1000 }))
  return (
    <OptionList
      label="Any of these forms"
      noun="form"
      options={forms.data?.rows}
      chosen={condition.any.flatMap((entry) => (entry.type === 'forms' ? entry.ids : []))}
      onChange={(ids) => onChange({ ...condition, any: [{ type: 'forms', ids }] })}
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

const COMPARISONS = Object.entries(COMPARISON_LABELS).map(([value, label]) => ({ value, label }))

export function CustomFieldFields({ condition, onChange }: FieldsProps<ConditionOf<'custom_field'>>) {
  const trpc = useTRPC()
  const fields = useQuery(trpc.custom_fields.list.queryOptions({ per_page: 1000 }))
  const { subscriber_custom_field_id: id, comparison, value } = condition
  return (
    <div className="flex flex-wrap gap-2">
      <Field label="Custom field" hideLabel className="min-w-0 grow basis-40">
        <SelectInput
          value={id ? String(id) : undefined}
          placeholder={fields.data?.rows.length === 0 ? 'No custom fields yet' : 'Choose a field'}
          options={(fields.data?.rows ?? []).map((field) => ({ value: String(field.id), label: field.label }))}
          onChange={(next) => onChange({ ...condition, subscriber_custom_field_id: Number(next) })}
        />
      </Field>
      <Field label="Comparison" hideLabel className="w-40 max-sm:grow">
        <SelectInput
          value={comparison}
          options={COMPARISONS}
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
