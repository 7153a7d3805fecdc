import { z } from 'zod'
import { BigId, named, Timestamp } from '../../core/wire.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'

/** Steps between an email and a subscriber, in the order of their decisions. */
export const STEPS = [
  'subscriber',
  'email',
  'state',
  'audience',
  'exclusion',
  'suppression',
  'render',
  'transport',
  'outcome',
  'report',
  'engagement',
] as const

/**
 * A decision. `no` ends the path of the email to this subscriber, `waits` is pending, `unknown` was not recorded, `info` happened later.
 */
export const Decision = z.object({
  step: z.enum(STEPS),
  result: z.enum(['yes', 'no', 'waits', 'unknown', 'info']),
  /** A sentence. */
  text: z.string(),
  /** Additional text, such as a mail server's reply. */
  detail: z.string().nullable(),
  at: Timestamp.nullable(),
})
export type Decision = z.infer<typeof Decision>

/** Explains why a subscriber did or did not get an email. */
export const Why = named('Explanation', {
  got: z.enum(['yes', 'no', 'not_yet', 'unknown']),
  /** The decision that settled it. */
  summary: z.string(),
  email_address: z.string(),
  subscriber_id: z.int().nullable(),
  decisions: z.array(Decision),
})
export type Why = z.infer<typeof Why>

/** A subscriber by id or address. */
export const WhyInput = z
  .object({
    subscriber_id: BigId.optional(),
    email_address: z.string().max(1_000).transform(normalizeEmailAddress).optional(),
  })
  .refine(({ subscriber_id, email_address }) => Boolean(subscriber_id) || Boolean(email_address), {
    error: 'Enter an email address',
    path: ['email_address'],
  })
export type WhyInput = z.infer<typeof WhyInput>
