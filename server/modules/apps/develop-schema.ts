import { z } from 'zod'
import { PUBLIC_EVENT_TYPES } from '../../core/events/events.ts'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { addressProblem, domainProblem } from '../../lib/net/web-address.ts'
import { PluginView } from './plugin-form-schema.ts'
import { AppStatus, Category, Screenshot } from './schema.ts'
import { MAX_SCREENSHOT_BYTES, MAX_SCREENSHOTS } from './screenshot-schema.ts'

// The fields that a developer enters about an app, one schema per form. Pure, because the forms also validate with it.

const checkedText = (problem: (text: string) => string | undefined) =>
  z.string().check(({ value, issues }) => {
    const message = problem(value)
    if (message) issues.push({ code: 'custom', input: value, message: `This ${message}` })
  })
const Address = checkedText(addressProblem)
const Domain = checkedText(domainProblem)
/** Turns an empty form field into null. */
const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .pipe(schema.nullable())
const unique = (items: readonly string[]) => new Set(items).size === items.length

/** Removes invisible characters, which could make a name look like another (O24). */
const Text = z.string().overwrite((text) => storable(text).replace(/[\p{Cf}\p{Co}]/gu, ''))
const Line = Text.overwrite((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())

export const AppName = Line.pipe(
  z
    .string()
    .min(2, 'A name has at least two characters')
    .max(50, 'A name has at most 50 characters')
    .refine((name) => !/^envoi\b/i.test(name.normalize('NFKC')), 'A name can’t begin with Envoi'),
)

export const NewApp = z.object({ name: AppName, confidential: z.boolean().default(true) })
export type NewApp = z.infer<typeof NewApp>

export const ListingInput = z.object({
  id: Id,
  name: AppName,
  tagline: Line.pipe(z.string().max(90, 'At most 90 characters')),
  description: Text.pipe(z.string().trim().max(5_000, 'At most 5,000 characters')),
  category: Category.nullable(),
  website_url: optional(Address),
  support_url: optional(
    checkedText((text) =>
      /^mailto:[^\s@<>]+@[^\s@<>?&.]+\.[^\s@<>?&]+$/i.test(text) ? undefined : addressProblem(text),
    ),
  ),
})
export type ListingInput = z.infer<typeof ListingInput>

export const SCOPES = ['public', 'read'] as const

export const AccessInput = z.object({
  id: Id,
  /** The widest scope that the app may request. */
  scope: z.enum(SCOPES),
  redirect_uris: z
    .array(Address)
    .max(20, 'At most 20 addresses')
    .refine(unique, 'Duplicate address: list each one once'),
  authorization_url: optional(Address),
  revoke_url: optional(Address),
  settings_url: optional(Address),
  after_install_url: optional(Address),
  return_to_domains: z
    .array(Domain)
    .max(50, 'At most 50 domains')
    .refine(unique, 'Duplicate domain: list each one once'),
})
export type AccessInput = z.infer<typeof AccessInput>

export const PluginSignIn = z
  .object({
    id: Id,
    plugin_authorize_url: optional(Address),
    plugin_token_url: optional(Address),
    plugin_refresh_url: optional(Address),
    plugin_revoke_url: optional(Address),
    plugin_client_id: optional(z.string().max(500, 'At most 500 characters')),
    /** Absent: keeps the stored secret. */
    plugin_client_secret: optional(z.string().max(2_000, 'At most 2,000 characters')).optional(),
  })
  .superRefine((given, ctx) => {
    const needed = ['plugin_authorize_url', 'plugin_token_url', 'plugin_client_id'] as const
    const { id: _id, ...parts } = given
    if (!Object.values(parts).some(Boolean)) return
    for (const part of needed)
      if (!given[part]) ctx.addIssue({ code: 'custom', path: [part], message: 'Plugins cannot sign in without this' })
  })
export type PluginSignIn = z.infer<typeof PluginSignIn>

export const EventsInput = z
  .object({
    id: Id,
    webhook_url: optional(Address),
    webhook_events: z.array(z.enum(PUBLIC_EVENT_TYPES)).refine(unique, 'Duplicate event: list each one once'),
  })
  .superRefine(({ webhook_url, webhook_events }, ctx) => {
    if (webhook_url && webhook_events.length === 0)
      ctx.addIssue({
        code: 'custom',
        path: ['webhook_events'],
        message: 'Choose at least one event, or remove the URL',
      })
    if (!webhook_url && webhook_events.length > 0)
      ctx.addIssue({ code: 'custom', path: ['webhook_url'], message: 'Say where the events should go' })
  })
export type EventsInput = z.infer<typeof EventsInput>

/** The file's content in base64. */
export const LogoInput = z.object({ id: Id, content: z.base64().max(700_000, 'The logo is larger than 512 KB') })
export type LogoInput = z.infer<typeof LogoInput>

export const AltText = Line.pipe(
  z.string().min(1, 'Describe the screenshot').max(200, 'An alternative text has at most 200 characters'),
)
const Key = z.string().max(64)

/** The file's content in base64. */
export const NewScreenshot = z.object({
  id: Id,
  content: z.base64().max(Math.ceil(MAX_SCREENSHOT_BYTES / 3) * 4 + 4, 'The screenshot is larger than 2 MB'),
  alt: AltText,
})
export type NewScreenshot = z.infer<typeof NewScreenshot>

export const ByScreenshot = z.object({ id: Id, key: Key })
export type ByScreenshot = z.infer<typeof ByScreenshot>
export const ScreenshotText = ByScreenshot.extend({ alt: AltText })
export type ScreenshotText = z.infer<typeof ScreenshotText>
export const ScreenshotOrder = z.object({
  id: Id,
  keys: z.array(Key).max(MAX_SCREENSHOTS).refine(unique, 'Duplicate screenshot: list each one once'),
})
export type ScreenshotOrder = z.infer<typeof ScreenshotOrder>

/** One of the developer's own apps in the list. */
export const OwnApp = z.object({
  id: z.int(),
  name: z.string(),
  tagline: z.string(),
  logo_url: z.string().nullable(),
  status: AppStatus,
  /** State of the changes to a published app since its approval. */
  revision: z.enum(['none', 'in_review', 'declined']),
  /** The reviewer's reason for rejecting it. */
  review_note: z.string().nullable(),
  installation_count: z.int(),
  updated_at: Timestamp,
})
export type OwnApp = z.infer<typeof OwnApp>

/** Facts to be reviewed: the texts in the store, and the URLs that receive users, codes and data. */
const AppFacts = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: Category.nullable(),
  logo_url: z.string().nullable(),
  screenshots: z.array(Screenshot),
  website_url: z.string().nullable(),
  support_url: z.string().nullable(),
  scopes: z.array(z.string()),
  redirect_uris: z.array(z.string()),
  authorization_url: z.string().nullable(),
  revoke_url: z.string().nullable(),
  settings_url: z.string().nullable(),
  after_install_url: z.string().nullable(),
  return_to_domains: z.array(z.string()),
  webhook_url: z.string().nullable(),
  webhook_events: z.array(z.string()),
  plugin_authorize_url: z.string().nullable(),
  plugin_token_url: z.string().nullable(),
  plugin_refresh_url: z.string().nullable(),
  plugin_revoke_url: z.string().nullable(),
  plugin_client_id: z.string().nullable(),
})
export type AppFacts = z.infer<typeof AppFacts>

/** The app for its developer and reviewers, including unapproved changes. Contains no secrets. */
export const AppDetail = OwnApp.extend(AppFacts.shape).extend({
  client_id: z.string(),
  confidential: z.boolean(),
  /** Last characters of the client secret; null without one. */
  client_secret_hint: z.string().nullable(),
  has_plugin_client_secret: z.boolean(),
  plugins: z.array(PluginView),
  install_url: z.string(),
  /** Redirect URI that the app's own server must allow (contract 10.3). */
  plugin_redirect_uri: z.string(),
  /** Parts that are missing before a review. */
  missing: z.array(z.string()),
  /** The version in the store; null for an app that is not published. */
  approved: AppFacts.nullable(),
  /** Time of the submission of the app or its changes. */
  submitted_at: Timestamp.nullable(),
  reviewed_at: Timestamp.nullable(),
  published_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type AppDetail = z.infer<typeof AppDetail>
