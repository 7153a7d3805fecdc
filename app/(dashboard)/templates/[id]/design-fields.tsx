import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useController, useWatch } from 'react-hook-form'
import { ColorField } from '@/components/templates/color-field'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { InputField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { FONT_LABELS, FONT_NAMES } from '@/server/lib/page/fonts.ts'
import { contrastOf, sixDigits } from '@/server/lib/text/color.ts'
import type { TemplateDesign } from '@/server/modules/templates/editor-schema.ts'
import { BUTTON_STYLES, LAYOUT_NAMES, WIDTHS } from '@/server/modules/templates/editor-values-schema.ts'
import type { DesignControl } from './design-values'
import { LogoCard } from './logo-card'

interface DesignFieldsProps {
  control: DesignControl
  disabled: boolean
}

export function DesignFields({ control, disabled }: DesignFieldsProps) {
  const choice = { as: SelectInput, control } as const
  return (
    <>
      <SectionCard title="Layout" className="grid gap-5">
        <InputField control={control} name="name" label="Name" description="Only you see this." autoComplete="off" />
        <InputField {...choice} name="design.base" label="Layout" options={options(LAYOUT_NAMES)} />
        <InputField
          as={NumberInput}
          control={control}
          name="design.width"
          label="Width in pixels"
          {...WIDTHS}
          className="max-w-28"
        />
        <InputField {...choice} name="design.font" label="Font" options={options(FONT_NAMES, FONT_LABELS)} />
        <InputField
          {...choice}
          name="design.heading_font"
          label="Heading font"
          options={options(FONT_NAMES, FONT_LABELS)}
        />
        <InputField {...choice} name="design.button_style" label="Buttons" options={options(BUTTON_STYLES, BUTTONS)} />
      </SectionCard>
      <ColorsCard control={control} disabled={disabled} />
      <LogoCard control={control} disabled={disabled} />
      <SectionCard title="Header and footer" description="Merge tags work here." className="grid gap-5">
        <InputField
          as={Textarea}
          control={control}
          name="design.header"
          label="Header"
          optional
          rows={2}
          placeholder="Notes from the studio"
        />
        <InputField
          as={Textarea}
          control={control}
          name="design.footer"
          label="Footer"
          optional
          description="The postal address and the link to unsubscribe follow it."
          rows={3}
          placeholder="You get this because you signed up on our site."
        />
      </SectionCard>
    </>
  )
}

const options = <Name extends string>(names: readonly Name[], labels?: Record<Name, string>) =>
  names.map((value) => ({ value, label: labels?.[value] ?? value }))

const BUTTONS: Record<TemplateDesign['button_style'], string> = {
  rounded: 'Rounded corners',
  square: 'Square',
  pill: 'Pill',
  outline: 'Outline',
}

const COLORS = [
  ['page_color', 'Page'],
  ['sheet_color', 'Background'],
  ['text_color', 'Text'],
  ['link_color', 'Links'],
  ['button_color', 'Buttons'],
] as const

/** Minimum contrast of text (WCAG 2). */
const READABLE = 4.5

function ColorsCard({ control, disabled }: DesignFieldsProps) {
  const trpc = useTRPC()
  const colors = useQuery(trpc.account.colors.queryOptions())
  const palette = [...new Set((colors.data ?? []).map(sixDigits))]
  const [sheet, text, link] = useWatch({
    control,
    name: ['design.sheet_color', 'design.text_color', 'design.link_color'],
  })
  const unreadable = [text, link].map(
    (color) => isColor(color) && isColor(sheet) && contrastOf(color, sheet) < READABLE,
  )
  const [is_text, is_link] = unreadable
  const brand = (
    <Link href="/settings/style" className="text-primary-ink underline">
      brand colors
    </Link>
  )
  return (
    <SectionCard
      title="Colors"
      description={
        palette.length > 0 ? (
          <>The small circles are your {brand}. Dark mode is made from these colors.</>
        ) : (
          <>Choose your {brand}. Dark mode is made from these colors.</>
        )
      }
      className="grid gap-4"
    >
      {COLORS.map(([name, label]) => (
        <DesignColor
          key={name}
          name={name}
          label={label}
          palette={palette}
          control={control}
          disabled={disabled}
          warning={(name === 'text_color' && is_text) || (name === 'link_color' && is_link) ? hardToRead() : undefined}
        />
      ))}
    </SectionCard>
  )
}

const hardToRead = () => 'Hard to read on this background. Choose a darker or lighter color.'

interface DesignColorProps extends DesignFieldsProps {
  name: (typeof COLORS)[number][0]
  label: string
  palette: readonly string[]
  warning: string | undefined
}

function DesignColor({ control, name, label, palette, disabled, warning }: DesignColorProps) {
  const { field, fieldState } = useController({ control, name: `design.${name}` })
  return (
    <ColorField
      {...field}
      label={label}
      palette={palette}
      disabled={disabled}
      error={fieldState.error?.message ?? warning}
    />
  )
}

const isColor = (color: string | undefined): color is string => /^#[0-9a-f]{6}$/i.test(color ?? '')
