import type { Control } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { InputField } from '@/components/ui/form'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section, settingProps } from './setting-fields'

export function Links({ control }: { control: Control<InstanceSettings> }) {
  return (
    <>
      <Section title="Legal links" description="Shown at sign-up and in the footer of public pages.">
        <InputField
          as={AddressInput}
          {...settingProps(control, 'terms_url')}
          optional
          placeholder="https://example.com/terms"
        />
        <InputField
          as={AddressInput}
          {...settingProps(control, 'privacy_url')}
          optional
          placeholder="https://example.com/privacy"
        />
      </Section>
      <Section
        title="Billing"
        description="Owners find the link beside their plan. How plans are paid for: docs/billing.md."
      >
        <InputField
          as={AddressInput}
          {...settingProps(control, 'billing_url')}
          optional
          placeholder="https://example.com/billing"
        />
      </Section>
    </>
  )
}
