import { ConditionList } from '@/app/(dashboard)/segments/condition-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import type { Step } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import { ActionFields } from './action-fields'
import { EventConditions } from './api-event-fields'
import { EventsFields } from './events-fields'
import { RandomSplitFields, SplitFields } from './split-fields'
import { DurationField, WaitFields } from './wait-fields'

interface StepFieldsProps {
  value: Step
  /** Problems of this step. */
  problems: readonly Problem[]
  onChange: (value: Step) => void
}

/** Returns true if one of the step's fields already shows the problem. */
export const isAtField = ({ code }: Problem, step: Step): boolean =>
  code === 'broken_liquid' && step.kind === 'action' && step.action.type === 'set_field'

/** Edits the step itself, not its exits. */
export function StepFields({ value, problems, onChange }: StepFieldsProps) {
  switch (value.kind) {
    case 'action':
      return (
        <ActionFields
          value={value.action}
          mistake={problems.find((problem) => isAtField(problem, value))?.message}
          onChange={(action) => onChange({ ...value, action })}
        />
      )
    case 'wait':
      return <WaitFields value={value.wait} onChange={(wait) => onChange({ ...value, wait })} />
    case 'wait_for_event':
      return <WaitForEventFields value={value} onChange={onChange} />
    case 'condition':
      return (
        <>
          <ConditionList
            title="Subscribers who match all of these continue with “Yes”"
            empty="Add a condition. Without one, everyone matches."
            value={value.filter}
            onChange={(filter) => onChange({ ...value, filter })}
          />
          <EventConditions value={value.event} onChange={(event) => onChange({ ...value, event })} />
        </>
      )
    case 'split':
      return <SplitFields value={value} onChange={onChange} />
    case 'random_split':
      return <RandomSplitFields value={value} onChange={onChange} />
    case 'goal':
      return (
        <>
          <Field
            label="Name"
            description="Subscribers above it skip ahead to the goal as soon as one of its events happens."
          >
            <Input
              value={value.name}
              maxLength={80}
              autoComplete="off"
              placeholder="Bought the course"
              onChange={(event) => onChange({ ...value, name: event.target.value })}
            />
          </Field>
          <EventsFields
            label="Reached when one of these happens"
            value={value.events}
            onChange={(events) => onChange({ ...value, events })}
          />
        </>
      )
    case 'end':
      return <p className="text-muted-foreground text-sm">Subscribers complete the automation here.</p>
  }
}

type WaitForEvent = Extract<Step, { kind: 'wait_for_event' }>

function WaitForEventFields({ value, onChange }: { value: WaitForEvent; onChange: (value: WaitForEvent) => void }) {
  const { timeout_minutes } = value
  return (
    <>
      <EventsFields
        label="Wait until one of these happens"
        value={value.events}
        onChange={(events) => onChange({ ...value, events })}
      />
      <Field layout="inline" label="Stop waiting after a time" description="Otherwise they wait indefinitely.">
        <Switch
          checked={timeout_minutes !== null}
          onCheckedChange={(checked) => onChange({ ...value, timeout_minutes: checked ? 7 * 1440 : null })}
        />
      </Field>
      {timeout_minutes === null ? null : (
        <DurationField
          label="After"
          minimum={1}
          value={timeout_minutes}
          onChange={(minutes) => onChange({ ...value, timeout_minutes: minutes })}
        />
      )}
    </>
  )
}
