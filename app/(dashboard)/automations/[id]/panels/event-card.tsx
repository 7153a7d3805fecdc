'use client'

import { type LucideIcon, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'

interface EventCardProps {
  label: string
  onRemove: () => void
  children: ReactNode
}

/** One trigger, or one event that a step waits for. */
export function EventCard({ label, onRemove, children }: EventCardProps) {
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-xl border border-border p-4">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-medium text-sm">
          {label}
        </span>
        <Button variant="ghost" size="icon-sm" aria-label={`Remove “${label}”`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      {children}
    </fieldset>
  )
}

interface AddMenuProps<Value> {
  label: string
  offered: Record<string, { label: string; icon: LucideIcon; make: () => Value }>
  onAdd: (value: Value) => void
}

/** The kinds of events that can be added. */
export function AddMenu<Value>({ label, offered, onAdd }: AddMenuProps<Value>) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="w-fit">
          <Plus aria-hidden /> {label}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {Object.entries(offered).map(([type, { label: name, icon: Icon, make }]) => (
          <DropdownMenuItem key={type} onSelect={() => onAdd(make())}>
            <Icon aria-hidden /> {name}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
