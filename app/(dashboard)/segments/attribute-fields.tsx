import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ChoiceField } from '@/components/choices/choice-field'
import { ChoiceOptions } from '@/components/choices/choice-options'
import { TypedFieldInput } from '@/components/custom-fields/typed-field-input'
import { useTypedField } from '@/components/custom-fields/use-typed-field'
import { NumberField } from '@/components/number-field'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { FieldType } from '@/server/modules/custom-fields/field-types-schema.ts'
import { STATES } from '@/server/modules/subscribers/values-schema.ts'
import { COMPARISON_LABELS, type Comparison, type ConditionOf } from './conditions'

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
      chosenId={condition.any.flatMap(({ matching }) => matching)}
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

/** The custom field of a condition. 0: none is chosen. */
export function CustomFieldChoice({ id, onChange }: { id: number; onChange: (id: number) => void }) {
  const trpc = useTRPC()
  const names = useQuery(
    trpc.automations.names.queryOptions({ field: [id] }, { enabled: id > 0, placeholderData: keepPreviousData }),
  )
  // While the previous field's names are shown, it is unknown whether this field was deleted.
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

const BY_SIZE: readonly Comparison[] = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal']

/** Comparisons for each type of custom field. */
const COMPARISONS: Record<FieldType, readonly Comparison[]> = {
  text: ['is', 'contains', 'has_value', ...BY_SIZE],
  number: ['is', ...BY_SIZE, 'has_value'],
  date: ['is', 'has_value'],
  choice: ['is', 'has_value'],
  choices: ['includes', 'has_value'],
  yes_no: ['is', 'has_value'],
}
/** Several choices are stored as one text, which only segments can split. */
const CHOICES_AS_TEXT: readonly Comparison[] = ['contains', 'has_value']

type FieldCondition = ConditionOf<'custom_field' | 'choice_field'>

const conditionOf = (id: number, comparison: Comparison, value: string): FieldCondition =>
  comparison === 'includes'
    ? { type: 'choice_field', subscriber_custom_field_id: id, value }
    : { type: 'custom_field', subscriber_custom_field_id: id, comparison, value }

/** A custom field, a comparison, and the value in the input of the field's type. */
export function CustomFieldFields({
  condition,
  is_of_segment,
  onChange,
  emptiness,
}: FieldsProps<FieldCondition> & {
  is_of_segment: boolean
  /** `is_asked`: subscribers without a value match. Undefined: it cannot be chosen. */
  emptiness?: { is_asked: boolean; onChange: (condition: FieldCondition, is_asked: boolean) => void } | undefined
}) {
  const { subscriber_custom_field_id: id, value = '' } = condition
  const current: Comparison = condition.type === 'choice_field' ? 'includes' : condition.comparison
  const field = useTypedField(id)
  const type = field?.type ?? 'text'
  const offeredComparisons = type === 'choices' && !is_of_segment ? CHOICES_AS_TEXT : COMPARISONS[type]
  const [usual = current] = offeredComparisons
  // Without a value, show the type's default comparison. A stored comparison stays until someone changes it.
  const comparison = !field || offeredComparisons.includes(current) || value !== '' ? current : usual
  // For a newly chosen field, store the displayed comparison as soon as the field's type is known.
  const chosenId = useRef(0)
  useEffect(() => {
    if (!field || chosenId.current !== id) return
    chosenId.current = 0
    if (comparison !== current) onChange(conditionOf(id, comparison, ''))
  }, [comparison, field, id, onChange, current])
  // The condition looks for a single label.
  const format = field && type === 'choices' ? { ...field, type: 'choice' as const } : (field ?? TEXT)
  return (
    <div className="flex flex-wrap gap-2">
      <CustomFieldChoice
        id={id}
        // The previous field's value may be invalid for this one.
        onChange={(next) => {
          chosenId.current = next ?? 0
          onChange(conditionOf(next ?? 0, comparison === 'includes' ? 'is' : comparison, ''))
        }}
      />
      <Field label="Comparison" hideLabel className="w-40 max-sm:grow">
        <SelectInput
          value={emptiness?.is_asked ? EMPTY : comparison}
          options={[
            ...[...new Set([...offeredComparisons, comparison])].map((one) => ({
              value: one,
              label: COMPARISON_LABELS[one],
            })),
            ...(emptiness ? [{ value: EMPTY, label: t`is empty` }] : []),
          ]}
          onChange={(next) => {
            const changed = conditionOf(id, next === EMPTY ? 'has_value' : (next as Comparison), value)
            if (emptiness && (next === EMPTY || emptiness.is_asked)) emptiness.onChange(changed, next === EMPTY)
            else onChange(changed)
          }}
        />
      </Field>
      {comparison === 'has_value' ? null : (
        <TypedFieldInput
          label="Value"
          hideLabel
          unchosen={t`Choose a value`}
          className="min-w-0 grow basis-40"
          format={format}
          value={value}
          onChange={(next) => onChange(conditionOf(id, comparison, next))}
        />
      )}
    </div>
  )
}

const TEXT = { type: 'text', choices: [] } as const
/** Not a comparison of its own, but the opposite of having a value. */
const EMPTY = 'empty'

const PLACE = [
  { key: 'latitude', label: 'Latitude', least: -90, most: 90 },
  { key: 'longitude', label: 'Longitude', least: -180, most: 180 },
  { key: 'radius', label: 'Radius in miles', least: 0.1, most: 25_000 },
] as const

export function LocationFields({ condition, onChange }: FieldsProps<ConditionOf<'location'>>) {
  return (
    <div className="flex flex-wrap gap-2">
      {PLACE.map(({ key, label, least, most }) => (
        <NumberField
          key={key}
          label={label}
          layout="row"
          className="w-32 max-sm:grow"
          min={least}
          max={most}
          has_fractions
          value={condition[key]}
          onChange={(next) => onChange({ ...condition, [key]: next })}
        />
      ))}
    </div>
  )
}
