import { z } from 'zod'
import type { Right } from './scopes.ts'

// Shared by keys, grants and the dashboard's forms, so this imports nothing of the server.

/**
 * Degrees of access: reading, also writing drafts, also asking to approve test emails to members of the account, or also asking to approve
 * the rest.
 */
export const ASSISTANT_ACCESS = ['read', 'drafts', 'tests', 'approvals'] as const

/** Limits of an assistant, whose key or token works only at `/mcp`. The server enforces them on every call. */
export const AssistantLimits = z.object({
  access: z.enum(ASSISTANT_ACCESS).default('approvals'),
  /** False: email addresses in answers are masked. */
  shows_addresses: z.boolean().default(false),
  /** Subscribers that approved operations may reach in 24 hours. Null: as many as members approve. */
  recipients_per_day: z
    .int('Enter a whole number of subscribers')
    .min(1, 'Allow at least 1 subscriber a day')
    .max(100_000_000, 'Allow at most 100,000,000 subscribers a day')
    .nullable()
    .default(null),
  /** Hours of the day in the account's time zone, up to `until`. Over midnight if `until` is not later. Null: always. */
  hours: z
    .object({ from: z.int().min(0).max(23), until: z.int().min(1).max(24) })
    .nullable()
    .default(null),
})
export type AssistantLimits = z.output<typeof AssistantLimits>

export const DEFAULT_ASSISTANT_LIMITS: AssistantLimits = AssistantLimits.parse({})

/** Scopes of an assistant. A member approves what sends or deletes, and the rest of an account is not for assistants. */
export const ASSISTANT_SCOPES: readonly Right[] = ['read', 'write', 'sending:write', 'automations:write', 'files:write']

/** Returns whether an assistant may work at this hour of the day. */
export const isWithinHours = ({ hours }: AssistantLimits, hour: number): boolean =>
  !hours ||
  (hours.from < hours.until ? hour >= hours.from && hour < hours.until : hour >= hours.from || hour < hours.until)
