'use client'

import type { Control } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { FormField } from '@/components/ui/form'
import { SETTING_LABELS } from '@/server/core/instance/setting-labels.ts'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { Section } from './setting-fields'

export function Links({ control }: { control: Control<InstanceSettings> }) {
  return (
    <>
      <Section title="Legal links" description="Shown at sign-up and in the footer of public pages.">
        <FormField control={control} name="terms_url" label={SETTING_LABELS.terms_url} optional>
          {(field) => <AddressInput {...field} placeholder="https://example.com/terms" />}
        </FormField>
        <FormField control={control} name="privacy_url" label={SETTING_LABELS.privacy_url} optional>
          {(field) => <AddressInput {...field} placeholder="https://example.com/privacy" />}
        </FormField>
      </Section>
      <Section
        title="Billing"
        description="Owners find the link beside their plan. How plans are paid for: docs/billing.md."
      >
        <FormField control={control} name="billing_url" label={SETTING_LABELS.billing_url} optional>
          {(field) => <AddressInput {...field} placeholder="https://example.com/billing" />}
        </FormField>
      </Section>
    </>
  )
}
