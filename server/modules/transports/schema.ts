import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'

/** An opened circuit. `account_id` is null when it affects every account. */
export const CircuitView = z.object({
  account_id: z.int().nullable(),
  kind: z.enum(['unreachable', 'refused']),
  reply: z.string(),
  since: Timestamp,
  /** Time when a message is tried. If it is in the past, the next message is tried. */
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
  /** Messages of the last full hour and the current one, and of the last 24 hours. */
  accepted_hour: z.int(),
  accepted_day: z.int(),
  refused_day: z.int(),
  deferred_day: z.int(),
  last_error: z.string().nullable(),
  circuits: z.array(CircuitView),
  back_offs: z.array(BackOffView),
})
export type TransportView = z.infer<typeof TransportView>

/** Facts about a transport's host from DNS and a connection. */
export const HostView = z.object({
  transport: z.string(),
  /** The server's own name; null if it did not respond, and for HTTP relays. */
  host_name: z.string().nullable(),
  /** True if it is a mail server without sign-in, whose own address receivers see. */
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

/** The warm-up of a sending domain by day. */
export const WarmUpView = z.object({
  /** `off`: by setting. `established`: by an administrator. `done`: all its days are over. */
  state: z.enum(['off', 'established', 'done', 'warming_up']),
  note: z.string().nullable(),
  /** Today's day of the warm-up, from 1; null unless it is warming up. */
  day: z.int().nullable(),
  allowance: z.int().nullable(),
  used: z.int(),
  /** Every day of the curve; `sent` is null for future days. */
  days: z.array(z.object({ day: z.int(), allowance: z.int(), sent: z.int().nullable() })),
})
export type WarmUpView = z.infer<typeof WarmUpView>

/** A limit that delays emails. */
export const WaitView = z.object({
  /** A rate, a back-off or an allowance, under its name in `limits.ts`. */
  cause: z.string(),
  emails: z.int(),
  accounts: z.int(),
  /** Time when their last message is due. */
  until: Timestamp,
})
export type WaitView = z.infer<typeof WaitView>
