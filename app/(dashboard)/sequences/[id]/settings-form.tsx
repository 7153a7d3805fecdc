import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { DaysInput } from '@/components/days-input'
import { bySchema } from '@/components/form-schema'
import { sendersQuery, templatesQuery } from '@/components/page-queries'
import { EditableBy } from '@/components/role'
import { zoneOptions } from '@/components/time-zone-options'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, InputField, SwitchField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { useAction } from '@/components/use-action'
import type { SequenceOverview } from '@/server/modules/sequences/composer-schema.ts'
import { hourText } from './delay-text'
import { ExcludedTags } from './excluded-tags'
import { useImpactDialog } from './impact-dialog'

const DEFAULT = 'default'
const hours = () => Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))

export function SettingsForm({ sequence }: { sequence: SequenceOverview }) {
  return (
    <SectionCard
      cardClassName="max-w-2xl"
      title="Settings"
      description="Schedule changes apply to emails that are not scheduled yet."
    >
      <EditableBy atLeast="editor">
        <Fields sequence={sequence} />
      </EditableBy>
    </SectionCard>
  )
}

function Fields({ sequence }: { sequence: SequenceOverview }) {
  const trpc = useTRPC()
  const save = useAction(trpc.sequences.update, { invalidates: trpc.sequences, done: 'Settings saved' })
  const senders = useQuery(sendersQuery(trpc))
  const templates = useQuery(templatesQuery(trpc))
  const { id, exclude_subscriber_sources: sources } = sequence
  const form = useForm({
    resolver: bySchema(async () => (await import('./settings-values')).SettingsValues),
    defaultValues: {
      name: sequence.name,
      send_days: sequence.send_days,
      send_hour: String(sequence.send_hour),
      time_zone: sequence.time_zone,
      email_address: sequence.email_address ?? DEFAULT,
      email_template_id: String(sequence.email_template_id ?? DEFAULT),
      hold: sequence.hold,
      repeat: sequence.repeat,
      excluded_tags: sources.flatMap((source) => (source.type === 'tag' ? source.ids : [])),
    },
  })
  const { ask, dialog } = useImpactDialog(id)
  return (
    <>
      <Form
        form={form}
        onSubmit={async ({ excluded_tags, email_address, email_template_id, send_hour, ...values }) => {
          const otherSources = sources.filter(({ type }) => type !== 'tag')
          const { send_days, time_zone } = values
          const scheduling = {
            send_days,
            time_zone,
            send_hour: Number(send_hour),
            exclude_subscriber_sources: [...otherSources, { type: 'tag' as const, ids: excluded_tags }],
          }
          async function store() {
            await save.run({
              id,
              ...values,
              ...scheduling,
              email_address: email_address === DEFAULT ? null : email_address,
              email_template_id: email_template_id === DEFAULT ? null : Number(email_template_id),
            })
          }
          if (!isRescheduled(sequence, scheduling)) return store()
          await ask({
            edit: { kind: 'settings', ...scheduling },
            title: 'Save settings?',
            confirmLabel: 'Save settings',
            run: store,
          })
        }}
      >
        <InputField control={form.control} name="name" label="Name" autoComplete="off" />
        <InputField
          as={DaysInput}
          control={form.control}
          name="send_days"
          label="Days"
          description="For emails delayed by days. Each email can limit them further."
        />
        <div className="grid gap-6 sm:grid-cols-[8rem_1fr]">
          <InputField as={SelectInput} control={form.control} name="send_hour" label="Hour" options={hours()} />
          <InputField
            as={SelectInput}
            control={form.control}
            name="time_zone"
            label="Time zone"
            options={zoneOptions}
          />
        </div>
        <InputField
          as={SelectInput}
          control={form.control}
          name="email_address"
          label="From"
          options={[
            { value: DEFAULT, label: 'Default sender' },
            ...(senders.data ?? [])
              .filter(({ status }) => status === 'confirmed')
              .map(({ email_address, from_name }) => ({
                value: email_address,
                label: `${from_name} <${email_address}>`,
              })),
          ]}
        />
        <InputField
          as={SelectInput}
          control={form.control}
          name="email_template_id"
          label="Template"
          options={[
            { value: DEFAULT, label: 'Default template' },
            ...(templates.data?.rows ?? [])
              .filter(({ category }) => category !== 'Starting point')
              .map((template) => ({ value: String(template.id), label: template.name })),
          ]}
        />
        <InputField
          as={ExcludedTags}
          control={form.control}
          name="excluded_tags"
          label="Exclude subscribers with these tags"
          description="They are skipped whenever an email is due."
          optional
        />
        <SwitchField
          control={form.control}
          name="hold"
          label="Keep subscribers after the last email"
          description="They receive emails you add later. Otherwise they complete the sequence."
        />
        <SwitchField
          control={form.control}
          name="repeat"
          label="Allow repeats"
          description="Subscribers who are added again after completing start over."
        />
        <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
          Save settings
        </Button>
      </Form>
      {dialog}
    </>
  )
}

type Scheduling = Pick<SequenceOverview, 'send_days' | 'send_hour' | 'time_zone' | 'exclude_subscriber_sources'>

/** Returns true if a change affects the schedule or the excluded subscribers. */
function isRescheduled(before: Scheduling, after: Scheduling): boolean {
  const parts = ({ send_days, send_hour, time_zone, exclude_subscriber_sources: sources }: Scheduling) =>
    JSON.stringify([send_days, send_hour, time_zone, sources.filter(({ ids }) => ids.length > 0)])
  return parts(before) !== parts(after)
}
