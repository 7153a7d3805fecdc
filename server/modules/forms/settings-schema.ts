import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import type { PublicStyle } from '../../lib/page/public-style.ts'
import { DEFAULT_ACCENT } from '../../lib/page/sign-up-form.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { FORM_TYPES, type Form, type FormStatus } from './schema.ts'
import { FORM_FORMATS, FORM_STATUSES } from './values-schema.ts'

// Shapes that only the dashboard uses; those of the API are in schema.ts.

const line = (label: string, max: number) =>
  z.string().overwrite(singleLine).trim().min(1, `${label} can't be blank`).max(max, `Use at most ${max} characters`)
const maybe = (max: number) => z.string().overwrite(storable).trim().max(max, `Use at most ${max} characters`)

/** A redirect URL; blank means none. */
const Destination = maybe(2000).refine(
  (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  'Enter an address that starts with https://',
)

/** The email that asks to confirm. All members are plain text. */
const ConfirmationSettings = z.object({
  subject: line('Subject', 150).default('Please confirm your subscription'),
  heading: line('Heading', 150).default('Confirm your subscription'),
  message: maybe(5000).default(
    'Someone, hopefully you, subscribed this address to our emails. Click the button to confirm.',
  ),
  button_label: line('Button', 60).default('Confirm my subscription'),
  /** Where subscribers are redirected after confirming, such as a download or a welcome page. */
  redirect_url: Destination.default(''),
})

export const MAX_FORM_FIELDS = 10
const MAX_FORM_TAGS = 20
const MAX_FORM_SEQUENCES = 10

/** Texts, color and behavior of a form. Every member has a default, so `{}` is a valid form. */
export const FormSettings = z.object({
  heading: line('Heading', 150).default('Subscribe to our emails'),
  description: maybe(2000).default(''),
  button_label: line('Button', 60).default('Subscribe'),
  ask_first_name: z.boolean().default(false),
  custom_field_ids: z.array(Id).max(MAX_FORM_FIELDS, `Ask for at most ${MAX_FORM_FIELDS} fields`).default([]),
  /** The consent text, stored word for word with every sign-up (L3). */
  consent_text: maybe(2000).default('I want to receive these emails. I can unsubscribe at any time.'),
  /** Blank means a default text. */
  success_message: maybe(2000).default(''),
  redirect_url: Destination.default(''),
  accent_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Choose a color like #14495a')
    .default(DEFAULT_ACCENT),
  /** Whether the color is used instead of the accent color of the account's style. */
  has_own_color: z.boolean().optional(),
  /** Seconds until a modal, slide-in or sticky bar opens. */
  open_after_seconds: z.int('Enter whole seconds').min(0, 'Enter 0 or more').max(600, 'Enter at most 600').default(5),
  confirmation: ConfirmationSettings.prefault({}),
  /** Given to everyone who signs up; with double opt-in, once they confirm. */
  tag_ids: z.array(Id).max(MAX_FORM_TAGS, `Choose at most ${MAX_FORM_TAGS} tags`).default([]),
  /** Where everyone who signs up is added, at the same time. */
  sequence_ids: z.array(Id).max(MAX_FORM_SEQUENCES, `Choose at most ${MAX_FORM_SEQUENCES} sequences`).default([]),
})
export type FormSettings = z.infer<typeof FormSettings>

const FormName = line('Name', 255)

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

/** Everything that a form's page in the dashboard shows. */
export interface FormDetail extends Form {
  status: FormStatus
  double_opt_in: boolean
  settings: FormSettings
  account_name: string
  subscriber_count: number
  /** Subscribers of the form who were asked to confirm and have not. */
  unconfirmed_count: number
  /** Without a confirmed sending address, confirmation emails wait. */
  has_sender: boolean
  /** Null: the account chose none. */
  style: PublicStyle | null
}
