'use client'

import { Plus, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import type { Listener, ListenerType } from '@/server/modules/automations/graph-schema.ts'
import { LISTENERS } from '../../graph/catalog'
import { ListenerFields } from './listener-fields'

interface EventsFieldsProps {
  label: string
  value: readonly Listener[]
  onChange: (value: Listener[]) => void
}

const MOST = 5

/** The events that a wait or a goal counts; one is enough. */
export function EventsFields({ label, value, onChange }: EventsFieldsProps) {
  return (
    <section aria-label={label} className="grid gap-3">
      <h3 className="font-medium text-sm">{label}</h3>
      {value.map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their fields hold no state of their own.
        <fieldset key={at} className="grid min-w-0 gap-4 rounded-xl border border-border p-4">
          <legend className="sr-only">{LISTENERS[event.type].label}</legend>
          <div className="flex items-center justify-between gap-3">
            <span aria-hidden className="font-medium text-sm">
              {LISTENERS[event.type].label}
            </span>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove “${LISTENERS[event.type].label}”`}
              onClick={() => onChange(value.filter((_, other) => other !== at))}
            >
              <X aria-hidden />
            </Button>
          </div>
          <ListenerFields
            value={event}
            onChange={(next) => onChange(value.map((one, other) => (other === at ? next : one)))}
          />
        </fieldset>
      ))}
      {value.length < MOST ? <AddEvent onAdd={(event) => onChange([...value, event])} /> : null}
    </section>
  )
}

function AddEvent({ onAdd }: { onAdd: (event: Listener) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="w-fit">
          <Plus aria-hidden /> Add event
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {(Object.keys(LISTENERS) as ListenerType[]).map((type) => {
          const { label, icon: Icon, make } = LISTENERS[type]
          return (
            <DropdownMenuItem key={type} onSelect={() => onAdd(make())}>
              <Icon aria-hidden /> {label}
            </DropdownMenuItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
