import { useWatch } from 'react-hook-form'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { DesignControl } from './appearance-card'

/** Double opt-in, and the letter that it sends. */
export function ConfirmationCard({ control }: { control: DesignControl }) {
  const double_opt_in = useWatch({ control, name: 'double_opt_in' })
  return (
    <Card>
      <CardHeader title="Confirmation" />
      <CardContent className="grid gap-5">
        <FormField
          control={control}
          name="double_opt_in"
          label="Ask people to confirm by mail"
          description="They are on the list once they press the button in a letter. Nobody can enter somebody else, and you can prove that they agreed."
          layout="inline"
        >
          {({ value, onChange, ...field }) => <Switch {...field} checked={value} onCheckedChange={onChange} />}
        </FormField>
        {double_opt_in ? (
          <>
            <FormField control={control} name="settings.confirmation.subject" label="Subject of the letter">
              {(field) => <Input {...field} />}
            </FormField>
            <FormField control={control} name="settings.confirmation.heading" label="Heading of the letter">
              {(field) => <Input {...field} />}
            </FormField>
            <FormField control={control} name="settings.confirmation.message" label="Letter">
              {(field) => <Textarea {...field} rows={4} />}
            </FormField>
            <FormField control={control} name="settings.confirmation.button_label" label="Button of the letter">
              {(field) => <Input {...field} />}
            </FormField>
            <FormField
              control={control}
              name="settings.confirmation.redirect_url"
              label="Once confirmed, lead people to"
              optional
              description="A download or a welcome page. Without it, a page of ours thanks them."
            >
              {(field) => <Input {...field} type="url" placeholder="https://" />}
            </FormField>
          </>
        ) : null}
      </CardContent>
    </Card>
  )
}
