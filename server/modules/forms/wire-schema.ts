import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'
import type { LandingPage } from '../../lib/page/landing/document.ts'
import { LANDING_TEMPLATES } from '../../lib/page/landing/templates/gallery.ts'
import { Landing, Variant } from './landing-schema.ts'
import { FORM_TYPES, Form } from './schema.ts'
import {
  ConfirmationSettings,
  FileEmailSettings,
  FormName,
  FormResultsFilter,
  FormTestEnd,
  Settings,
} from './settings-schema.ts'
import { FORM_FORMATS, FORM_STATUSES, MAX_FILE_BYTES } from './values-schema.ts'

// Forms and landing pages as programs write and read them (contract 22.8). settings-schema.ts and landing-schema.ts have the dashboard's shapes.

type Bare<Schema> = Schema extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? Inner : Schema
type BareShape<Shape> = { [Name in keyof Shape]: Bare<Shape[Name]> }

/** Returns the properties of an object without their defaults: a change keeps what it does not name, and answers have them all. */
const withoutDefaults = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>): BareShape<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? schema.unwrap() : schema,
    ]),
  ) as BareShape<Shape>

const textsOf = <Shape extends z.ZodRawShape>(email: z.ZodObject<Shape>) =>
  z.strictObject(withoutDefaults(email)).partial()

const ReadSettings = z.object(withoutDefaults(Settings)).meta({ id: 'FormSettings' })

/** Properties that are given. Lists, `picture` and `version_b` are replaced as a whole, the texts of the two emails one by one. */
const SettingsChange = z
  .strictObject({
    ...withoutDefaults(Settings),
    confirmation: textsOf(ConfirmationSettings),
    file_email: textsOf(FileEmailSettings),
  })
  .partial()

export const FormFile = named('FormFile', { id: z.int(), name: z.string(), media_type: z.string(), bytes: z.int() })

export const FormRecord = Form.extend({
  status: z.enum(FORM_STATUSES),
  is_public: z.boolean(),
  double_opt_in: z.boolean(),
  settings: ReadSettings,
  file: FormFile.nullable(),
  subscriber_count: z.int(),
  unconfirmed_count: z.int(),
  test_started_at: Timestamp.nullable(),
}).meta({ id: 'FormDetail' })
export type FormRecord = z.output<typeof FormRecord>

export const FormPatch = z
  .object({
    name: FormName,
    format: z.enum(FORM_FORMATS).nullable(),
    double_opt_in: z.boolean(),
    settings: SettingsChange,
  })
  .partial()
export type FormPatch = z.infer<typeof FormPatch>

/** `format` is `inline` unless it is given, and null for a landing page. */
export const FormInput = FormPatch.extend({ name: FormName, type: z.enum(FORM_TYPES).default('embed') })
export type FormInput = z.infer<typeof FormInput>

export const StatusInput = z.object({ status: z.enum(FORM_STATUSES) })
export const TestEndInput = FormTestEnd.pick({ keep: true })
export const ResultsQuery = z.object({
  days: z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value),
      z.int('must be a whole number from 1 to 365').pipe(FormResultsFilter.shape.days),
    )
    .default(30)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 365,
      description: 'The days until today, in the time zone of the account.',
    }),
})

/** A file for a form: the bytes as a part of a form, or an address to copy it from. */
export const FileInput = z.object({
  file: z.file('must be a file of multipart/form-data').meta({ type: 'string', format: 'binary' }).optional(),
  url: z
    .string()
    .max(2_000, 'must have at most 2000 characters')
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must be an address that begins with https://')
    .optional()
    .meta({ description: `An address to copy the file from, with at most ${MAX_FILE_BYTES / 2 ** 20} MB.` }),
  name: z
    .string()
    .max(255, 'must have at most 255 characters')
    .optional()
    .meta({ description: 'The name under which subscribers save it. Absent: that of the file.' }),
})
export type FileInput = z.infer<typeof FileInput>

const counts = { views: z.int(), sign_ups: z.int() }
const VersionCounts = z.object(counts).meta({ id: 'VersionCounts' })
const Valued = z.array(z.object({ value: z.string(), ...counts }))

export const Results = named('FormResults', {
  ...counts,
  unconfirmed: z.int(),
  blocked: z.int(),
  days: z.array(z.object({ date: z.string(), ...counts })),
  sources: Valued,
  pages: Valued,
  test: z
    .object({
      started_at: Timestamp,
      a: VersionCounts,
      b: VersionCounts,
      decision: z.enum(['too few', 'no difference', 'a', 'b']),
      sources: z.array(z.object({ value: z.string(), a: VersionCounts, b: VersionCounts })),
    })
    .nullable(),
})

/** The grammar is in the contract, because a schema of all its sections would be longer than they are. */
const DOCUMENT = { type: 'object', description: 'Its title and sections: contract 22.9 has the grammar.' } as const
const ReadDocument = z.custom<LandingPage>().meta(DOCUMENT)

const edited = {
  draft: named('LandingDraft', { page: ReadDocument, version: z.int(), changed_by: z.string().nullable() }).nullable(),
  published: named('PublishedLandingPage', { page: ReadDocument, version: z.int(), at: Timestamp }).nullable(),
}

export const LandingRecord = named('LandingPage', {
  id: z.int(),
  name: z.string(),
  status: z.enum(FORM_STATUSES),
  url: z.string(),
  is_public: z.boolean(),
  ...edited,
  version_b: z.object(edited).nullable(),
  test_started_at: Timestamp.nullable(),
})
export type LandingRecord = z.infer<typeof LandingRecord>

const template_names = LANDING_TEMPLATES.map(({ name }) => name)
export const NewLandingInput = z.object({ name: FormName, template: z.enum(template_names) })

export const VariantInput = z.object({ variant: Variant })

/** `version`: the one that was read. Absent: the change applies to any. */
export const LandingInput = VariantInput.extend({
  page: Landing.meta(DOCUMENT),
  version: z.int().min(1).optional(),
})
export const PublishingInput = LandingInput.pick({ variant: true, version: true })
