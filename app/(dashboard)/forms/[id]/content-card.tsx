import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { AddressInput } from '@/components/address-input'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { FormField, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { DEFAULT_ACCENT } from '@/server/lib/page/form-style.ts'
import type { FormChange } from '@/server/modules/forms/settings-schema.ts'
import { formTypes } from '../form-types'
import { type KnownPictures, PictureFields } from './picture-fields'
import { usePreviewedVersion } from './version-card'

export type DesignControl = Control<z.input<typeof FormChange>, unknown, FormChange>

interface ContentCardProps extends KnownPictures {
  form: UseFormReturn<z.input<typeof FormChange>, unknown, FormChange>
  is_hosted: boolean
  has_style: boolean
}

/** The form's texts, image and color. */
export function ContentCard({ form, is_hosted, has_style, ...known }: ContentCardProps) {
  const { control } = form
  const [previewed, setPreviewed] = usePreviewedVersion()
  return (
    <Card onFocus={previewed === 'b' ? () => void setPreviewed(null) : undefined}>
      <CardHeader title="Content" />
      <CardContent className="grid gap-5">
        <InputField control={control} name="name" label="Name" description="Only you see this." autoComplete="off" />
        {is_hosted ? null : (
          <InputField
            as={SelectInput}
            control={control}
            name="format"
            label="Type"
            options={formTypes.filter(({ key }) => key !== 'hosted').map(({ key, label }) => ({ value: key, label }))}
          />
        )}
        <InputField control={control} name="settings.heading" label="Heading" />
        <InputField as={Textarea} control={control} name="settings.description" label="Description" optional rows={3} />
        {is_hosted ? null : <PictureFields form={form} version="a" {...known} />}
        <InputField control={control} name="settings.button_label" label="Button" />
        <ColorOfForm control={control} has_style={has_style} />
        <InputField
          as={Textarea}
          control={control}
          name="settings.success_message"
          label="Success message"
          optional
          description="Replaces the form after it is submitted."
          rows={2}
        />
        <InputField
          as={AddressInput}
          control={control}
          name="settings.redirect_url"
          label="Redirect URL"
          optional
          description="Opens this page instead of showing the message."
        />
      </CardContent>
    </Card>
  )
}

/** The account style's color, unless the form has its own. */
function ColorOfForm({ control, has_style }: { control: DesignControl; has_style: boolean }) {
  const [accent, chosen] = useWatch({ control, name: ['settings.accent_color', 'settings.has_own_color'] })
  const is_own = chosen ?? accent !== DEFAULT_ACCENT
  return (
    <>
      {has_style ? (
        <FormField
          control={control}
          name="settings.has_own_color"
          label="Use a custom color"
          description="Instead of the accent color of your style."
          layout="inline"
        >
          {({ value: _, onChange, ...field }) => (
            <Checkbox {...field} checked={is_own} onCheckedChange={(checked) => onChange(checked === true)} />
          )}
        </FormField>
      ) : null}
      {is_own || !has_style ? (
        <InputField
          control={control}
          name="settings.accent_color"
          label="Color"
          type="color"
          className="w-16 cursor-pointer p-1"
        />
      ) : null}
    </>
  )
}
