'use client'

import type { Control } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { InputField } from '@/components/ui/form'
import { SETTING_LABELS } from '@/server/core/instance/setting-labels.ts'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section } from './setting-fields'

export function Links({ control }: { control: Control<InstanceSettings> }) {
  return (
    <>
      <Section title="Legal links" description="Shown at sign-up and in the footer of public pages.">
        <InputField
          as={AddressInput}
          control={control}
          name="terms_url"
          label={SETTING_LABELS.terms_url}
          optional
          placeholder="https://example.com/terms"
        />
        <InputField
          as={AddressInput}
          control={control}
          name="privacy_url"
          label={SETTING_LABELS.privacy_url}
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
          control={control}
          name="billing_url"
          label={SETTING_LABELS.billing_url}
          optional
          placeholder="https://example.com/billing"
        />
      </Section>
    </>
  )
}
