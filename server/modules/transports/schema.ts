import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'

/** An opened circuit. `account_id` is null when it concerns every account. */
export const CircuitView = z.object({
  account_id: z.int().nullable(),
  kind: z.enum(['unreachable', 'refused']),
  reply: z.string(),
  since: Timestamp,
  /** When a message is tried; in the past: with the next one. */
  probe_at: Timestamp.nullable(),
})

export const BackOffView = z.object({
  receiver: z.string(),
  reply: z.string(),
  since: Timestamp,
  until: Timestamp,
})

/** One transport of this instance. Never contains its URL, which has credentials. */
export const TransportView = z.object({
  name: z.string(),
  server: z.string(),
  weight: z.int(),
  domains: z.array(z.string()).nullable(),
  per_second: z.number().nullable(),
  per_day: z.int().nullable(),
  /** Messages of the last full and the current hour, and of the last 24 hours. */
  accepted_hour: z.int(),
  accepted_day: z.int(),
  refused_day: z.int(),
  deferred_day: z.int(),
  last_error: z.string().nullable(),
  circuits: z.array(CircuitView),
  back_offs: z.array(BackOffView),
})
export type TransportView = z.infer<typeof TransportView>

/** Facts that DNS and a connection show about the host of a transport. */
export const HostView = z.object({
  transport: z.string(),
  /** Name that the server gives itself; null when it did not answer, and for HTTP relays. */
  host_name: z.string().nullable(),
  /** True if it is a mail server without sign-in, so receivers see its own address. */
  is_own: z.boolean(),
  is_encrypted: z.boolean().nullable(),
  /** Its addresses with their PTR records; none for relays. */
  addresses: z.array(z.object({ address: z.string(), names: z.array(z.string()), is_matching: z.boolean() })),
  warnings: z.array(z.string()),
})
export type HostView = z.infer<typeof HostView>

export const SkipWarmUp = z.object({
  domain: z.string().trim().toLowerCase().min(1).max(253),
  note: z.string().trim().min(1, 'Say why this domain needs no warm-up.').max(500),
})
export const ByName = z.object({ name: z.string().max(300) })

/** The warm-up of a sending domain, day by day. */
export const WarmUpView = z.object({
  /** `off`: by setting. `established`: by an administrator. `done`: all its days are over. */
  state: z.enum(['off', 'established', 'done', 'warming_up']),
  note: z.string().nullable(),
  /** Today's day of the warm-up, from 1; null unless it warms up. */
  day: z.int().nullable(),
  allowance: z.int().nullable(),
  used: z.int(),
  /** Every day of the curve; `sent` is null for days to come. */
  days: z.array(z.object({ day: z.int(), allowance: z.int(), sent: z.int().nullable() })),
})
export type WarmUpView = z.infer<typeof WarmUpView>

/** Limit that emails wait for. */
export const WaitView = z.object({
  /** A rate, a back-off or an allowance, as `limits.ts` names it. */
  cause: z.string(),
  emails: z.int(),
  accounts: z.int(),
  /** When the last of their messages is due. */
  until: Timestamp,
})
export type WaitView = z.infer<typeof WaitView>
