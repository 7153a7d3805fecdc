import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import { t } from '../../lib/locale/texts.ts'
import { PICTURE_PLACES } from '../../lib/page/form-picture.ts'
import { DEFAULT_ACCENT } from '../../lib/page/form-style.ts'
import type { ShownImage } from '../../lib/page/landing/image.ts'
import type { ConsentBox as PublicConsent } from '../../lib/page/sign-up-form.ts'
import type { PublicStyle } from '../../lib/page/theme.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { MAX_ALT } from '../media/values-schema.ts'
import { FORM_TYPES, type Form, type FormStatus } from './schema.ts'
import {
  FIELD_LOOKS,
  FORM_FORMATS,
  FORM_SORTS,
  FORM_STATUSES,
  FREQUENCIES,
  MAX_CONSENTS,
  MAX_FORM_FIELDS,
  OPEN_AFTER_PERCENT,
  OPEN_AFTER_SECONDS,
  OPENINGS,
  SHOWS_AGAIN_DAYS,
} from './values-schema.ts'

// Shapes that only the dashboard uses; schema.ts has the API's.

const line = (label: string, max: number) =>
  z.string().overwrite(singleLine).trim().min(1, `${label} can't be blank`).max(max, `Use at most ${max} characters`)
const maybe = (max: number) => z.string().overwrite(storable).trim().max(max, `Use at most ${max} characters`)

function whole({ min, max }: { min: number; max: number }) {
  const message = `Enter a whole number from ${min} to ${max}`
  return z.int(message).min(min, message).max(max, message)
}

