import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { DEFAULT_ACCENT } from '@/server/lib/page/form-style.ts'
import type { FormOfVersion } from '@/server/lib/page/landing/document.ts'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import { Line, Panel } from './panel'
import type { Draft } from './use-draft'

interface FormPanelProps {
  draft: Draft
  landing: LandingDetail
  form: FormOfVersion
  onClose: () => void
}

/** Edits version B's form. Version A uses the form’s settings. */
export function FormPanel({ draft, landing, form, onClose }: FormPanelProps) {
  const { settings, fields, style } = landing
  const change = (part: Partial<FormOfVersion>, about: string) =>
    draft.edit({ ...draft.page, form: { ...form, ...part } }, `form.${about}`)
  const is_own = form.has_own_color ?? form.accent_color.toLowerCase() !== DEFAULT_ACCENT
  return (
    <Panel title="Version B form" onClose={onClose}>
      <p className="text-muted-foreground text-sm">
        Fields, consents and what follows a sign-up are the same in both versions.
      </p>
      <Line
        label="Heading"
        maxLength={150}
        placeholder={settings.heading}
        value={form.heading}
        onChange={(heading) => change({ heading }, 'heading')}
      />
      <Field label="Description" optional>
        <Textarea
          rows={3}
          maxLength={2000}
          value={form.description}
          onChange={({ target }) => change({ description: target.value }, 'description')}
        />
      </Field>
      <Line
        label="Button"
        maxLength={60}
        placeholder={settings.button_label}
        value={form.button_label}
        onChange={(button_label) => change({ button_label }, 'button')}
      />
      {style ? (
        <Field label="Use a custom color" description="Instead of the accent color of your style." layout="inline">
          <Checkbox
            checked={is_own}
            onCheckedChange={(checked) => change({ has_own_color: checked === true }, 'has_own_color')}
          />
        </Field>
      ) : null}
      {is_own || style === null ? (
        <Field label="Color">
          <Input
            type="color"
            className="h-10 w-16 cursor-pointer p-1 max-md:h-11"
            value={form.accent_color}
            onChange={({ target }) => change({ accent_color: target.value, has_own_color: true }, 'color')}
          />
        </Field>
      ) : null}
      {fields.map(({ id, label }) => {
        const key = String(id ?? 'first_name')
        return (
          <Line
            key={key}
            label={`${label} label`}
            maxLength={150}
            placeholder={label}
            value={form.labels[key] ?? ''}
            onChange={(own) => change({ labels: { ...form.labels, [key]: own } }, `label ${key}`)}
          />
        )
      })}
    </Panel>
  )
}
