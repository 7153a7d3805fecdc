import { useController } from 'react-hook-form'
import { PictureInput } from '@/components/media/picture-input'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
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
          <FormField
            control={control}
            name="design.logo.alt"
            label="Alternative text"
            description="Shown by email clients that load no images."
          >
            {(input) => <Input {...input} autoComplete="off" placeholder="Studio North" />}
          </FormField>
          <FormField control={control} name="design.logo.width" label="Width in pixels">
            {({ onChange, ...input }) => (
              <NumberInput {...input} {...LOGO_WIDTHS} onChange={onChange} className="max-w-28" />
            )}
          </FormField>
        </>
      )}
    </SectionCard>
  )
}
