import { useController } from 'react-hook-form'
import { PictureInput } from '@/components/media/picture-input'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { FormField, InputField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { Switch } from '@/components/ui/switch'
import { LOGO_WIDTHS } from '@/server/modules/templates/editor-values-schema.ts'
import type { DesignControl } from './design-values'

/** The image above the content. */
export function LogoCard({ control, disabled }: { control: DesignControl; disabled: boolean }) {
  const { field } = useController({ control, name: 'design.logo' })
  return (
    <SectionCard title="Logo" className="grid gap-5">
      <Field layout="inline" label="Show a logo" description="An image on the web, above the text.">
        <Switch
          disabled={disabled}
          checked={field.value !== null}
          onCheckedChange={(checked) => field.onChange(checked ? { url: '', alt: '', width: 160 } : null)}
        />
      </Field>
      {field.value === null ? null : (
        <>
          <FormField control={control} name="design.logo.url" label="Image address">
            {(input) => (
              <PictureInput
                {...input}
                disabled={disabled}
                onChoose={(url, { alt }) => {
                  input.onChange(url)
                  if (alt && !field.value?.alt) field.onChange({ ...field.value, url, alt })
                }}
              />
            )}
          </FormField>
          <InputField
            control={control}
            name="design.logo.alt"
            label="Alternative text"
            description="Shown by email clients that load no images."
            autoComplete="off"
            placeholder="Studio North"
          />
          <InputField
            as={NumberInput}
            control={control}
            name="design.logo.width"
            label="Width in pixels"
            {...LOGO_WIDTHS}
            className="max-w-28"
          />
        </>
      )}
    </SectionCard>
  )
}
