'use client'

import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { CustomFieldFields, FormFields, LocationFields, StateFields, TagFields } from './attribute-fields'
import { type Condition, labelOf } from './conditions'
import { EngagementFields } from './engagement-fields'
import { WindowFields } from './window-fields'

interface ConditionCardProps {
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}

export function ConditionCard({ condition, onChange, onRemove }: ConditionCardProps) {
  const label = labelOf(condition.type)
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-2xl border border-border bg-card p-4 shadow-xs">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-medium text-sm">
          {label}
        </span>
        <Button variant="ghost" size="icon-sm" aria-label={`Remove “${label}”`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      <Fields condition={condition} onChange={onChange} />
    </fieldset>
  )
}

function Fields({ condition, onChange }: Omit<ConditionCardProps, 'onRemove'>) {
  switch (condition.type) {
    case 'tags':
      return <TagFields condition={condition} onChange={onChange} />
    case 'attribution':
      return <FormFields condition={condition} onChange={onChange} />
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
