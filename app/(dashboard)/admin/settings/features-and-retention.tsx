import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { FormField, InputField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { Switch } from '@/components/ui/switch'
import { FEATURES } from '@/server/core/instance/features.ts'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section, settingProps } from './setting-fields'

type Fields = Control<z.input<typeof InstanceSettings>, unknown, InstanceSettings>

const OFF: Record<(typeof FEATURES)[number]['setting'], string> = {
  has_api: 'Off: every request to /v4 answers 403, and no keys are created.',
  has_webhooks: 'Off: nothing is delivered, and deliveries wait.',
  has_imports: 'Off: no new files are imported. Imports that run continue.',
  has_app_store: 'Off: no apps are installed or developed. Installed apps keep working.',
  has_automation_apps:
    'Off: automations call no app. Subscribers wait at steps of apps, and events of apps are pulled later.',
  has_forms: 'Off: forms and landing pages are closed, also on websites. Confirmation links keep working.',
  has_posts: 'Off: the public pages and feeds of all accounts answer 404.',
  has_assistants: 'Off: assistants cannot connect, and members cannot approve what they asked for.',
  has_client_documents: 'Off: apps whose client ID is a web address cannot be connected. Connected ones keep working.',
}

/** Switches for optional features. */
export const Features = ({ control }: { control: Fields }) => (
  <Section title="Features" description="Switched off for all accounts. What creators entered is kept.">
    {FEATURES.map(({ setting }) => (
      <FormField key={setting} {...settingProps(control, setting)} description={OFF[setting]} layout="inline">
        {({ value, onChange, ...field }) => <Switch {...field} checked={value ?? true} onCheckedChange={onChange} />}
      </FormField>
    ))}
  </Section>
)

const KEPT = [
  ['security_event_days', '90 to 3,650 days.'],
  ['webhook_days', '3 to 30 days.'],
  ['import_row_days', '7 to 365 days. An import can be undone for 7 days.'],
  ['job_run_days', '2 to 90 days.'],
  ['report_days', '30 to 730 days.'],
  ['received_message_days', '1 to 90 days, the latest 5,000 at most.'],
  ['caught_mail_days', '1 to 365 days.'],
] as const

/** Retention periods in days. */
export const RetentionFields = ({ control }: { control: Fields }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    {KEPT.map(([name, description]) => (
      <InputField
        as={NumberInput}
        key={name}
        {...settingProps(control, name)}
        description={description}
        className="figures w-40"
      />
    ))}
  </div>
)
