'use client'

import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import type { EndpointEventType } from '@/server/modules/webhooks/event-schema.ts'
import { EVENT_GROUPS } from '@/server/modules/webhooks/event-values-schema.ts'

interface EventPickerProps {
  value: readonly EndpointEventType[]
  onChange: (events: EndpointEventType[]) => void
}

/** Event types by resource. A resource's checkbox selects all of its events. */
export function EventPicker({ value, onChange }: EventPickerProps) {
  const chosenTypes = new Set(value)
  const toggle = (types: readonly EndpointEventType[], on: boolean) =>
    onChange([...value.filter((type) => !types.includes(type)), ...(on ? types : [])])

  return (
    <div className="max-h-64 divide-y divide-border overflow-y-auto rounded-lg border border-border">
      {EVENT_GROUPS.map(({ noun, events }) => {
        const types = events.filter(({ is_preview }) => !is_preview).map(({ type }) => type)
        const count = types.filter((type) => chosenTypes.has(type)).length
        return (
          <fieldset key={noun} className="grid gap-2.5 px-4 py-3.5">
            <legend className="sr-only">{noun}</legend>
            {types.length > 0 ? (
              <Choice
                label={<span className="font-medium">{noun}</span>}
                checked={count === 0 ? false : count === types.length ? true : 'indeterminate'}
                onChange={(on) => toggle(types, on)}
              />
            ) : (
              <span className="font-medium text-sm">{noun}</span>
            )}
            <div className="grid gap-2.5 ps-7">
              {events.map(({ type, label, is_preview }) => (
                <Choice
                  key={type}
                  label={
                    <span className="grid gap-0.5">
                      <span className="flex flex-wrap items-center gap-2">
                        {label} {is_preview ? <Badge tone="info">Preview</Badge> : null}
                      </span>
                      <code className="text-muted-foreground text-xs">{type}</code>
                    </span>
                  }
                  checked={chosenTypes.has(type)}
                  onChange={(on) => toggle([type], on)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

function Choice({
  label,
  checked,
  onChange,
}: {
  label: React.ReactNode
  checked: boolean | 'indeterminate'
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5 text-sm">
      <Checkbox id={id} checked={checked} onCheckedChange={(on) => onChange(on === true)} className="mt-0.5" />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer [overflow-wrap:anywhere]">
        {label}
      </label>
    </div>
  )
}
