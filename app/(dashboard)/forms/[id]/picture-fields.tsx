import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { PictureField } from '@/components/media/picture-field'
import { FormField, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import { PICTURE_PLACES } from '@/server/lib/page/form-picture.ts'
import type { ShownImage } from '@/server/lib/page/landing/image.ts'
import type { FormChange } from '@/server/modules/forms/settings-schema.ts'
import type { Picture } from '@/server/modules/media/schema.ts'

/** Images chosen while the form is edited, by ID. */
export interface KnownPictures {
  pictures: ReadonlyMap<number, ShownImage>
  onPicture: (picture: Picture) => void
}

interface PictureFieldsProps extends KnownPictures {
  form: UseFormReturn<z.input<typeof FormChange>, unknown, FormChange>
  version: 'a' | 'b'
}

/** A form version's image with its alternative text and position. */
export function PictureFields({ form, version, pictures, onPicture }: PictureFieldsProps) {
  const { control } = form
  const name = version === 'b' ? 'settings.version_b.picture' : 'settings.picture'
  const [choice, format] = useWatch({ control, name: [name, 'format'] })
  const shownPicture = choice ? pictures.get(Number(choice.picture_id)) : undefined
  const labels =
    version === 'b'
      ? { image: 'Version B image', alt: 'Version B alternative text', place: 'Version B image position' }
      : { image: t`Image`, alt: 'Alternative text', place: 'Image position' }
  return (
    <>
      <PictureField
        label={labels.image}
        current={shownPicture}
        is_chosen={Boolean(choice)}
        onRemove={() => form.setValue(name, null, { shouldDirty: true })}
        onChoose={(picture) => {
          onPicture(picture)
          const next = { picture_id: picture.id, alt: '', place: choice?.place ?? 'above' }
          form.setValue(name, next, { shouldDirty: true })
        }}
      />
      {choice ? (
        <>
          <InputField
            control={control}
            name={`${name}.alt`}
            label={labels.alt}
            optional
            description={
              shownPicture?.alt
                ? 'For visitors who can’t see the image. Leave it empty to use the text of your library.'
                : 'For visitors who can’t see the image. Leave it empty if the image is only decoration.'
            }
            placeholder={shownPicture?.alt}
          />
          <FormField
            control={control}
            name={`${name}.place`}
            label={labels.place}
            description={
              format === 'sticky bar'
                ? 'On the form’s own page. The bar shows the image small, and only on wide screens.'
                : undefined
            }
          >
            {({ value, onChange, ...field }) => (
              <SelectInput
                {...field}
                value={value ?? 'above'}
                onChange={(next) => onChange(PICTURE_PLACES.find((known) => known === next))}
                options={[
                  { value: 'above', label: 'Above the form' },
                  { value: 'beside', label: 'Beside the form, on wide screens' },
                ]}
              />
            )}
          </FormField>
        </>
      ) : null}
    </>
  )
}
