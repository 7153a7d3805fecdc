import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FlaskConical } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { FormField, InputField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { LinkButton } from '@/components/ui/link-button'
import { NumberInput } from '@/components/ui/number-input'
import { Textarea } from '@/components/ui/textarea'
import { t } from '@/server/lib/locale/texts.ts'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import type { FormChange, FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { OPEN_AFTER_PERCENT, OPEN_AFTER_SECONDS } from '@/server/modules/forms/values-schema.ts'
import { OpeningField } from './opening-field'
import { type KnownPictures, PictureFields } from './picture-fields'

interface VersionCardProps extends KnownPictures {
  form: UseFormReturn<z.input<typeof FormChange>, unknown, FormChange>
  fields: readonly TypedField[]
  is_hosted: boolean
  /** The landing page, whose sections are tested together with its form. */
  page: Pick<FormDetail, 'id' | 'has_sections' | 'has_version_b'>
}

/** The version shown in the preview, for a form with two. */
export const usePreviewedVersion = () => useQueryState('version', parseAsStringLiteral(['a', 'b']).withDefault('a'))

/** A second version, shown to half of the visitors. */
export function VersionCard({ form, fields, is_hosted, page, ...known }: VersionCardProps) {
  const [, setPreviewed] = usePreviewedVersion()
  const { control } = form
  const [version, fieldSettings, format] = useWatch({
    control,
    name: ['settings.version_b', 'settings.fields', 'format'],
  })
  const start = () => {
    const { heading, description, button_label, accent_color, has_own_color, picture, ...settings } =
      form.getValues('settings')
    const { opens_on, open_after_seconds, open_after_percent } = settings
    const copied = { heading, description, button_label, accent_color, has_own_color, picture, labels: {} }
    const version_b = { ...copied, opens_on, open_after_seconds, open_after_percent }
    form.setValue('settings.version_b', version_b, { shouldDirty: true })
  }
  if (page.has_version_b || (page.has_sections && !version)) return <VersionOfPage {...page} />
  if (!version)
    return (
      <Card>
        <CardHeader
          className="pb-5"
          title="Test two versions"
          description="Half of the visitors see version B. The Results tab shows which one brings more sign-ups."
          actions={
            <Button variant="outline" size="sm" onClick={start}>
              <FlaskConical aria-hidden /> Create version B
            </Button>
          }
        />
      </Card>
    )
  return (
    <Card onFocus={() => void setPreviewed('b')}>
      <CardHeader
        title="Version B"
        description={
          page.has_sections
            ? t`This test compares the form alone: the sections of the page are the same in both. To give version B its own, open the page sections and press “Test two versions”, which begins a new test.`
            : t`The test starts when you save. Consents and what follows a sign-up are the same in both.`
        }
        actions={
          <Button
            variant="ghost"
            size="sm"
            onClick={() => form.setValue('settings.version_b', null, { shouldDirty: true })}
          >
            Remove version B
          </Button>
        }
      />
      <CardContent className="grid gap-5">
        <InputField control={control} name="settings.version_b.heading" label="Version B heading" />
        <InputField
          as={Textarea}
          control={control}
          name="settings.version_b.description"
          label="Version B description"
          optional
          rows={3}
        />
        {is_hosted ? null : <PictureFields form={form} version="b" {...known} />}
        <InputField control={control} name="settings.version_b.button_label" label="Version B button" />
        <FormField control={control} name="settings.version_b.accent_color" label="Version B color">
          {({ onChange, ...field }) => (
            <Input
              {...field}
              type="color"
              className="w-16 cursor-pointer p-1"
              onChange={(event) => {
                onChange(event)
                form.setValue('settings.version_b.has_own_color', true, { shouldDirty: true })
              }}
            />
          )}
        </FormField>
        {(fieldSettings ?? []).map(({ custom_field_id }) => {
          const name = custom_field_id === null ? 'first_name' : String(custom_field_id)
          const label = fields.find(({ id }) => String(id) === name)?.label ?? 'First name'
          return (
            <InputField
              key={name}
              control={control}
              name={`settings.version_b.labels.${name}`}
              label={`${label} in version B`}
              optional
              placeholder={label}
            />
          )
        })}
        {format === null || format === 'inline' ? null : <OpeningOfB form={form} />}
      </CardContent>
    </Card>
  )
}

/** Version B of a landing page is edited together with its sections. */
function VersionOfPage({ id, has_version_b }: VersionCardProps['page']) {
  return (
    <Card>
      <CardHeader
        className="pb-5"
        title={has_version_b ? t`Version B` : t`Test two versions`}
        description={
          has_version_b
            ? t`Version B has its own sections and its own form, which you edit together.`
            : t`Version B has its own sections and its own form. Half of the visitors see it, and the Results tab shows which one brings more sign-ups. Create it in the page sections.`
        }
        actions={
          <LinkButton variant="outline" size="sm" href={`/forms/${id}/landing${has_version_b ? '?version=b' : ''}`}>
            {has_version_b ? t`Edit version B` : t`Page sections`}
          </LinkButton>
        }
      />
    </Card>
  )
}

function OpeningOfB({ form: { control } }: Pick<VersionCardProps, 'form'>) {
  const opens_on = useWatch({ control, name: 'settings.version_b.opens_on' })
  const amount = {
    time: {
      name: 'settings.version_b.open_after_seconds',
      label: 'Version B delay in seconds',
      range: OPEN_AFTER_SECONDS,
    },
    scroll: {
      name: 'settings.version_b.open_after_percent',
      label: 'Version B scroll percentage',
      range: OPEN_AFTER_PERCENT,
    },
    exit: undefined,
    click: undefined,
  } as const
  const amountField = amount[opens_on ?? 'time']
  return (
    <>
      <OpeningField control={control} name="settings.version_b.opens_on" label="Version B opens" />
      {amountField ? (
        <InputField
          as={NumberInput}
          control={control}
          name={amountField.name}
          label={amountField.label}
          {...amountField.range}
          className="max-w-28"
        />
      ) : null}
    </>
  )
}
