import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SaveBar } from '@/components/action-bar'
import { bySchema } from '@/components/form-schema'
import { toShownImage } from '@/components/media/shown-picture'
import { allFieldsQuery } from '@/components/page-queries'
import { IfRole } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Form } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { formPictureOf } from '@/server/lib/page/form-picture.ts'
import { DEFAULT_ACCENT, formLook } from '@/server/lib/page/form-style.ts'
import { FIRST_NAME, type FormField } from '@/server/lib/page/sign-up-form.ts'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import type { FormChange, FormDetail } from '@/server/modules/forms/settings-schema.ts'
import type { Picture } from '@/server/modules/media/schema.ts'
import { BehaviorCard } from './behavior-card'
import { ConfirmationCard } from './confirmation-card'
import { ConsentsCard } from './consents-card'
import { ContentCard, type DesignControl } from './content-card'
import { askedValues, type DesignValues, type Section, sectionToCorrect } from './design-values'
import { FieldsCard } from './fields-card'
import { FileCard } from './file-card'
import { FollowUpCard } from './follow-up-card'
import type { KnownPictures } from './picture-fields'
import { Preview } from './preview'
import { usePreviewedVersion, VersionCard } from './version-card'

const byRules = bySchema(async () => (await import('@/server/modules/forms/settings-schema.ts')).FormChange)

/** Form settings with a live preview, in tabs that share their values. */
export function Designer({
  form: stored,
  section,
  onSection,
}: {
  form: FormDetail
  section: Section
  onSection: (section: Section) => void
}) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useAction(trpc.forms.update)
  const fields = useQuery(allFieldsQuery(trpc))
  const { id, name, format, double_opt_in, settings } = stored
  const form = useStoredForm<DesignValues, unknown, FormChange>({
    resolver: (values, context, options) => byRules(askedValues(values, stored), context, options),
    values: { id, name, format, double_opt_in, settings },
  })

  async function save(values: FormChange) {
    await update.run(values)
    markSaved(form)
    await client.invalidateQueries(trpc.forms.pathFilter())
    toast.success('Form saved. Your sites update within a minute.')
  }

  // The tab with an invalid field, until it is open.
  const [correcting, setCorrecting] = useState<Section>()
  const fields_of_tab = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (correcting !== section) return
    setCorrecting(undefined)
    fields_of_tab.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [correcting, section])

  const [added, setAdded] = useState<readonly Picture[]>([])
  const cardProps = {
    pictures: new Map([...stored.pictures, ...added.map((one) => [one.id, toShownImage(one)] as const)]),
    onPicture: (picture: Picture) => setAdded((before) => [...before, picture]),
  }
  const known_fields = fields.data?.rows ?? []
  const { control } = form
  const is_hosted = stored.type === 'hosted'
  return (
    <Form
      form={form}
      onSubmit={save}
      onRefused={(errors) => {
        const next = sectionToCorrect(errors, section)
        setCorrecting(next)
        if (next !== section) onSection(next)
      }}
    >
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div ref={fields_of_tab} className="grid gap-6">
          {section === 'content' ? (
            <>
              <ContentCard form={form} is_hosted={is_hosted} has_style={stored.style !== null} {...cardProps} />
              <VersionCard form={form} fields={known_fields} is_hosted={is_hosted} page={stored} {...cardProps} />
            </>
          ) : null}
          {section === 'fields' ? (
            <>
              <FieldsCard control={control} fields={known_fields} />
              <ConsentsCard control={control} />
            </>
          ) : null}
          {section === 'behavior' ? <BehaviorCard control={control} is_hosted={is_hosted} /> : null}
          {section === 'after' ? (
            <>
              <ConfirmationCard control={control} />
              <FileCard control={control} form={stored} />
              <FollowUpCard control={control} />
            </>
          ) : null}
          <IfRole atLeast="editor">
            <SaveBar form={form} />
          </IfRole>
        </div>
        <LivePreview control={control} form={stored} fields={known_fields} pictures={cardProps.pictures} />
      </div>
    </Form>
  )
}

interface LivePreviewProps {
  control: DesignControl
  form: FormDetail
  fields: readonly TypedField[]
  pictures: KnownPictures['pictures']
}

/** A color being typed can be incomplete. */
const HEX = /^#[0-9a-f]{6}$/i

function LivePreview({ control, form, fields, pictures }: LivePreviewProps) {
  const { format, settings } = useWatch({ control })
  const [version, setVersion] = usePreviewedVersion()
  const shown_b = version === 'b' ? settings?.version_b : undefined
  const texts = shown_b ?? settings
  const accentText = texts?.accent_color ?? ''
  const { picture_id, alt = '', place = 'above' } = texts?.picture ?? {}
  const picture =
    picture_id === undefined ? null : formPictureOf({ picture_id: Number(picture_id), alt, place }, pictures)
  const shownFields = (settings?.fields ?? []).flatMap((asks): FormField[] => {
    const key = asks.custom_field_id == null ? FIRST_NAME : String(asks.custom_field_id)
    const shown = { is_required: asks.is_required ?? false, look: asks.look ?? 'select' }
    const own_label = shown_b?.labels?.[key] || asks.label
    if (key === FIRST_NAME)
      return [{ name: FIRST_NAME, type: 'first_name', choices: [], ...shown, label: own_label || 'First name' }]
    const field = fields.find(({ id }) => String(id) === key)
    return field ? [{ ...field, ...shown, label: own_label || field.label }] : []
  })
  return (
    <div className="grid gap-3 lg:sticky lg:top-8">
      {settings?.version_b ? (
        <SelectInput
          aria-label="Version in the preview"
          className="w-40 justify-self-center"
          value={version}
          onChange={(next) => void setVersion(next === 'b' ? 'b' : null)}
          options={[
            { value: 'a', label: 'Version A' },
            { value: 'b', label: 'Version B' },
          ]}
        />
      ) : null}
      <Preview
        kind={form.type === 'hosted' ? 'hosted' : (format ?? 'inline')}
        account_name={form.account_name}
        form={{
          heading: texts?.heading ?? '',
          description: texts?.description ?? '',
          button_label: texts?.button_label ?? '',
          consent_text: settings?.consent_text ?? '',
          fields: shownFields,
          consents: (settings?.consents ?? []).map(({ text = '', is_required = false }, at) => ({
            name: `consent_${at}`,
            text,
            is_required,
          })),
          picture,
          action: '',
        }}
        look={formLook(
          {
            accent_color: HEX.test(accentText) ? accentText : DEFAULT_ACCENT,
            has_own_color: texts?.has_own_color,
            picture,
          },
          form.style,
        )}
      />
    </div>
  )
}
