'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { SaveBar } from '@/components/action-bar'
import { bySchema } from '@/components/form-schema'
import { Page, PageHeader } from '@/components/page-header'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Form, InputField, SwitchField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { InstanceSettingName, InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section, settingProps } from './setting-fields'

// Loaded separately, because they are below the settings.
const InstanceInvitations = dynamic(async () => (await import('./instance-invitations')).InstanceInvitations)
const EnvironmentSettings = dynamic(async () => (await import('./environment-settings')).EnvironmentSettings)
const Features = dynamic(async () => (await import('./features-and-retention')).Features)
const RetentionFields = dynamic(async () => (await import('./features-and-retention')).RetentionFields)
const Links = dynamic(async () => (await import('./links')).Links)
const SignUpFields = dynamic(async () => (await import('./sign-up-fields')).SignUpFields)
const Notices = dynamic(async () => (await import('./notices')).Notices)
const StorageUse = dynamic(async () => (await import('./storage-use')).StorageUse)

/** Settings that administrators change at runtime, and settings of the environment. */
export function InstanceSettingsPage({ initial }: { initial: InstanceSettings }) {
  const trpc = useTRPC()
  const router = useRouter()
  const settings = useQuery(trpc.admin.settings.get.queryOptions(undefined, { initialData: initial }))
  const save = useAction(trpc.admin.settings.save)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/core/instance/settings-schema.ts')).InstanceSettings),
    values: settings.data,
  })
  const { control } = form
  return (
    <Page width="narrow">
      <PageHeader
        title="Instance settings"
        description="Changes take effect within seconds everywhere, and each is recorded in the audit log."
      />
      <Form
        form={form}
        onSubmit={async (values) => {
          // Saves only edited settings, because another administrator may have changed others since this page was opened.
          const edited = Object.entries(values).filter(
            ([name, value]) => JSON.stringify(value) !== JSON.stringify(settings.data[name as InstanceSettingName]),
          )
          await save.run(Object.fromEntries(edited) as Partial<InstanceSettings>)
          markSaved(form)
          await settings.refetch()
          // The app shell shows the announcement.
          router.refresh()
          toast.success('Settings saved')
        }}
      >
        <SignUpFields control={control} />
        <Section title="API" description="Requests in any 60 seconds. More are answered with 429.">
          <InputField as={NumberInput} {...settingProps(control, 'api_key_limit')} className="figures w-40" />
          <InputField as={NumberInput} {...settingProps(control, 'app_limit')} className="figures w-40" />
        </Section>
        <Notices control={control} />
        <Section title="Accounts" description="Account deletion, and views by administrators.">
          <InputField
            as={NumberInput}
            {...settingProps(control, 'deletion_days')}
            description="After the request. Until then owners can keep the account."
            className="figures w-40"
          />
          <SwitchField
            {...settingProps(control, 'announce_views')}
            description="Emails the owners when an administrator views their account. Otherwise each account decides."
          />
        </Section>
        <Links control={control} />
        <Section id="retention" title="Retention" description="Older entries are deleted every night.">
          <StorageUse />
          <InputField
            as={NumberInput}
            {...settingProps(control, 'audit_days')}
            description="At least 90."
            className="figures w-40"
          />
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
