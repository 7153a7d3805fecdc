import { z } from 'zod'
import { t } from '../../lib/locale/texts.ts'
import { storable } from '../wire.ts'

// The dashboard's form uses the same schema, so this imports nothing of the server.

const text = (most: number, what: string) =>
  z.string().overwrite(storable).trim().max(most, `Use at most ${most} characters for the ${what}`)

const Link = z
  .union([
    z.literal(''),
    z.url({ protocol: /^https?$/, error: 'Enter an address that starts with https:// or http://' }),
  ])
  .refine((value) => value.length <= 500, 'Use at most 500 characters for an address')
  .default('')

const DOMAIN = /^(?=.{1,253}$)[a-z\d-]+(\.[a-z\d-]+)+$/

/** One message for the whole list, so a form can show it at its only field. */
const Domains = z
  .array(z.string().trim().toLowerCase())
  .max(100, 'Enter at most 100 domains')
  .superRefine((domains, { addIssue }) => {
    const wrong = domains.find((domain) => !DOMAIN.test(domain))
    if (wrong === undefined) return
    const named = wrong.length > 60 ? `${wrong.slice(0, 60)}…` : wrong
    addIssue({ code: 'custom', message: `“${named}” is not a domain. Enter domains such as example.com, one per line` })
  })

const perMinute = (value: number) =>
  z
    .int('Enter a whole number of requests per minute')
    .min(10, 'Allow at least 10 requests per minute')
    .max(100_000, 'Allow at most 100,000 requests per minute')
    .default(value)

/** Days after which rows are deleted. */
const keptDays = (value: number, { least, most }: { least: number; most: number }) =>
  z
    .int('Enter a whole number of days')
    .min(least, `Keep them for at least ${least} days`)
    .max(most, `Keep them for at most ${most.toLocaleString('en-US')} days`)
    .default(value)

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const

/** Settings that administrators change at run time, with their default and rule. Changed ones are rows of `instance_setting`. */
export const InstanceSettings = z.object({
  sign_up: z.enum(SIGN_UP_MODES).default('open'),
  /** Empty: all domains. */
  sign_up_domains: Domains.default([]),
  /** Empty: SIGN_UP_PLAN of the environment. */
  default_plan: z
    .string()
    .regex(/^([a-z][a-z\d_]{0,39})?$/, 'Use the key of a plan, such as creator_pro')
    .default(''),
  /** Page where owners pay. Empty: none. */
  billing_url: Link,
  /** API requests per rolling minute and API key. Contract 4 has the default. */
  api_key_limit: perMinute(120),
  /** API requests per rolling minute of an app in an account. */
  app_limit: perMinute(600),
  maintenance: z.boolean().default(false),
  maintenance_message: text(500, 'message').default(''),
  /** Empty: none. */
  announcement: text(500, 'announcement').default(''),
  announcement_url: Link,
  audit_days: z
    .int('Enter a whole number of days')
    .min(90, 'Keep the audit log for at least 90 days')
    .max(3_650, 'Keep the audit log for at most 3,650 days')
    .default(730),
  security_event_days: keptDays(400, { least: 90, most: 3_650 }),
  /** Days to keep deliveries and their attempts. Their events are kept three days longer. */
  webhook_days: keptDays(30, { least: 3, most: 30 }),
  /** Results of the rows of imports. An import can be undone for seven days. */
  import_row_days: keptDays(90, { least: 7, most: 365 }),
  /** Records of background jobs. */
  job_run_days: keptDays(14, { least: 2, most: 90 }),
  /** Reports of mail servers about messages: bounces and complaints. */
  report_days: keptDays(200, { least: 30, most: 730 }),
  /** Whole returned messages that match no delivery, at most the latest 5,000. */
  received_message_days: keptDays(14, { least: 1, most: 90 }),
  /** Messages of the mail catcher. */
  caught_mail_days: keptDays(30, { least: 1, most: 365 }),
  has_api: z.boolean().default(true),
  has_webhooks: z.boolean().default(true),
  has_imports: z.boolean().default(true),
  has_app_store: z.boolean().default(true),
  has_automation_apps: z.boolean().default(true),
  has_forms: z.boolean().default(true),
  has_posts: z.boolean().default(true),
  has_assistants: z.boolean().default(true),
  has_client_documents: z.boolean().default(true),
  /** Days between scheduling the deletion of an account and deleting it. */
  deletion_days: z
    .int('Enter a whole number of days')
    .min(1, 'Wait at least 1 day before an account is deleted')
    .max(90, 'Wait at most 90 days before an account is deleted')
    .default(14),
  /** True: owners get an email whenever an administrator views their account. False: each account decides. */
  announce_views: z.boolean().default(false),
  terms_url: Link,
  privacy_url: Link,
})
export type InstanceSettings = z.output<typeof InstanceSettings>
export type InstanceSettingName = keyof InstanceSettings

/**
 * Settings saved by an administrator. Absent ones stay unchanged, so there are no defaults. The cast restores the types that
 * `Object.fromEntries` loses.
 */
export const SettingsInput: z.ZodType<Partial<InstanceSettings>> = z.strictObject(
  Object.fromEntries(
    Object.entries(InstanceSettings.shape).map(([name, schema]) => [name, schema.unwrap().optional()]),
  ),
) as unknown as z.ZodType<Partial<InstanceSettings>>

export const DEFAULT_SETTINGS: InstanceSettings = InstanceSettings.parse({})

/** Returns the maintenance text for everyone but administrators. */
export const maintenanceText = ({ maintenance_message }: InstanceSettings): string =>
  maintenance_message || 'We are doing maintenance and will be back soon.'

/** Seconds after which a request refused for maintenance may succeed. */
export const MAINTENANCE_RETRY_SECONDS = 60

/** Returns the configured legal links with their labels. */
export const legalLinks = ({ terms_url, privacy_url }: InstanceSettings): { label: string; href: string }[] =>
  [
    { label: t`Terms of service`, href: terms_url },
    { label: t`Privacy policy`, href: privacy_url },
  ].filter(({ href }) => href !== '')
