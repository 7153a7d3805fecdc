import { useQuery } from '@tanstack/react-query'
import { OptionList } from '@/components/option-list'
import { useTRPC } from '@/components/trpc-provider'
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
  /** Error in the value of a custom field. */
  mistake?: string | undefined
  onChange: (value: Action) => void
}

export function ActionFields({ value, mistake, onChange }: ActionFieldsProps) {
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
          <Field label="Value" description="Text or merge tags. An empty result clears the field." error={mistake}>
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
      return <NotifyFields value={value} onChange={onChange} />
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

type NotifyTeam = Extract<Action, { type: 'notify_team' }>

function NotifyFields({ value, onChange }: { value: NotifyTeam; onChange: (value: NotifyTeam) => void }) {
  const trpc = useTRPC()
  const { is_marked } = usePanel()
  const members = useQuery(trpc.team.members.queryOptions())
  return (
    <>
      <OptionList
        label="Send to"
        noun="member"
        options={members.data?.map(({ user_id, name, email_address }) => ({
          id: user_id,
          name: name || email_address,
        }))}
        chosenIds={value.user_ids}
        onChange={(user_ids) => onChange({ ...value, user_ids })}
      />
      <Field
        label="Message"
        description="Each member gets at most one email of this automation in ten minutes."
        error={is_marked && !value.message.trim() ? 'Enter a message' : undefined}
      >
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
}
