'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useState } from 'react'
import { useForm } from 'react-hook-form'
import { SaveBar } from '@/components/action-bar'
import { bySchema } from '@/components/form-schema'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { SETTING_LABELS } from '@/server/core/instance/setting-labels.ts'
import type { InstanceSettingName, InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { usePlans } from '../plans/use-plans'
import { NumberInput, Section } from './setting-fields'

// Below the settings, and lists or figures of their own.
const InstanceInvitations = dynamic(async () => (await import('./instance-invitations')).InstanceInvitations)
const EnvironmentSettings = dynamic(async () => (await import('./environment-settings')).EnvironmentSettings)
const Features = dynamic(async () => (await import('./features-and-retention')).Features)
const RetentionFields = dynamic(async () => (await import('./features-and-retention')).RetentionFields)
const Links = dynamic(async () => (await import('./links')).Links)
const StorageUse = dynamic(async () => (await import('./storage-use')).StorageUse)

const BY_ENVIRONMENT = { value: 'none', label: 'As SIGN_UP_PLAN of the environment says' }

/** What administrators change while the instance runs, and what only the environment sets. */
export function InstanceSettingsPage({ initial }: { initial: InstanceSettings }) {
  const trpc = useTRPC()
  const router = useRouter()
  const settings = useQuery(trpc.admin.settings.get.queryOptions(undefined, { initialData: initial }))
  const save = useMutation(trpc.admin.settings.save.mutationOptions())
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/core/instance/settings-schema.ts')).InstanceSettings),
    values: settings.data,
    // Asked again when the window is opened, and another administrator may have changed something: what is typed stays.
    resetOptions: { keepDirtyValues: true, keepDirty: true, keepErrors: true },
  })
  const { control } = form
  const open = usePlans().plans.filter(({ is_archived }) => !is_archived)
  return (
    <Page width="narrow">
      <PageHeader
        title="Instance settings"
        description="Changes take effect within seconds everywhere, and each is recorded in the audit log."
      />
      <Form
        form={form}
        onSubmit={async (values) => {
          // Only what was edited: another administrator may have changed the rest since this page was opened.
          const edited = Object.entries(values).filter(
            ([name, value]) => JSON.stringify(value) !== JSON.stringify(settings.data[name as InstanceSettingName]),
          )
          await save.mutateAsync(Object.fromEntries(edited) as Partial<InstanceSettings>)
          const { data: saved } = await settings.refetch()
          form.reset(saved ?? values)
          // The app shell shows the announcement.
          router.refresh()
          toast.success('Settings saved')
        }}
      >
        <Section title="Sign-up" description="Who can create an account on this server.">
          <FormField control={control} name="sign_up" label={SETTING_LABELS.sign_up}>
            {({ value, onChange, ref: _ref, ...field }) => (
              <RadioGroup {...field} value={value} onValueChange={onChange}>
                <RadioCard value="open" title="Open" description="Everyone can create an account." />
                <RadioCard value="invitation" title="By invitation" description="Only those whom you invite below." />
                <RadioCard
                  value="closed"
                  title="Closed"
                  description="No one. Members can still be invited to accounts."
                />
              </RadioGroup>
            )}
          </FormField>
          <FormField
            control={control}
            name="sign_up_domains"
            label={SETTING_LABELS.sign_up_domains}
            optional
            description="One per line, such as example.com. Only these addresses can sign up. Invitations work for every domain."
          >
            {({ value, ...field }) => <DomainsInput {...field} value={value ?? []} />}
          </FormField>
          <FormField control={control} name="default_plan" label={SETTING_LABELS.default_plan}>
            {({ value, onChange, ...field }) => (
              <SelectInput
                {...field}
                value={value || 'none'}
                onChange={(plan) => onChange(plan === 'none' ? '' : plan)}
                options={[BY_ENVIRONMENT, ...open.map(({ key, name }) => ({ value: key, label: name }))]}
              />
            )}
          </FormField>
        </Section>
        <Section title="API" description="Requests in any 60 seconds. More are answered with 429.">
          <FormField control={control} name="api_key_limit" label={SETTING_LABELS.api_key_limit}>
            {({ onChange, ...field }) => <NumberInput {...field} onChange={onChange} />}
          </FormField>
          <FormField control={control} name="app_limit" label={SETTING_LABELS.app_limit}>
            {({ onChange, ...field }) => <NumberInput {...field} onChange={onChange} />}
          </FormField>
        </Section>
        <Section
          title="Maintenance"
          description="Dashboard pages and changes through the API answer 503. Administrators can work. Emails that are being sent, tracking, unsubscribing, forms and webhooks continue."
        >
          <FormField control={control} name="maintenance" label={SETTING_LABELS.maintenance} layout="inline">
            {({ value, onChange, ...field }) => <Switch {...field} checked={value} onCheckedChange={onChange} />}
          </FormField>
          <FormField control={control} name="maintenance_message" label={SETTING_LABELS.maintenance_message} optional>
            {(field) => <Textarea {...field} rows={2} placeholder="We are doing maintenance and will be back soon." />}
          </FormField>
        </Section>
        <Section title="Announcement" description="Shown above every page of the dashboard, to all users.">
          <FormField control={control} name="announcement" label={SETTING_LABELS.announcement} optional>
            {(field) => <Textarea {...field} rows={2} />}
          </FormField>
          <FormField control={control} name="announcement_url" label={SETTING_LABELS.announcement_url} optional>
            {(field) => <Input {...field} type="url" placeholder="https://status.example.com" />}
          </FormField>
        </Section>
        <Section title="Accounts" description="What happens when an account is deleted or viewed by an administrator.">
          <FormField
            control={control}
            name="deletion_days"
            label={SETTING_LABELS.deletion_days}
            description="After it was requested. Until then owners can keep it."
          >
            {({ onChange, ...field }) => <NumberInput {...field} onChange={onChange} />}
          </FormField>
          <FormField
            control={control}
            name="announce_views"
            label={SETTING_LABELS.announce_views}
            description="Emails the owners when an administrator views their account. Otherwise each account decides."
            layout="inline"
          >
            {({ value, onChange, ...field }) => <Switch {...field} checked={value} onCheckedChange={onChange} />}
          </FormField>
        </Section>
        <Links control={control} />
        <Section id="retention" title="Retention" description="Older entries are deleted every night.">
          <StorageUse />
          <FormField control={control} name="audit_days" label={SETTING_LABELS.audit_days} description="At least 90.">
            {({ onChange, ...field }) => <NumberInput {...field} onChange={onChange} />}
          </FormField>
          <RetentionFields control={control} />
        </Section>
        <Features control={control} />
        <SaveBar form={form} />
      </Form>
      <div className="mt-8 grid gap-8">
        <InstanceInvitations />
        <EnvironmentSettings />
      </div>
    </Page>
  )
}

interface DomainsInputProps extends Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> {
  value: string[]
  onChange: (domains: string[]) => void
}

const domainsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Keeps what is typed as it is, until the form has other domains, such as after it was saved or discarded. */
function DomainsInput({ value, onChange, ...props }: DomainsInputProps) {
  const [typed, setTyped] = useState('')
  const text = domainsIn(typed).join() === value.join() ? typed : value.join('\n')
  return (
    <Textarea
      {...props}
      rows={3}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(domainsIn(event.target.value))
      }}
    />
  )
}
