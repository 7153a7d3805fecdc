import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { useHasRole } from '@/components/role'
import { ColorField } from '@/components/templates/color-field'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { FONT_LABELS, FONT_NAMES } from '@/server/lib/page/fonts.ts'
import { CORNERS } from '@/server/lib/page/theme.ts'
import { sixDigits } from '@/server/lib/text/color.ts'
import { LOGO_SIZES } from '@/server/modules/style/values-schema.ts'
import { colorNotes } from './color-notes'
import { LogoField } from './logo-field'
import { paletteQuery } from './queries'
import type { StyleControl } from './style-control'

interface StyleFieldsProps {
  control: StyleControl
  logo_url: string | null
  onLogo: (url: string | null) => void
}

export function StyleFields({ control, logo_url, onLogo }: StyleFieldsProps) {
  const choice = { as: SelectInput, control } as const
  return (
    <>
      <SectionCard
        title="Logo"
        description="Above emails, forms, posts and pages, in place of your name."
        className="grid gap-5"
      >
        <LogoField control={control} url={logo_url} onChange={onLogo} />
        {logo_url ? (
          <InputField
            {...choice}
            name="logo_size"
            label="Size"
            className="max-w-48"
            options={options(LOGO_SIZES, SIZES)}
          />
        ) : null}
      </SectionCard>
      <SectionCard
        title="Fonts and corners"
        description="Fonts that email apps and browsers have, so pages load fast."
        className="grid gap-5 sm:grid-cols-2"
      >
        <InputField {...choice} name="heading_font" label="Headings" options={options(FONT_NAMES, FONT_LABELS)} />
        <InputField {...choice} name="font" label="Text" options={options(FONT_NAMES, FONT_LABELS)} />
        <InputField {...choice} name="corners" label="Corners" options={options(CORNERS, CORNER_LABELS)} />
      </SectionCard>
      <ColorsCard control={control} />
    </>
  )
}

const options = <Name extends string>(names: readonly Name[], labels: Record<Name, string>) =>
  names.map((value) => ({ value, label: labels[value] }))

const SIZES = { small: 'Small', medium: 'Medium', large: 'Large' }
const CORNER_LABELS = { rounded: 'Rounded', square: 'Square', pill: 'Round buttons' }

const COLORS = [
  ['accent_color', 'Accent'],
  ['text_color', 'Text'],
  ['background_color', 'Background'],
] as const

function ColorsCard({ control }: { control: StyleControl }) {
  const palette = [...new Set((useQuery(paletteQuery(useTRPC())).data ?? []).map(sixDigits))]
  const [accent_color, text_color, background_color] = useWatch({
    control,
    name: ['accent_color', 'text_color', 'background_color'],
  })
  const notes = colorNotes({ accent_color, text_color, background_color })
  return (
    <SectionCard
      title="Colors"
      description="Dark mode, button text and lines are derived from these three, so they stay readable."
      className="grid gap-4"
    >
      {COLORS.map(([name, label]) => (
        <StyleColor key={name} control={control} name={name} label={label} palette={palette} problem={notes[name]} />
      ))}
      <ul aria-live="polite" className="grid gap-1 text-muted-foreground text-sm">
        {notes.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </SectionCard>
  )
}

interface StyleColorProps {
  control: StyleControl
  name: (typeof COLORS)[number][0]
  label: string
  palette: readonly string[]
  problem: string | undefined
}

function StyleColor({ control, name, label, palette, problem }: StyleColorProps) {
  const { field, fieldState } = useController({ control, name })
  return (
    <ColorField
      {...field}
      label={label}
      palette={palette}
      disabled={!useHasRole('editor')}
      error={problem ?? fieldState.error?.message}
    />
  )
}
