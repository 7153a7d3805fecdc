'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import type { Listener, Trigger } from '@/server/modules/automations/graph-schema.ts'
import { ChoicePicker } from './choice-picker'
import { usePanel } from './panel-context'
import { AutomationPicker, CustomFieldPicker, SequencePicker, TagPicker } from './pickers'
import { PluginFields } from './plugin-fields'
import { TimeField, ZoneField } from './wait-fields'

interface FieldsProps<Value> {
  value: Value
  onChange: (value: Value) => void
}

/** What an event is limited to. */
export function ListenerFields({ value, onChange }: FieldsProps<Listener>) {
  const { choices } = usePanel()
  switch (value.type) {
    case 'form_joined':
      return (
        <ChoicePicker
          label="Form"
          noun="form"
          any="Any form"
          choices={choices.form}
          value={value.form_id}
          onChange={(form_id) => onChange({ ...value, form_id })}
        />
      )
    case 'tag_added':
    case 'tag_removed':
      return <TagPicker value={value.tag_id} onChange={(tag_id) => onChange({ ...value, tag_id })} />
    case 'field_changed':
      return <FieldChanged value={value} onChange={onChange} />
    case 'purchased':
      return (
        <ChoicePicker
          label="Product"
          noun="product"
          any="Any product"
          choices={choices.product}
          value={value.product_id}
          onChange={(product_id) => onChange({ ...value, product_id })}
        />
      )
    case 'link_clicked':
      return (
        <Field
          label="Link"
          optional
          description="The address as written in the email. Leave it empty for any link. Clicks of machines do not count."
        >
          <Input
            value={value.url ?? ''}
            placeholder="https://studio.example/shop"
            onChange={(event) => onChange({ ...value, url: event.target.value.trim() || null })}
          />
        </Field>
      )
    case 'sequence_completed':
      return (
        <SequencePicker value={value.sequence_id} onChange={(sequence_id) => onChange({ ...value, sequence_id })} />
      )
    case 'automation_completed':
      return (
        <AutomationPicker
          value={value.automation_id}
          onChange={(automation_id) => onChange({ ...value, automation_id })}
        />
      )
    case 'api_event':
      return (
        <Field
          label="Event name"
          description="Your program reports it with POST /v4/automation_events."
          error={/^[a-z][a-z0-9_.]{0,63}$/.test(value.name) ? undefined : 'Enter a name such as webinar.attended'}
        >
          <Input
            value={value.name}
            autoComplete="off"
            spellCheck={false}
            placeholder="webinar.attended"
            onChange={(event) => onChange({ ...value, name: event.target.value.trim() })}
          />
        </Field>
      )
    case 'app_event':
      return (
        <PluginFields
          kind="automation_event"
          plugin_id={value.plugin_id}
          settings={value.settings}
          onChange={(change) => onChange({ ...value, ...change })}
        />
      )
  }
}

function FieldChanged({ value, onChange }: FieldsProps<Extract<Listener, { type: 'field_changed' }>>) {
  return (
    <>
      <CustomFieldPicker
        value={value.custom_field_id}
        onChange={(custom_field_id) => onChange({ ...value, custom_field_id })}
      />
      <Field layout="inline" label="Only when it gets a certain value">
        <Switch
          checked={value.value !== null}
          onCheckedChange={(checked) => onChange({ ...value, value: checked ? '' : null })}
        />
      </Field>
      {value.value === null ? null : (
        <Field label="Value">
          <Input value={value.value} onChange={(event) => onChange({ ...value, value: event.target.value })} />
        </Field>
      )}
    </>
  )
}

/** What a trigger is limited to. */
export function TriggerFields({ value, onChange }: FieldsProps<Trigger['on']>) {
  const { choices } = usePanel()
  if (value.type === 'segment_entered') {
    return (
      <ChoicePicker
        label="Segment"
        noun="segment"
        choices={choices.segment}
        value={value.segment_id}
        onChange={(segment_id) => onChange({ ...value, segment_id: segment_id ?? 0 })}
      />
    )
  }
  if (value.type !== 'date_reached') return <ListenerFields value={value} onChange={onChange} />
  const days = value.offset_days
  return (
    <>
      <CustomFieldPicker
        value={value.custom_field_id}
        onChange={(custom_field_id) => onChange({ ...value, custom_field_id })}
      />
      <Field
        label="Days after the date"
        description={
          days === 0
            ? 'On the date.'
            : `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'}. Negative numbers are before.`
        }
      >
        <Input
          type="number"
          inputMode="numeric"
          className="figures w-28"
          min={-366}
          max={366}
          value={days}
          onChange={(event) => onChange({ ...value, offset_days: Math.trunc(event.target.valueAsNumber || 0) })}
        />
      </Field>
      <TimeField value={value.at} onChange={(at) => onChange({ ...value, at })} />
      <ZoneField value={value.zone} onChange={(zone) => onChange({ ...value, zone })} />
      <Field layout="inline" label="Each year" description="February 29 counts as February 28 in other years.">
        <Switch checked={value.yearly} onCheckedChange={(yearly) => onChange({ ...value, yearly })} />
      </Field>
    </>
  )
}
