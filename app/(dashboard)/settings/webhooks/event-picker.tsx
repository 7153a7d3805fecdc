import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import type { PublicEventType } from '@/server/modules/webhooks/event-schema.ts'
import { EVENT_GROUPS } from '@/server/modules/webhooks/event-values-schema.ts'

interface EventPickerProps {
  value: readonly PublicEventType[]
  onChange: (events: PublicEventType[]) => void
}

/** Event types by resource. A resource's checkbox selects all of its events. */
export function EventPicker({ value, onChange }: EventPickerProps) {
  const chosenTypes = new Set(value)
  const toggle = (types: readonly PublicEventType[], on: boolean) =>
    onChange([...value.filter((type) => !types.includes(type)), ...(on ? types : [])])

  return (
    <div className="max-h-64 divide-y divide-border overflow-y-auto rounded-lg border border-border">
      {EVENT_GROUPS.map(({ noun, events }) => {
        const types = events.map(({ type }) => type)
        const count = types.filter((type) => chosenTypes.has(type)).length
        return (
          <fieldset key={noun} className="grid gap-2.5 px-4 py-3.5">
            <legend className="sr-only">{noun}</legend>
            <Choice
              label={<span className="font-medium">{noun}</span>}
              checked={count === 0 ? false : count === types.length ? true : 'indeterminate'}
              onChange={(on) => toggle(types, on)}
            />
            <div className="grid gap-2.5 ps-7">
              {events.map(({ type, label }) => (
                <Choice
                  key={type}
                  label={
                    <span className="grid gap-0.5">
                      <span>{label}</span>
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
