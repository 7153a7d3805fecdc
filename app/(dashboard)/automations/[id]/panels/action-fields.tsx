'use client'

import { OptionList } from '@/components/option-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import type { Action } from '@/server/modules/automations/graph-schema.ts'
import { EmailStepFields } from './email-step'
import { usePanel } from './panel-context'
import { AutomationPicker, CustomFieldPicker, SequencePicker, TagPicker } from './pickers'
import { PluginFields } from './plugin-fields'

interface ActionFieldsProps {
  value: Action
  onChange: (value: Action) => void
}

export function ActionFields({ value, onChange }: ActionFieldsProps) {
  const { choices } = usePanel()
  switch (value.type) {
    case 'add_tag':
    case 'remove_tag':
      return <TagPicker value={value.tag_id} onChange={(tag_id) => onChange({ ...value, tag_id })} />
    case 'add_to_sequence':
    case 'remove_from_sequence':
      return (
        <SequencePicker value={value.sequence_id} onChange={(sequence_id) => onChange({ ...value, sequence_id })} />
      )
    case 'set_field':
      return (
        <>
          <CustomFieldPicker
            value={value.custom_field_id}
            onChange={(custom_field_id) => onChange({ ...value, custom_field_id })}
          />
          <Field
            label="Value"
            description="Text or Liquid, such as {{ subscriber.first_name }}. An empty result clears the field."
          >
            <Input
              value={value.value}
              maxLength={2_000}
              onChange={(event) => onChange({ ...value, value: event.target.value })}
            />
          </Field>
        </>
      )
    case 'send_email':
      return <EmailStepFields email_id={value.email_id} />
    case 'unsubscribe':
      return (
        <p className="text-muted-foreground text-sm">
          Unsubscribes from all emails. Subscribers leave this automation here, because only active ones stay.
        </p>
      )
    case 'notify_team':
      return (
        <>
          <OptionList
            label="Send to"
            noun="member"
            options={choices.member}
            chosen={value.user_ids}
            onChange={(user_ids) => onChange({ ...value, user_ids })}
          />
          <Field label="Message" description="Each member gets at most one email of this automation in ten minutes.">
            <Textarea
              rows={3}
              maxLength={1_000}
              value={value.message}
              placeholder="A VIP joined."
              onChange={(event) => onChange({ ...value, message: event.target.value })}
            />
          </Field>
        </>
      )
    case 'app_action':
      return (
        <PluginFields
          kind="automation_action"
          plugin_id={value.plugin_id}
          settings={value.settings}
          onChange={(change) => onChange({ ...value, ...change })}
        />
      )
    case 'start_automation':
      return (
        <AutomationPicker
          value={value.automation_id}
          onChange={(automation_id) => onChange({ ...value, automation_id })}
        />
      )
  }
}
