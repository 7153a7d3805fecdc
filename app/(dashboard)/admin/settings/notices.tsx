'use client'

import type { Control } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { FormField } from '@/components/ui/form'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { SETTING_LABELS } from '@/server/core/instance/setting-labels.ts'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section } from './setting-fields'

export function Notices({ control }: { control: Control<InstanceSettings> }) {
  return (
    <>
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
          {(field) => <AddressInput {...field} placeholder="https://status.example.com" />}
        </FormField>
      </Section>
    </>
  )
}
