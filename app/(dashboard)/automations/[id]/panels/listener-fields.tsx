import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import type { Listener, Trigger } from '@/server/modules/automations/graph-schema.ts'
import { ApiEventFields } from './api-event-fields'
import { ChoicePicker } from './choice-picker'
import { AutomationPicker, CustomFieldPicker, SequencePicker, TagPicker } from './pickers'
import { PluginFields } from './plugin-fields'
import { TimeField, ZoneField } from './wait-fields'

interface FieldsProps<Value> {
  value: Value
  onChange: (value: Value) => void
}

/** Narrows an event, such as to one form. */
export function ListenerFields({ value, onChange }: FieldsProps<Listener>) {
  switch (value.type) {
    case 'form_joined':
      return (
        <ChoicePicker
          label="Form"
          noun="form"
          any="Any form"
          kind="form"
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
          kind="product"
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
            maxLength={2_048}
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
      return <ApiEventFields value={value} onChange={onChange} />
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
          <Input
            value={value.value}
            maxLength={10_000}
            onChange={(event) => onChange({ ...value, value: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

/** Narrows a trigger, such as to one segment. */
export function TriggerFields({ value, onChange }: FieldsProps<Trigger['on']>) {
  if (value.type === 'segment_entered') {
    return (
      <ChoicePicker
        label="Segment"
        noun="segment"
        kind="segment"
        value={value.segment_id}
        onChange={(segment_id) => onChange({ ...value, segment_id: segment_id ?? 0 })}
      />
    )
  }
  if (value.type !== 'date_reached') return <ListenerFields value={value} onChange={onChange} />
  return (
    <>
      <CustomFieldPicker
        value={value.custom_field_id}
        onChange={(custom_field_id) => onChange({ ...value, custom_field_id })}
      />
      <OffsetFields value={value.offset_days} onChange={(offset_days) => onChange({ ...value, offset_days })} />
      <TimeField value={value.at} onChange={(at) => onChange({ ...value, at })} />
      <ZoneField value={value.zone} onChange={(zone) => onChange({ ...value, zone })} />
      <Field layout="inline" label="Each year" description="February 29 counts as February 28 in other years.">
        <Switch checked={value.yearly} onCheckedChange={(yearly) => onChange({ ...value, yearly })} />
      </Field>
    </>
  )
}

const SIDES = [
  { value: 'after', label: 'After the date' },
  { value: 'before', label: 'Before the date' },
] as const
const MAX_DAYS = 366

/** Days before or after a date. Invalid input stays here and is not reported. */
function OffsetFields({ value, onChange }: FieldsProps<number>) {
  const [days, setDays] = useState(String(Math.abs(value)))
  const [side, setSide] = useState<(typeof SIDES)[number]['value']>(value < 0 ? 'before' : 'after')
  const isValid = (typed: string) => /^\d{1,3}$/.test(typed) && Number(typed) <= MAX_DAYS
  function set(typed: string, on: typeof side) {
    setDays(typed)
    setSide(on)
    if (isValid(typed)) onChange(on === 'before' ? 0 - Number(typed) : Number(typed))
  }
  return (
    <div className="grid grid-cols-[6rem_1fr] items-start gap-3">
      <Field label="Days" error={isValid(days) ? undefined : `Enter 0 to ${MAX_DAYS}`}>
        <Input
          inputMode="numeric"
          className="figures"
          value={days}
          onChange={(event) => set(event.target.value.trim(), side)}
        />
      </Field>
      <Field label="When">
        <SelectInput value={side} options={SIDES} onChange={(on) => set(days, on === 'before' ? 'before' : 'after')} />
      </Field>
    </div>
  )
}
