import { useWatch } from 'react-hook-form'
import { AddressInput } from '@/components/address-input'
import { SectionCard } from '@/components/ui/card'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { DesignControl } from './content-card'

/** Double opt-in and its confirmation email. */
export function ConfirmationCard({ control }: { control: DesignControl }) {
  const double_opt_in = useWatch({ control, name: 'double_opt_in' })
  return (
    <SectionCard title="Confirmation" className="grid gap-5">
      <FormField
        control={control}
        name="double_opt_in"
        label="Require confirmation by email"
        description="Subscribers confirm with a link we email to them, which proves their consent."
        layout="inline"
      >
        {({ value, onChange, ...field }) => <Switch {...field} checked={value} onCheckedChange={onChange} />}
      </FormField>
      {double_opt_in ? (
        <>
          <FormField control={control} name="settings.confirmation.subject" label="Email subject">
            {(field) => <Input {...field} />}
          </FormField>
          <FormField control={control} name="settings.confirmation.heading" label="Email heading">
            {(field) => <Input {...field} />}
          </FormField>
          <FormField control={control} name="settings.confirmation.message" label="Email text">
            {(field) => <Textarea {...field} rows={4} />}
          </FormField>
          <FormField control={control} name="settings.confirmation.button_label" label="Email button">
            {(field) => <Input {...field} />}
          </FormField>
          <FormField
            control={control}
            name="settings.confirmation.redirect_url"
            label="Redirect after confirmation"
            optional
            description="Such as a download or welcome page. Leave empty to show our thank-you page."
          >
            {(field) => <AddressInput {...field} />}
          </FormField>
        </>
      ) : null}
    </SectionCard>
  )
}
