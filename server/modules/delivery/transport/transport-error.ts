import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { systemPool } from '../../../core/context.ts'
import { iso, isoOrNull, Timestamp } from '../../../core/wire.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { env } from '../../../env.ts'

/** This many refusals in a row, none about a mailbox, mean that the server refuses the account's email. */
export const MAX_REFUSALS = 5

/** Minutes that sequences pause after the first, second, ... run of refusals. */
const PAUSE_MINUTES = [5, 15, 30, 60]

/** Why email cannot be sent, as the dashboard shows it. */
export const TransportError = z.object({
  /** `unreachable`: no message can be sent. `refused`: the server refuses this account's messages. */
  kind: z.enum(['unreachable', 'refused']),
  since: Timestamp,
  /** The server's reply, or why it could not be reached. */
  reply: z.string(),
  /** When sequences resume; null while they are not paused. */
  paused_until: Timestamp.nullable(),
})
export type TransportError = z.infer<typeof TransportError>

/** What one batch showed about the server. */
export interface HandOvers {
  /** Messages that the server accepted or refused on their own merits. */
  answered: number
  /** Refusals in a row, including those before this batch. */
  refusals: number
  /** The last refusal's text. */
  refusal: string | null
  /** Why the server could not be used; null otherwise. */
  unreachable: string | null
}

interface Row {
  account_id: number
  reply: string
  refusals: number
  since: Date
  paused_until: Date | null
}

/** Returns refusals in a row and when sequences resume. */
export async function readRefusals(ctx: Ctx): Promise<{ refusals: number; paused_until: Date | null }> {
  const row = await ctx.sql.one<{ refusals: number; paused_until: Date | null }>(
    'select refusals, paused_until from transport_error where account_id = $1',
  )
  return row ?? { refusals: 0, paused_until: null }
}

/** Updates the account's transport error after a batch. A reply about a message on its own merits clears it. */
export async function recordHandOvers(ctx: Ctx, hand_overs: HandOvers): Promise<void> {
  const { answered, refusals, refusal, unreachable } = hand_overs
  if (answered > 0) await clearTransportError(ctx)
  if (unreachable !== null) await recordUnreachable({ reply: unreachable, now: ctx.now() })
  if (refusal === null || refusals === 0) return
  await ctx.sql.run(
    `insert into transport_error as t (account_id, reply, refusals, since, last_at) values ($1, $2, $3, $4, $4)
     on conflict (account_id) do update set reply = excluded.reply, refusals = excluded.refusals, last_at = excluded.last_at`,
    [refusal, refusals, ctx.now()],
  )
}

/** Clears the error when the server accepts messages again. Messages refused because of the sender become due now. */
export async function clearTransportError(ctx: Ctx): Promise<void> {
  const { rows } = await systemPool().query<{ account_id: number; refusals: number }>(
    'delete from transport_error where account_id in ($1, $2) returning account_id, refusals',
    [SERVICE_ACCOUNT, ctx.account_id],
  )
  if (!rows.some(({ refusals }) => refusals >= MAX_REFUSALS)) return
  await ctx.sql.run(
    `update delivery d set next_attempt_at = $2::timestamptz from mail m
     where m.account_id = $1 and m.completed_at is null and d.account_id = $1 and d.mail_id = m.id
       and d.state = 'queued' and d.reason = 'sender_refused' and d.next_attempt_at > $2::timestamptz`,
    [ctx.now()],
  )
}

/** Records that the server cannot be used for any account. Keeps the time of the first failure. */
export async function recordUnreachable({ reply, now }: { reply: string; now: Date }): Promise<void> {
  await systemPool().query(
    `insert into transport_error (account_id, reply, since, last_at) values ($1, $2, $3, $3)
     on conflict (account_id) do update set reply = excluded.reply, last_at = excluded.last_at`,
    [SERVICE_ACCOUNT, reply, now],
  )
}

/** Pauses the account's sequences, longer each time, until the server accepts a message. */
export async function pauseSequences(ctx: Ctx): Promise<void> {
  await ctx.sql.run(
    `update transport_error set pauses = pauses + 1,
       paused_until = $2::timestamptz + make_interval(mins => ($3::int[])[least(pauses + 1, cardinality($3::int[]))])
     where account_id = $1`,
    [ctx.now(), PAUSE_MINUTES],
  )
}

/** Lists the transport errors of all accounts, the service's first. */
export async function listTransportErrors(): Promise<Row[]> {
  const { rows } = await systemPool().query<Row>(
    `select account_id, reply, refusals, since, paused_until from transport_error
     where account_id = $1 or refusals >= $2 order by account_id limit 20`,
    [SERVICE_ACCOUNT, MAX_REFUSALS],
  )
  return rows
}

/** Returns null while email is sent, and for accounts whose email is caught. */
export async function findTransportError(ctx: Ctx): Promise<{ transport_error: TransportError | null }> {
  if (!env().SMTP_URL) return { transport_error: null }
  const { rows } = await systemPool().query<Row & { mail_is_caught: boolean }>(
    `select t.account_id, t.reply, t.refusals, t.since, t.paused_until, a.mail_is_caught
     from transport_error t join account a on a.id = $2
     where t.account_id in ($1, $2) and (t.account_id = $1 or t.refusals >= $3) order by t.account_id`,
    [SERVICE_ACCOUNT, ctx.account_id, MAX_REFUSALS],
  )
  const [row] = rows
  if (!row || row.mail_is_caught) return { transport_error: null }
  return {
    transport_error: {
      kind: row.account_id === SERVICE_ACCOUNT ? 'unreachable' : 'refused',
      since: iso(row.since),
      reply: row.reply,
      paused_until: isoOrNull(row.paused_until && row.paused_until > ctx.now() ? row.paused_until : null),
    },
  }
}