/** A redirect URL; blank means none. */
const Destination = maybe(2000).refine(
  (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  'Enter an address that starts with https://',
)

/** The email that asks to confirm. All members are plain text. */
export const ConfirmationSettings = z.object({
  subject: line('Subject', 150).default(() => t`Please confirm your subscription`),
  heading: line('Heading', 150).default(() => t`Confirm your subscription`),
  message: maybe(5000).default(
    () => t`Someone, hopefully you, subscribed this address to our emails. Click the button to confirm.`,
  ),
  button_label: line('Button', 60).default(() => t`Confirm my subscription`),
  /** Page that subscribers are redirected to after confirming, such as a download or a welcome page. */
  redirect_url: Destination.default(''),
})

/** The email with the link to the form's file, if it has one. All members are plain text. */
export const FileEmailSettings = z.object({
  subject: line('Subject', 150).default(() => t`Your download`),
  heading: line('Heading', 150).default(() => t`Here is your download`),
  message: maybe(5000).default(() => t`Thank you for signing up. Click the button to download the file.`),
  button_label: line('Button', 60).default(() => t`Download`),
})

const MAX_FORM_TAGS = 20
const MAX_FORM_SEQUENCES = 10
const MAX_PATHS = 20

/** Field that a form asks for besides the address. */
const FormField = z.object({
  /** Null is the first name. */
  custom_field_id: Id.nullable(),
  /** Blank means the label of the field. */
  label: z.string().overwrite(singleLine).trim().max(150, 'Use at most 150 characters').default(''),
  is_required: z.boolean().default(false),
  /** Look of a choice. */
  look: z.enum(FIELD_LOOKS).default('select'),
})

/** A checkbox. Ticking it is stored with its text, word for word (L3). */
const ConsentBox = z.object({
  text: line('Text', 1000),
  is_required: z.boolean().default(false),
  /** Given to subscribers who tick it, together with the form's own tags. */
  tag_id: Id.nullable().default(null),
})

/** A path, or the beginning of paths: `/blog/*`. */
const SitePath = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters per path')
  .regex(/^\/[^*?#\s]*\*?$/, 'Enter paths such as /blog or /blog/*')

/** Trigger that opens a form over a page. Clicks on its links open it always. */
const Opening = {
  opens_on: z.enum(OPENINGS).default('time'),
  open_after_seconds: whole(OPEN_AFTER_SECONDS).default(5),
  open_after_percent: whole(OPEN_AFTER_PERCENT).default(50),
}

/** An image of the library. Landing pages have theirs in their sections. */
const FormPicture = z.object({
  picture_id: Id,
  /** Blank: the description in the library. */
  alt: z.string().overwrite(singleLine).trim().max(MAX_ALT, `Use at most ${MAX_ALT} characters`).default(''),
  place: z.enum(PICTURE_PLACES).default('above'),
})

/** Settings that may differ between two versions of a form. */
const Appearance = {
  heading: line('Heading', 150).default(() => t`Subscribe to our emails`),
  description: maybe(2000).default(''),
  button_label: line('Button', 60).default(() => t`Subscribe`),
  accent_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Choose a color like #14495a')
    .default(DEFAULT_ACCENT),
  /** True if the color is used instead of the accent color of the account's style. */
  has_own_color: z.boolean().optional(),
  picture: FormPicture.nullable().default(null),
}

/** The members that differ in version B. */
const VersionB = z.object({
  ...Appearance,
  ...Opening,
  /** Labels by `first_name` or the id of a custom field; blank: version A's. */
  labels: z
    .record(
      z.string().regex(/^(first_name|\d{1,9})$/),
      z.string().overwrite(singleLine).trim().max(150, 'Use at most 150 characters'),
    )
    .default({}),
})

export const Settings = z.object({
  ...Appearance,
  /** In the order in which the form shows them. */
  fields: z
    .array(FormField)
    .max(MAX_FORM_FIELDS, `Ask for at most ${MAX_FORM_FIELDS} fields`)
    .refine((fields) => new Set(fields.map((field) => field.custom_field_id)).size === fields.length, {
      error: 'A form asks for each field once',
    })
    .default([]),
  /** The consent text, stored word for word with every sign-up (L3). */
  consent_text: maybe(2000).default(() => t`I want to receive these emails. I can unsubscribe at any time.`),
  consents: z.array(ConsentBox).max(MAX_CONSENTS, `Ask for at most ${MAX_CONSENTS} consents`).default([]),
  /** Blank means a default text. */
  success_message: maybe(2000).default(''),
  redirect_url: Destination.default(''),
  ...Opening,
  /** After a visitor closed it. Visitors who signed up do not see it again unless `always`. */
  shows_again: z.enum(FREQUENCIES).default('days'),
  shows_again_days: whole(SHOWS_AGAIN_DAYS).default(30),
  /** Paths where the script shows the form; empty means everywhere. */
  shown_on: z.array(SitePath).max(MAX_PATHS, `Enter at most ${MAX_PATHS} paths`).default([]),
  hidden_on: z.array(SitePath).max(MAX_PATHS, `Enter at most ${MAX_PATHS} paths`).default([]),
  confirmation: ConfirmationSettings.prefault({}),
  file_email: FileEmailSettings.prefault({}),
  /** Given to everyone who signs up; with double opt-in, once they confirm. */
  tag_ids: z.array(Id).max(MAX_FORM_TAGS, `Choose at most ${MAX_FORM_TAGS} tags`).default([]),
  /** Sequences that every new sign-up is added to, all immediately. */
  sequence_ids: z.array(Id).max(MAX_FORM_SEQUENCES, `Choose at most ${MAX_FORM_SEQUENCES} sequences`).default([]),
  /** While it is set, half of the visitors see it. */
  version_b: VersionB.nullable().default(null),
})

/**
 * Texts, color and behavior of a form. Every member has a default, so `{}` is a valid form. Forms that were saved before fields had an
 * order name them in two members.
 */
export const FormSettings = z.preprocess((stored: z.input<typeof Settings>) => withFields(stored), Settings)
export type FormSettings = z.output<typeof Settings>

function withFields(stored: z.input<typeof Settings> & { ask_first_name?: unknown; custom_field_ids?: unknown }) {
  if (!stored || typeof stored !== 'object' || 'fields' in stored) return stored
  const { ask_first_name, custom_field_ids, ...settings } = stored
  const ids = [...(ask_first_name === true ? [null] : []), ...(Array.isArray(custom_field_ids) ? custom_field_ids : [])]
  return ids.length === 0 ? settings : { ...settings, fields: ids.map((custom_field_id) => ({ custom_field_id })) }
}

export const MAX_FORM_NAME_LENGTH = 255
export const FormName = line('Name', MAX_FORM_NAME_LENGTH)

export const NewForm = z
  .object({ name: FormName, type: z.enum(FORM_TYPES), format: z.enum(FORM_FORMATS).nullable() })
  .refine(({ type, format }) => (type === 'hosted') === (format === null), {
    error: 'A landing page has no format, and a form needs one',
    path: ['format'],
  })
export type NewForm = z.infer<typeof NewForm>

export const FormChange = z.object({
  id: Id,
  name: FormName,
  format: z.enum(FORM_FORMATS).nullable(),
  double_opt_in: z.boolean(),
  settings: FormSettings,
})
export type FormChange = z.infer<typeof FormChange>

export const FormStatusChange = z.object({ id: Id, status: z.enum(FORM_STATUSES) })
export type FormStatusChange = z.infer<typeof FormStatusChange>

export const FormTestEnd = z.object({ id: Id, keep: z.enum(['a', 'b']) })
export type FormTestEnd = z.infer<typeof FormTestEnd>

/** The list of forms in the dashboard. */
export const FormRowFilter = z.object({
  status: z.enum(FORM_STATUSES).default('active'),
  search: z.string().overwrite(storable).trim().max(255).optional(),
  sort: z.enum(FORM_SORTS).default('created'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type FormRowFilter = z.infer<typeof FormRowFilter>
export type FormSort = FormRowFilter['sort']

/** A form in the list of the dashboard, with the figures of the last `FIGURE_DAYS`. */
export interface FormRow extends Pick<Form, 'id' | 'name' | 'created_at' | 'type' | 'format' | 'uid' | 'embed_url'> {
  /** False for a landing page that was never published. */
  is_public: boolean
  /** Active ones, of all time. */
  subscriber_count: number
  views: number
  /** From 0 to 1; null without views. */
  conversion: number | null
}

/** A range of days until today, in the account's time zone, in which counts are kept. */
export const FormResultsFilter = z.object({ id: Id, days: z.int().min(1).max(365) })
export type FormResultsFilter = z.infer<typeof FormResultsFilter>

/** The images that a form names, in both of its versions. */
export const formPictureIds = ({ picture, version_b }: FormSettings): number[] => [
  ...new Set([picture, version_b?.picture].flatMap((one) => one?.picture_id ?? [])),
]

/** The file that a form gives away. */
export interface FormFileView {
  id: number
  name: string
  media_type: string
  bytes: number
}

/** Everything that a form's page in the dashboard shows. */
export interface FormDetail extends Form {
  status: FormStatus
  double_opt_in: boolean
  /** Without an image that was deleted from the library. */
  settings: FormSettings
  pictures: [number, ShownImage][]
  account_name: string
  /** False for a landing page that was never published: visitors find no page. */
  is_public: boolean
  /** True if a landing page has sections, and a version B with sections of its own. */
  has_sections: boolean
  has_version_b: boolean
  subscriber_count: number
  /** Subscribers of the form who were asked to confirm and have not. */
  unconfirmed_count: number
  /** Without a confirmed sending address, confirmation emails wait. */
  has_sender: boolean
  /** Null: the account chose none. */
  style: PublicStyle | null
  file: FormFileView | null
  /** The checkboxes with the names of their inputs, for creators’ own HTML. */
  consents: PublicConsent[]
  /** ISO. Null: no test of two versions runs. */
  test_started_at: string | null
}
