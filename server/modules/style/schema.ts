import { z } from 'zod'
import { Id, named } from '../../core/wire.ts'
import { FONT_NAMES } from '../../lib/page/fonts.ts'
import { CORNERS } from '../../lib/page/theme.ts'
import { contrastOf } from '../../lib/text/color.ts'
import { LOGO_SIZES, MIN_CONTRAST } from './values-schema.ts'

const Color = z
  .string({ error: 'Enter a color like #1d4ed8' })
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color like #1d4ed8')
  .transform((color) => color.toLowerCase())

/** Choices of the creator. Closed sets and colors only, so nothing else can get into a page. */
const Choices = z.object({
  /** An image of the library. */
  logo_id: Id.nullable(),
  logo_size: z.enum(LOGO_SIZES),
  font: z.enum(FONT_NAMES),
  heading_font: z.enum(FONT_NAMES),
  accent_color: Color,
  text_color: Color,
  background_color: Color,
  corners: z.enum(CORNERS),
})

/** Rejects only unreadable combinations. The form warns of poorly readable ones. */
export const StyleInput = Choices.refine(
  ({ text_color, background_color }) => contrastOf(text_color, background_color) >= MIN_CONTRAST,
  {
    error: `This text can't be read on the background. Choose colors with a contrast of at least ${MIN_CONTRAST}:1`,
    path: ['text_color'],
  },
)
export type StyleInput = z.infer<typeof StyleInput>

/** The style as the dashboard edits it. */
export const StyleDetail = named('Style', {
  /** True if the account chose a style. Otherwise, pages and emails have their own defaults. */
  is_chosen: z.boolean(),
  choices: Choices.extend({
    logo_id: z.int().nullable(),
    accent_color: z.string(),
    text_color: z.string(),
    background_color: z.string(),
  }).meta({ id: 'StyleChoices' }),
  /** The logo in the size shown on pages. */
  logo: named('StyleLogo', { url: z.string(), alt: z.string(), width: z.int(), height: z.int() }).nullable(),
})
export type StyleDetail = z.infer<typeof StyleDetail>
