'use client'

import type { Control } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { InputField, SwitchField } from '@/components/ui/form'
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
        <SwitchField control={control} name="maintenance" label={SETTING_LABELS.maintenance} />
        <InputField
          as={Textarea}
          control={control}
          name="maintenance_message"
          label={SETTING_LABELS.maintenance_message}
          optional
          rows={2}
          placeholder="We are doing maintenance and will be back soon."
        />
      </Section>
      <Section title="Announcement" description="Shown above every page of the dashboard, to all users.">
        <InputField
          as={Textarea}
          control={control}
          name="announcement"
          label={SETTING_LABELS.announcement}
          optional
          rows={2}
        />
        <InputField
          as={AddressInput}
          control={control}
          name="announcement_url"
          label={SETTING_LABELS.announcement_url}
          optional
          placeholder="https://status.example.com"
        />
      </Section>
    </>
  )
}
