'use client'

import { RemovableCard } from '@/components/removable-card'
import { CustomFieldFields, LocationFields, StateFields, TagFields } from './attribute-fields'
import { type Condition, labelOf } from './conditions'
import { EngagementFields } from './engagement-fields'
import { SourceFields } from './source-fields'
import { WindowFields } from './window-fields'

interface ConditionCardProps {
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}

export function ConditionCard({ condition, onChange, onRemove }: ConditionCardProps) {
  return (
    <RemovableCard label={labelOf(condition.type)} onRemove={onRemove}>
      <Fields condition={condition} onChange={onChange} />
    </RemovableCard>
  )
}

function Fields({ condition, onChange }: Omit<ConditionCardProps, 'onRemove'>) {
  switch (condition.type) {
    case 'tags':
      return <TagFields condition={condition} onChange={onChange} />
    case 'attribution':
      return <SourceFields condition={condition} onChange={onChange} />
    case 'subscriber_state':
      return <StateFields condition={condition} onChange={onChange} />
    case 'custom_field':
      return <CustomFieldFields condition={condition} onChange={onChange} />
    case 'location':
      return <LocationFields condition={condition} onChange={onChange} />
    case 'subscribed':
      return <WindowFields condition={condition} onChange={onChange} />
    default:
      return <EngagementFields condition={condition} onChange={onChange} />
  }
}
