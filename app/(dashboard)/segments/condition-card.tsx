import type { ComponentProps } from 'react'
import { RemovableCard } from '@/components/removable-card'
import { Field } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { SelectInput } from '@/components/ui/select'
import { CustomFieldFields, LocationFields, StateFields, TagFields } from './attribute-fields'
import { labelOf, polarityOf, type SegmentCondition } from './conditions'
import { EngagementFields } from './engagement-fields'
import { WindowFields } from './window-fields'

const loadOwn = () => import('./own-fields')
const CountryFields = onDemand(async () => (await loadOwn()).CountryFields)
const DateFields = onDemand(async () => (await loadOwn()).DateFields)
const DistanceFields = onDemand(async () => (await import('./distance-fields')).DistanceFields)
const LevelFields = onDemand(async () => (await loadOwn()).LevelFields)
const PurchasesFields = onDemand(async () => (await loadOwn()).PurchasesFields)
const SourceFields = onDemand(async () => (await import('./source-fields')).SourceFields)
const MembershipFields = onDemand(async () => (await loadOwn()).MembershipFields)

interface ConditionCardProps<C extends SegmentCondition> {
  condition: C
  /** `is_negated` changes the negation too. */
  onChange: (condition: C, is_negated?: boolean) => void
  onRemove: () => void
  /** Lets users negate the condition. Undefined: it cannot be negated. */
  negation?: { is_negated: boolean; onChange: (is_negated: boolean) => void }
}

export function ConditionCard<C extends SegmentCondition>({
  condition,
  onChange,
  onRemove,
  negation,
}: ConditionCardProps<C>) {
  const label = labelOf(condition.type)
  const [is, is_not] = polarityOf(condition)
  return (
    <RemovableCard
      label={label}
      title={
        negation ? (
          <Field label={`${label}: matches or not`} hideLabel className="min-w-0">
            <SelectInput
              value={negation.is_negated ? 'not' : 'is'}
              options={[
                { value: 'is', label: is },
                { value: 'not', label: is_not },
              ]}
              onChange={(next) => negation.onChange(next === 'not')}
            />
          </Field>
        ) : undefined
      }
      onRemove={onRemove}
    >
      <Fields
        condition={condition}
        is_of_segment={negation !== undefined}
        onChange={(changed) => onChange(changed as C)}
        emptiness={
          negation && {
            is_asked: negation.is_negated && 'comparison' in condition && condition.comparison === 'has_value',
            onChange: (changed, is_asked) => onChange(changed as C, is_asked),
          }
        }
      />
    </RemovableCard>
  )
}

interface FieldsProps {
  condition: SegmentCondition
  /** True for segments, which have more conditions than automations' steps. */
  is_of_segment: boolean
  onChange: (condition: SegmentCondition) => void
  emptiness: ComponentProps<typeof CustomFieldFields>['emptiness']
}

function Fields({ condition, is_of_segment, onChange, emptiness }: FieldsProps) {
  switch (condition.type) {
    case 'tags':
      return <TagFields condition={condition} onChange={onChange} />
    case 'attribution':
      return <SourceFields condition={condition} onChange={onChange} />
    case 'subscriber_state':
      return <StateFields condition={condition} onChange={onChange} />
    case 'custom_field':
    case 'choice_field':
      return (
        <CustomFieldFields
          condition={condition}
          is_of_segment={is_of_segment}
          onChange={onChange}
          emptiness={emptiness}
        />
      )
    case 'location':
      return <LocationFields condition={condition} onChange={onChange} />
    case 'subscribed':
      return <WindowFields condition={condition} onChange={onChange} />
    case 'sequences':
    case 'automations':
      return <MembershipFields condition={condition} onChange={onChange} />
    case 'purchases':
      return <PurchasesFields condition={condition} onChange={onChange} />
    case 'date_field':
      return <DateFields condition={condition} onChange={onChange} />
    case 'country':
      return <CountryFields condition={condition} onChange={onChange} />
    case 'distance':
      return <DistanceFields condition={condition} onChange={onChange} />
    case 'engagement_level':
      return <LevelFields condition={condition} onChange={onChange} />
    default:
      return <EngagementFields condition={condition} onChange={onChange} />
  }
}
