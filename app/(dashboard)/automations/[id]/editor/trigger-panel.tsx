'use client'

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { type Reentry, Trigger, type TriggerType } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import { TRIGGERS } from '../../graph/catalog'
import { TriggerFields } from '../panels/listener-fields'
import { usePanel } from '../panels/panel-context'

interface TriggerPanelProps {
  triggers: readonly Trigger[]
  reentry: Reentry
  problems: readonly Problem[]
  most?: number
  onChange: (triggers: Trigger[]) => void
  onReentry: (reentry: Reentry) => void
}

export const REENTRY_LABELS: Record<Reentry, string> = {
  never: 'Once',
  after_leaving: 'Again after they left or completed it',
  always: 'Each time, also while they are inside',
}

/** How subscribers enter. A trigger that is not filled in yet is kept here and is no part of the automation. */
export function TriggerPanel({ triggers, reentry, problems, most = 20, onChange, onReentry }: TriggerPanelProps) {
  const { newId } = usePanel()
  const [shown, setShown] = useState<readonly Trigger[]>(triggers)
  function set(next: readonly Trigger[]) {
    setShown(next)
    onChange(next.flatMap((trigger) => Trigger.safeParse(trigger).data ?? []))
  }
  return (
    <div className="grid gap-6">
      <section aria-label="Triggers" className="grid gap-3">
        {shown.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            Choose what starts the automation. Without a trigger, subscribers are added by hand.
          </p>
        ) : null}
        {shown.map(({ id, on }) => (
          <fieldset key={id} className="grid min-w-0 gap-4 rounded-xl border border-border p-4">
            <legend className="sr-only">{TRIGGERS[on.type].label}</legend>
            <div className="flex items-center justify-between gap-3">
              <span aria-hidden className="font-medium text-sm">
                {TRIGGERS[on.type].label}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove “${TRIGGERS[on.type].label}”`}
                onClick={() => set(shown.filter((one) => one.id !== id))}
              >
                <X aria-hidden />
              </Button>
            </div>
            {problems
              .filter(({ trigger_id }) => trigger_id === id)
              .map(({ code, message }) => (
                <Alert key={code} tone="warning" title={message} />
              ))}
            <TriggerFields
              value={on}
              onChange={(next) => set(shown.map((one) => (one.id === id ? { id, on: next } : one)))}
            />
          </fieldset>
        ))}
        {shown.length < most ? (
          <AddTrigger
            label={shown.length === 0 ? 'Add trigger' : 'Add another trigger'}
            onAdd={(on) => set([...shown, { id: newId(), on }])}
          />
        ) : null}
      </section>
      <Field label="How often can a subscriber enter?">
        <SelectInput
          value={reentry}
          options={Object.entries(REENTRY_LABELS).map(([value, label]) => ({ value, label }))}
          onChange={(chosen) => onReentry(chosen as Reentry)}
        />
      </Field>
    </div>
  )
}

function AddTrigger({ label, onAdd }: { label: string; onAdd: (on: Trigger['on']) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="w-fit">
          <Plus aria-hidden /> {label}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {(Object.keys(TRIGGERS) as TriggerType[]).map((type) => {
          const { label: name, icon: Icon, make } = TRIGGERS[type]
          return (
            <DropdownMenuItem key={type} onSelect={() => onAdd(make())}>
              <Icon aria-hidden /> {name}
            </DropdownMenuItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
