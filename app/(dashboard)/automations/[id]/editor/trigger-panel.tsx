import { useState } from 'react'
import { RemovableCard } from '@/components/removable-card'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { type Reentry, Trigger } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import { TRIGGERS } from '../../graph/catalog'
import { AddMenu } from '../panels/add-menu'
import { IncompleteNote } from '../panels/incomplete-note'
import { TriggerFields } from '../panels/listener-fields'
import { useIncomplete, usePanel } from '../panels/panel-context'

interface TriggerPanelProps {
  triggers: readonly Trigger[]
  reentry: Reentry
  problems: readonly Problem[]
  maxTriggers?: number
  onChange: (triggers: Trigger[]) => void
  onReentry: (reentry: Reentry) => void
}

export const REENTRY_LABELS: Record<Reentry, string> = {
  never: 'Once',
  after_leaving: 'Again after they left or completed it',
  always: 'Every time, even while they are inside',
}

const isComplete = (trigger: Trigger) => Trigger.safeParse(trigger).success

/** Edits the triggers. An incomplete trigger stays in this panel and is not part of the automation yet. */
export function TriggerPanel({
  triggers,
  reentry,
  problems,
  maxTriggers = 20,
  onChange,
  onReentry,
}: TriggerPanelProps) {
  const { newId } = usePanel()
  const [shownTriggers, setShownTriggers] = useState<readonly Trigger[]>(triggers)
  const is_marked = useIncomplete(!shownTriggers.every(isComplete))
  function set(next: readonly Trigger[]) {
    setShownTriggers(next)
    onChange(next.flatMap((trigger) => Trigger.safeParse(trigger).data ?? []))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section aria-label="Triggers" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shownTriggers.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            Choose what starts the automation. Without a trigger, subscribers are added manually.
          </p>
        ) : null}
        {shownTriggers.map(({ id, on }) => (
          <RemovableCard
            key={id}
            label={TRIGGERS[on.type].label}
            onRemove={() => set(shownTriggers.filter((one) => one.id !== id))}
          >
            {problems
              .filter(({ trigger_id }) => trigger_id === id)
              .map(({ code, message, blocks }) => (
                <Alert key={code} tone={blocks ? 'danger' : 'warning'} title={message} />
              ))}
            {isComplete({ id, on }) ? null : (
              <IncompleteNote
                text="The trigger counts once it is complete."
                problem="Complete this trigger, or remove it."
                is_marked={is_marked}
              />
            )}
            <TriggerFields
              value={on}
              onChange={(next) => set(shownTriggers.map((one) => (one.id === id ? { id, on: next } : one)))}
            />
          </RemovableCard>
        ))}
        {shownTriggers.length < maxTriggers ? (
          <AddMenu
            label={shownTriggers.length === 0 ? 'Add trigger' : 'Add another trigger'}
            offers={TRIGGERS}
            onAdd={(on) => set([...shownTriggers, { id: newId(), on }])}
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
