'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { bySchema } from '@/components/form-schema'
import { Loaded } from '@/components/loaded'
import { MissingPostalAddressNotice } from '@/components/missing-postal-address-notice'
import { settingsQuery } from '@/components/page-queries'
import { EditableBy } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { zoneOptions } from '@/components/time-zone-options'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, FormField, InputField, SwitchField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { AccountSettings } from '@/server/modules/accounts/settings-schema.ts'
import { TRACE_DAYS, UNDO_SECONDS } from '@/server/modules/accounts/settings-values-schema.ts'

interface GeneralProps {
  /** Interface languages, with their names in those languages. */
  languages: readonly { tag: string; name: string }[]
}

export function General({ languages }: GeneralProps) {
  const trpc = useTRPC()
  const settings = useQuery(settingsQuery(trpc))
  return (
    <Loaded query={settings} loading={<Skeleton className="h-160 w-full rounded-2xl" />}>
      {(data) => (
        <EditableBy atLeast="admin">
          <SettingsForm settings={data} languages={languages} />
        </EditableBy>
      )}
    </Loaded>
  )
}

function SettingsForm({ settings, languages }: GeneralProps & { settings: AccountSettings }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const save = useAction(trpc.account.saveSettings)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/accounts/settings-schema.ts')).AccountSettings),
    values: settings,
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await save.run(values)
        markSaved(form)
        await client.invalidateQueries(trpc.account.pathFilter())
        await client.invalidateQueries(trpc.sequences.obstacle.queryFilter())
        // The app shell shows the account’s name and time zone.
        router.refresh()
        toast.success('Settings saved')
      }}
    >
      <SectionCard title="Account" className="grid gap-5">
        <InputField control={form.control} name="name" label="Account name" autoComplete="organization" />
        <InputField
          as={SelectInput}
          control={form.control}
          name="time_zone"
          label="Time zone"
          description="Used for schedules, charts and dates."
          options={zoneOptions}
        />
        <FormField
          control={form.control}
          name="language"
          label="Language of your pages and emails"
          description="For text you don’t write yourself: form labels and errors, the unsubscribe and preference pages, email footers, and dates."
        >
          {({ value, ...field }) => (
            <SelectInput
              {...field}
              value={value ?? 'en'}
              options={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
            />
          )}
        </FormField>
        <InputField
          as={Textarea}
          control={form.control}
          name="postal_address"
          label="Postal address"
          description="The law requires one in every email. Without it, no broadcast or sequence is sent."
          rows={3}
          autoComplete="street-address"
          placeholder="Storgata 1, 0155 Oslo, Norway"
        />
        <MissingPostalAddressNotice hasLink={false} />
      </SectionCard>
      <SectionCard title="Sending and tracking" className="grid gap-5">
        <SwitchField
          control={form.control}
          name="open_tracking_enabled"
          label="Track opens"
          description="Adds an invisible image to each email."
        />
        <SwitchField
          control={form.control}
          name="click_tracking_enabled"
          label="Track clicks"
          description="Redirects links through this server."
        />
        <FormField
          control={form.control}
          name="undo_seconds"
          label="Undo sending"
          description="How long a broadcast waits after “Send now”, so you can undo it."
        >
          {({ value, onChange, ...field }) => (
            <SelectInput
              {...field}
              value={String(value)}
              onChange={(seconds) => onChange(Number(seconds))}
              options={UNDO_SECONDS.map((seconds) => ({
                value: String(seconds),
                label: seconds === 0 ? 'Off: sending starts immediately' : `${seconds} seconds`,
              }))}
            />
          )}
        </FormField>
      </SectionCard>
      <SectionCard title="Data and access" className="grid gap-5">
        <FormField
          control={form.control}
          name="automation_trace_days"
          label="Keep traces of automations"
          description="Each subscriber’s history, step by step. Older entries are deleted every night. Counts stay."
        >
          {({ value = null, onChange, ...field }) => (
            <SelectInput
              {...field}
              value={String(value)}
              onChange={(days) => onChange(days === 'null' ? null : Number(days))}
              options={traceOptions(value)}
            />
          )}
        </FormField>
        <SwitchField
          control={form.control}
          name="announces_views"
          label="Announce views by administrators"
          description="Emails the owners when an administrator of this instance opens the account, read-only. The security log always says so."
        />
      </SectionCard>
      <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
        Save settings
      </Button>
    </Form>
  )
}

/** Returns the selectable times, including the current one. */
const traceOptions = (current: number | null) =>
  (TRACE_DAYS.includes(current) ? TRACE_DAYS : [current, ...TRACE_DAYS]).map((days) => ({
    value: String(days),
    label: days === null ? 'Forever' : days > 365 && days % 365 === 0 ? `${days / 365} years` : `${days} days`,
  }))
