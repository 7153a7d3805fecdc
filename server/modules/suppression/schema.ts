import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id, named, storable, Timestamp } from '../../core/wire.ts'
import { INSTANCE_REASONS, SUPPRESSION_REASONS } from './values-schema.ts'

/** Maximum number of addresses per call. */
export const MAX_ADDED = 20_000
/** Maximum number of entries per part of an export. */
export const EXPORT_PART = 10_000

const Note = z.string().overwrite(storable).trim().max(500, 'Use at most 500 characters for the note')
const OptionalNote = Note.nullable()
  .default(null)
  .transform((text) => text || null)
export const RemovalNote = Note.min(3, 'Write a note that says why you remove it')

const Lines = (what: string) =>
  z
    .string()
    .min(1, `Enter at least one ${what}`)
    .max(2_000_000, `Add at most ${MAX_ADDED.toLocaleString('en')} at a time`)

const Search = z.string().overwrite(storable).trim().max(255).optional()

export const SuppressionQuery = PageQuery.extend({ search: Search, reason: z.enum(SUPPRESSION_REASONS).optional() })

/** Addresses as typed, pasted or read from a CSV file: one per line. Further columns are ignored. */
export const SuppressionInput = z.object({
  text: Lines('email address'),
  reason: z.enum(['manual', 'import']).default('manual'),
  note: OptionalNote,
})
export type SuppressionInput = z.infer<typeof SuppressionInput>

export const SuppressionRemoval = z.object({ id: BigId, note: RemovalNote })
export const SuppressionExport = z.object({ after: z.string().max(500).optional() })

export const InstanceQuery = PageQuery.extend({ search: Search, is_removed: z.boolean().default(false) })

/** Addresses, domains (`@example.com`) and names at any domain (`postmaster@`), one per line. */
export const InstanceInput = z.object({
  text: Lines('entry'),
  reason: z.enum(INSTANCE_REASONS),
  note: OptionalNote,
})
export type InstanceInput = z.infer<typeof InstanceInput>
export const InstanceRemoval = z.object({ id: Id, note: RemovalNote })

/** Addresses that a program adds. */
export const SuppressedAddresses = z.object({
  email_addresses: z
    .array(z.string().max(1_000, 'must be an email address'))
    .min(1, 'must not be empty')
    .max(1_000, 'must contain at most 1000 entries'),
  reason: SuppressionInput.shape.reason,
  note: OptionalNote,
})
export type SuppressedAddresses = z.infer<typeof SuppressedAddresses>

/** An entry of an account's list in the API. */
export const Suppression = named('Suppression', {
  id: z.int(),
  email_address: z.string().nullable(),
  reason: z.enum(SUPPRESSION_REASONS),
  source: z.string().nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  created_at: Timestamp,
})

/** Result of adding a list. */
export const Added = named('AddedSuppressions', {
  added: z.int(),
  /** Entries that were already on the list. */
  known: z.int(),
  invalid_count: z.int(),
  /** The first lines without a valid entry. */
  invalid: z.array(z.string()),
})
export type Added = z.infer<typeof Added>
