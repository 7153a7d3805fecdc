import { useWatch } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { SectionCard } from '@/components/ui/card'
import { InputField, SwitchField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import type { DesignControl } from './content-card'

/** Double opt-in and its confirmation email. */
export function ConfirmationCard({ control }: { control: DesignControl }) {
  const double_opt_in = useWatch({ control, name: 'double_opt_in' })
  return (
    <SectionCard title="Confirmation" className="grid gap-5">
      <SwitchField
        control={control}
        name="double_opt_in"
        label="Require confirmation by email"
        description="Subscribers confirm with a link we email to them, which proves their consent."
      />
      {double_opt_in ? (
        <>
          <InputField control={control} name="settings.confirmation.subject" label="Email subject" />
          <InputField control={control} name="settings.confirmation.heading" label="Email heading" />
          <InputField
            as={Textarea}
            control={control}
            name="settings.confirmation.message"
            label="Email text"
            rows={4}
          />
          <InputField control={control} name="settings.confirmation.button_label" label="Email button" />
          <InputField
            as={AddressInput}
            control={control}
            name="settings.confirmation.redirect_url"
            label="Redirect after confirmation"
            optional
            description="Such as a download or welcome page. Leave empty to show our thank-you page."
          />
        </>
      ) : null}
    </SectionCard>
  )
}
