import { z } from 'zod'
import type { RecordState } from '../sending-domains/schema.ts'
import { MAX_NAME_LENGTH, MIN_NAME_LENGTH, SITE_LAYOUTS, type SiteLayout } from './values-schema.ts'

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

export const NewSiteDomain = z.object({
  domain: z.string().trim().min(1, 'Enter a domain').max(255, 'Use at most 255 characters'),
})
export type NewSiteDomain = z.infer<typeof NewSiteDomain>

/** A DNS record that connects the domain. */
export interface SiteRecord {
  key: 'target' | 'proof'
  description: string
  type: 'CNAME' | 'TXT'
  name: string
  /** The name within the domain's zone, as most DNS providers expect it; `@` for the domain itself. */
  host: string
  value: string
  state: RecordState
  /** Values in DNS, if they differ. */
  found: string[]
}

export interface SiteDomain {
  /** With non-ASCII characters decoded. */
  domain: string
  /** `broken`: connected earlier, but a record is missing now. */
  status: 'pending' | 'connected' | 'broken'
  checked_at: string | null
  records: SiteRecord[]
  /** Addresses that an apex domain can have instead of the CNAME. */
  addresses: string[]
  /** The problem and its effect, or null. */
  problem: string | null
}

export interface SiteView {
  /** Null until one is chosen. */
  name: string | null
  /** Derived from the account's name. It may be taken. */
  suggested_name: string
  /** Current address of the site. */
  url: string
  /** The part of the site's address before the name. */
  name_prefix: string
  has_form: boolean
  form_id: number | null
  layout: SiteLayout
  has_address: boolean
  /** The form currently shown on pages. */
  shown_form: { id: number; name: string } | null
  /** Selectable forms, newest first. */
  forms: { id: number; name: string }[]
  domain: SiteDomain | null
}
