import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import { LANDING_BOUNDS as BOUNDS } from '../../lib/page/landing/bounds.ts'
import {
  BACKGROUNDS,
  DRAWINGS,
  FORM_LAYOUTS,
  HERO_LAYOUTS,
  HERO_MEDIA,
  isLinkTarget,
  type LandingPage,
  LIST_LOOKS,
  PICTURE_WIDTHS,
  TEXT_ALIGNS,
} from '../../lib/page/landing/document.ts'
import type { ShownImage } from '../../lib/page/landing/image.ts'
import type { FooterLink } from '../../lib/page/public-page.ts'
import type { ConsentBox, FormField } from '../../lib/page/sign-up-form.ts'
import type { PublicStyle } from '../../lib/page/theme.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import type { FormStatus } from './schema.ts'
import { type FormSettings, NewForm } from './settings-schema.ts'

// The grammar of landing pages. Unknown properties are not stored, and every text and list has a maximum.

const tooLong = (max: number) => `Use at most ${max.toLocaleString('en')} characters`
const line = (max: number) => z.string().overwrite(storable).overwrite(singleLine).trim().max(max, tooLong(max))
const text = (max: number) => z.string().overwrite(storable).max(max, tooLong(max))
const url = line(BOUNDS.url).refine(
  (address) => address === '' || isLinkTarget(address),
  'Links begin with https://, mailto: or tel:',
)
const PictureId = Id.nullable()

const base = {
  id: z.string().regex(/^[a-z0-9]{1,16}$/, 'The id of a section has up to 16 letters and digits'),
  background: z.enum(BACKGROUNDS),
}

const Hero = z.strictObject({
  ...base,
  kind: z.literal('hero'),
  layout: z.enum(HERO_LAYOUTS),
  media: z.enum(HERO_MEDIA),
  picture_id: PictureId,
  drawing: z.enum(DRAWINGS),
  drawing_text: line(BOUNDS.label),
  eyebrow: line(BOUNDS.label),
  heading: line(BOUNDS.heading),
  text: text(BOUNDS.text),
  button_label: line(BOUNDS.label),
  button_url: url,
  note: line(BOUNDS.heading),
})

const Text = z.strictObject({
  ...base,
  kind: z.literal('text'),
  heading: line(BOUNDS.heading),
  text: text(BOUNDS.long_text),
  align: z.enum(TEXT_ALIGNS),
})

const PictureOfPage = z.strictObject({
  ...base,
  kind: z.literal('picture'),
  picture_id: PictureId,
  caption: line(BOUNDS.caption),
  width: z.enum(PICTURE_WIDTHS),
})

const List = z.strictObject({
  ...base,
  kind: z.literal('list'),
  look: z.enum(LIST_LOOKS),
  heading: line(BOUNDS.heading),
  text: text(BOUNDS.text),
  items: z
    .array(z.strictObject({ title: line(BOUNDS.heading), text: text(BOUNDS.text), url }))
    .max(BOUNDS.items, `A list has at most ${BOUNDS.items} items`),
})

const Testimonials = z.strictObject({
  ...base,
  kind: z.literal('testimonial'),
  heading: line(BOUNDS.heading),
  items: z
    .array(
      z.strictObject({
        quote: text(BOUNDS.text),
        name: line(BOUNDS.label),
        role: line(BOUNDS.heading),
        picture_id: PictureId,
      }),
    )
    .max(BOUNDS.quotes, `A section has at most ${BOUNDS.quotes} testimonials`),
})

const FormOfPage = z.strictObject({ ...base, kind: z.literal('form'), layout: z.enum(FORM_LAYOUTS) })

const Footer = z.strictObject({
  ...base,
  kind: z.literal('footer'),
  text: text(BOUNDS.text),
  links: z
    .array(z.strictObject({ label: line(BOUNDS.label), url }))
    .max(BOUNDS.links, `A footer has at most ${BOUNDS.links} links`),
})

