import type { Control } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { InputField, SwitchField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section, settingProps } from './setting-fields'

export function Notices({ control }: { control: Control<InstanceSettings> }) {
  return (
    <>
      <Section
        title="Maintenance"
        description="Dashboard pages and changes through the API answer 503. Administrators can work. Emails that are being sent, tracking, unsubscribing, forms and webhooks continue."
      >
        <SwitchField {...settingProps(control, 'maintenance')} />
        <InputField
          as={Textarea}
          {...settingProps(control, 'maintenance_message')}
          optional
          rows={2}
          placeholder="We are doing maintenance and will be back soon."
        />
      </Section>
      <Section title="Announcement" description="Shown above every page of the dashboard, to all users.">
        <InputField as={Textarea} {...settingProps(control, 'announcement')} optional rows={2} />
        <InputField
          as={AddressInput}
          {...settingProps(control, 'announcement_url')}
          optional
          placeholder="https://status.example.com"
        />
      </Section>
    </>
  )
}
