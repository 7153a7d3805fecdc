import { z } from 'zod'
import { BigId, Timestamp } from '../../core/wire.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'

/** The steps between an email and a subscriber, in the order in which they decide. */
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
 * One decision. `no` ends the way of the email to this subscriber, `waits` is not decided yet, `unknown` was not recorded, `info` is
 * what happened after.
 */
export const Decision = z.object({
  step: z.enum(STEPS),
  result: z.enum(['yes', 'no', 'waits', 'unknown', 'info']),
  /** A sentence. */
  text: z.string(),
  /** More, such as a mail server's reply. */
  detail: z.string().nullable(),
  at: Timestamp.nullable(),
})
export type Decision = z.infer<typeof Decision>

/** Explanation of why a subscriber did or did not get an email. */
export const Why = z.object({
  got: z.enum(['yes', 'no', 'not_yet', 'unknown']),
  /** The decision that settled it. */
  summary: z.string(),
  email_address: z.string(),
  subscriber_id: z.int().nullable(),
  decisions: z.array(Decision),
})
export type Why = z.infer<typeof Why>

/** The subscriber, by id or by address. */
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