const AnySection = z.discriminatedUnion('kind', [Hero, Text, PictureOfPage, List, Testimonials, FormOfPage, Footer])

/** The form of version B. Its fields, consents and actions after a sign-up are the form's settings, shared by both versions. */
const FormOfB = z.strictObject({
  heading: line(150),
  description: text(2000),
  button_label: line(60),
  accent_color: z.string().regex(/^#[0-9a-f]{6}$/i, 'Choose a color like #14495a'),
  has_own_color: z.boolean().optional(),
  labels: z
    .record(z.string().regex(/^(first_name|\d{1,9})$/), line(150))
    .refine((labels) => Object.keys(labels).length <= MAX_LABELS, 'A form has fewer fields'),
})
/** Maximum number of labels: for a form's fields, and for fields removed while its version B was written. */
const MAX_LABELS = 50

/** A landing page. Rejects unknown properties, so nothing is stored that no one renders. */
export const Landing = z
  .strictObject({
    title: line(BOUNDS.heading),
    description: line(BOUNDS.description),
    picture_id: PictureId,
    is_listed: z.boolean(),
    has_name: z.boolean(),
    form: FormOfB.optional(),
    promises_file: z.boolean().optional(),
    sections: z.array(AnySection).max(BOUNDS.sections, `A page has at most ${BOUNDS.sections} sections`),
  })
  .superRefine(({ sections }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message, path: ['sections'] })
    if (new Set(sections.map(({ id }) => id)).size < sections.length) refuse('Two sections have the same id')
    const footer = sections.findIndex(({ kind }) => kind === 'footer')
    if (footer >= 0 && footer < sections.length - 1) refuse('The footer is the last section of a page')
    if (JSON.stringify(sections).length > BOUNDS.page) refuse('This page is too long. Remove some text or sections')
  }) satisfies z.ZodType<LandingPage>

/** One of the two versions compared by a test. */
export const Variant = z.enum(['a', 'b']).default('a')

/** `version`: the edited one, so another's change is not overwritten unknowingly. */
export const LandingChange = z.object({
  id: Id,
  variant: Variant,
  version: z.int().min(1),
  page: Landing,
  /** Overwrites the stored page, which gets its own entry in the history. */
  over_others: z.boolean().default(false),
})
export type LandingChange = z.infer<typeof LandingChange>

export const LandingVersion = LandingChange.pick({ id: true, variant: true, version: true })
export type LandingVersion = z.infer<typeof LandingVersion>

export const LandingRestoring = LandingChange.pick({ id: true, variant: true }).extend({ revision_id: Id })
export type LandingRestoring = z.infer<typeof LandingRestoring>

export const NewLanding = z.object({ name: NewForm.shape.name, template: z.string().max(40) })
export type NewLanding = z.infer<typeof NewLanding>

/** A version as edited by members, and as published. */
export interface EditedVersion {
  draft: {
    page: LandingPage
    version: number
    /** The last member who changed it. */
    changed_by: string | null
  }
  /** Null: not published. */
  published: { page: LandingPage; version: number; at: string } | null
}

/** All data of a landing page's editor. */
export interface LandingDetail {
  id: number
  name: string
  status: FormStatus
  /** False: the page was never published. */
  is_public: boolean
  /** True if every sign-up gets a file by email. */
  has_file: boolean
  url: string
  account_name: string
  settings: FormSettings
  /** Null: the first name. */
  fields: (FormField & { id: number | null })[]
  consents: ConsentBox[]
  style: PublicStyle | null
  links: FooterLink[]
  /** Images of both versions. */
  pictures: [id: number, picture: ShownImage][]
  /** Null: the page has no sections. */
  draft: EditedVersion['draft'] | null
  /** The published page. Null: only the form. */
  published: EditedVersion['published']
  /** Version B. Null: none. */
  b: EditedVersion | null
  /** ISO. Null: no test is running. */
  test_started_at: string | null
}
