import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id, storable } from '../../core/wire.ts'
import { AUDIT_FILTERS } from './values-schema.ts'

/** Maximum number of entries in an export. */
export const MAX_EXPORTED = 100_000

const Day = z.iso.date({ error: 'Enter a date such as 2027-01-31' })

export const AuditFilter = z.object({
  /** Part of the name or address of the acting or affected user. */
  user: z.string().overwrite(storable).trim().max(255).optional(),
  account_id: Id.optional(),
  action: z
    .string()
    .max(60)
    .refine((action) => AUDIT_FILTERS.some(({ value }) => value === action), 'Choose an action from the list')
    .optional(),
  /** First and last day, in UTC. */
  from: Day.optional(),
  until: Day.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditQuery = PageQuery.extend(AuditFilter.shape)

/** An entry of the audit log: an administrator's action, or an account's security event. */
export interface AuditView {
  /** Unique across both kinds. */
  key: number
  source: 'instance' | 'account'
  occurred_at: string
  action: string
  acted_as: 'administrator' | 'service' | 'member'
  /** Name or address; null for a program. */
  by: string | null
  by_email: string | null
  ip: string | null
  account_id: number | null
  account_name: string | null
  subject_user: string | null
  details: Record<string, unknown>
  /** The text of a security event. */
  summary: string | null
}
