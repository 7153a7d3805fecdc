import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { iso, isoOrNull, Timestamp } from '../../../core/wire.ts'
import { findBlock, type Route } from '../../transports/service.ts'
import { whyMailIsCaught } from './mail-transport.ts'

/** Why email cannot be sent, for the dashboard. */
export const TransportError = z.object({
  /** `unreachable`: no message can be sent. `refused`: the servers reject this account's messages. */
  kind: z.enum(['unreachable', 'refused']),
  since: Timestamp,
  /** The server's reply, or the connection error. */
  reply: z.string(),
  /** When sequences resume. Null: not paused. */
  paused_until: Timestamp.nullable(),
})
export type TransportError = z.infer<typeof TransportError>

/** Returns null while a transport is usable, and for accounts whose email is caught. */
export async function findTransportError(ctx: Ctx): Promise<{ transport_error: TransportError | null }> {
  const block = await findBlock(ctx)
  if (!block || (await whyMailIsCaught(ctx)) !== null) return { transport_error: null }
  const { kind, reply, since, probe_at } = block
  const paused_until = kind === 'refused' && probe_at && probe_at > ctx.now() ? probe_at : null
  return { transport_error: { kind, since: iso(since), reply, paused_until: isoOrNull(paused_until) } }
}

/** Stores a batch's findings about the transports. When a transport works again, the messages it rejected become due. */
export async function settleRoute(ctx: Ctx, route: Route, { is_stuck }: { is_stuck: boolean }): Promise<void> {
  const { is_accepted_again } = await route.settle({ is_stuck })
  if (!is_accepted_again) return
  await ctx.sql.run(
    `update delivery d set next_attempt_at = $2::timestamptz from mail m
     where m.account_id = $1 and m.completed_at is null and d.account_id = $1 and d.mail_id = m.id
       and d.state = 'queued' and d.reason = 'sender_refused' and d.next_attempt_at > $2::timestamptz`,
    [ctx.now()],
  )
}
