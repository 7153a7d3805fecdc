import { z } from 'zod'
import { named, Timestamp } from '../../core/wire.ts'
import { RECORD_STATES } from '../sending-domains/schema.ts'
import { MAX_NAME_LENGTH, MIN_NAME_LENGTH, SITE_LAYOUTS } from './values-schema.ts'

// Forms of the dashboard, and data of its page.

/** The name in the address, without the @ that users may type. */
export const SiteName = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^@/, ''))
  .pipe(
    z
      .string()
      .min(MIN_NAME_LENGTH, `Use at least ${MIN_NAME_LENGTH} characters`)
      .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters`)
      .regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, 'Use the characters a to z, digits, and hyphens between them'),
  )

/** Absent properties are unchanged. `form_id` null: the first suitable form. */
export const SiteInput = z.object({
  name: SiteName.optional(),
  has_form: z.boolean().optional(),
  form_id: z.int().positive().nullable().optional(),
  layout: z.enum(SITE_LAYOUTS).optional(),
  /** True if the footer has the postal address of the account. */
  has_address: z.boolean().optional(),
})
export type SiteInput = z.infer<typeof SiteInput>

export const NameQuestion = z.object({ name: z.string().max(255) })
export type NameQuestion = z.infer<typeof NameQuestion>

/** Availability of a name, or why it cannot be used. */
export interface NameAnswer {
  is_free: boolean
  problem: string | null
}

/** A DNS record that connects the domain. */
export const SiteRecord = named('SiteRecord', {
  key: z.enum(['target', 'proof']),
  description: z.string(),
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  /** The name within the domain's zone, as most DNS providers expect it; `@` for the domain itself. */
  host: z.string(),
  value: z.string(),
  state: z.enum(RECORD_STATES),
  /** Values in DNS, if they differ. */
  found: z.array(z.string()),
})
export type SiteRecord = z.infer<typeof SiteRecord>

export const SiteDomain = named('SiteDomain', {
  /** With non-ASCII characters decoded. */
  domain: z.string(),
  /** `broken`: connected earlier, but a record is missing now. */
  status: z.enum(['pending', 'connected', 'broken']),
  checked_at: Timestamp.nullable(),
  records: z.array(SiteRecord),
  /** Addresses that an apex domain can have instead of the CNAME. */
  addresses: z.array(z.string()),
  /** The problem and its effect, or null. */
  problem: z.string().nullable(),
})
export type SiteDomain = z.infer<typeof SiteDomain>

export const SiteView = named('Site', {
  /** Null until one is chosen. */
  name: z.string().nullable(),
  /** Derived from the account's name. It may be taken. */
  suggested_name: z.string(),
  /** Current address of the site. */
  url: z.string(),
  /** The part of the site's address before the name. */
  name_prefix: z.string(),
  has_form: z.boolean(),
  form_id: z.int().nullable(),
  layout: z.enum(SITE_LAYOUTS),
  has_address: z.boolean(),
  /** The form currently shown on pages. */
  shown_form: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Selectable forms, newest first. */
  forms: z.array(z.object({ id: z.int(), name: z.string() })),
  domain: SiteDomain.nullable(),
})
export type SiteView = z.infer<typeof SiteView>
