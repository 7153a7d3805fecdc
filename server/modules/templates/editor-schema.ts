import { z } from 'zod'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { FONT_NAMES } from '../../lib/page/fonts.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { BUTTON_STYLES, LAYOUT_NAMES, LOGO_WIDTHS, WIDTHS } from './editor-values-schema.ts'
import { EmailTemplate } from './schema.ts'

// Shapes of the dashboard's editor, which programs share.

const MAX_SOURCE = 200_000

const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color like #1d4ed8')
  .transform((color) => color.toLowerCase())
const Pixels = ({ min, max }: { min: number; max: number }) => {
  const message = `Enter a number of pixels from ${min} to ${max}`
  return z.int(message).min(min, message).max(max, message)
}
const Text = z.string().overwrite(storable).max(2_000, 'Use at most 2,000 characters')

const Logo = z.object({
  url: z
    .string()
    .trim()
    .min(1, 'Enter the address of an image')
    .max(2_000, 'Use at most 2,000 characters')
    .refine(
      (url) => URL.parse(url)?.protocol === 'https:' && !/[\s{}"'<>]/.test(url),
      'Enter an address that starts with https://',
    ),
  alt: z
    .string()
    .overwrite(singleLine)
    .trim()
    .min(1, 'Enter what the image says, for clients that show no images')
    .max(200, 'Use at most 200 characters')
    .refine((text) => !/[{}]/.test(text), 'Merge tags cannot be used here'),
  width: Pixels(LOGO_WIDTHS),
})

/** Design of a template. */
export const TemplateDesign = z.object({
  base: z.enum(LAYOUT_NAMES),
  font: z.enum(FONT_NAMES),
  heading_font: z.enum(FONT_NAMES),
  width: Pixels(WIDTHS),
  page_color: Color,
  sheet_color: Color,
  text_color: Color,
  link_color: Color,
  button_color: Color,
  button_style: z.enum(BUTTON_STYLES),
  logo: Logo.nullable(),
  header: Text,
  footer: Text,
})
export type TemplateDesign = z.infer<typeof TemplateDesign>

export const MAX_NAME_LENGTH = 100
const Name = z
  .string()
  .overwrite(singleLine)
  .trim()
  .min(1, 'Give it a name')
  .max(MAX_NAME_LENGTH, 'Use at most 100 characters')

const Source = z
  .string()
  .overwrite(storable)
  .max(MAX_SOURCE, `Use at most ${MAX_SOURCE.toLocaleString('en-US')} characters`)

export const NewTemplate = z.object({ name: Name, start: z.enum([...LAYOUT_NAMES, 'HTML']) })
export type NewTemplate = z.infer<typeof NewTemplate>

/** `start`: what the template looks like without a design or HTML of its own. */
export const WholeTemplate = NewTemplate.extend({
  start: NewTemplate.shape.start.default('Modern'),
  design: TemplateDesign.optional(),
  source: Source.optional(),
})
export type WholeTemplate = z.infer<typeof WholeTemplate>

/** Absent properties are unchanged. A template has either a design or the creator's HTML. */
export const TemplateChange = z.object({
  id: Id,
  name: Name.optional(),
  design: TemplateDesign.optional(),
  source: Source.optional(),
})
export type TemplateChange = z.infer<typeof TemplateChange>

export const TemplatePreviewInput = z.object({ design: TemplateDesign.optional(), source: Source.optional() })
export type TemplatePreviewInput = z.infer<typeof TemplatePreviewInput>

const TEMPLATE_KINDS = ['built_in', 'design', 'html'] as const

/** A row of the template list. */
export const TemplateRow = EmailTemplate.extend({
  kind: z.enum(TEMPLATE_KINDS),
  /** Null for a creator's HTML and for built-in layouts. */
  design: TemplateDesign.nullable(),
  /** Number of drafts, scheduled broadcasts, sequences and sequence emails that use it. */
  uses: z.int(),
  updated_at: Timestamp,
})
export type TemplateRow = z.infer<typeof TemplateRow>

/** A template in the dashboard's list. */
export interface TemplateCard extends TemplateRow {
  /** Number of broadcasts with the template, sent ones included. */
  broadcasts: number
  /** HTML of a sample email. Empty: its own HTML has a mistake. */
  sample: string
}

export const TemplateDetail = TemplateRow.extend({
  /** Null for a creator's HTML. */
  design: TemplateDesign.nullable(),
  /** The creator's HTML as written. */
  source: z.string().nullable(),
}).meta({ id: 'EmailTemplateDetail' })
export type TemplateDetail = z.infer<typeof TemplateDetail>

/** A sample email in the template. `mistake`: why there is none. `left_out`: parts of the HTML that are not kept. */
export const TemplatePreview = z.object({
  html: z.string(),
  mistake: z.string().nullable(),
  left_out: z.array(z.string()),
})
export type TemplatePreview = z.infer<typeof TemplatePreview>
