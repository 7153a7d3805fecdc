import type { Ctx } from '../../../core/context.ts'
import type { Engagement, StateChange } from '../../../db/generated/client.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import type { WhyInput } from '../evidence-schema.ts'
import type { DeliveryState } from '../schema.ts'

const MAX_CHANGES = 200
const MAX_EVENTS = 200

/** Known facts about a subscriber, or about an address without one. */
export interface SubscriberFacts {
  id: number | null
  email_address: string
  state: string | null
  created_at: Date | null
  /** The suppression reason of the address now. */
  suppressed: string | null
  /** Oldest first. */
  changes: Pick<StateChange, 'from_state' | 'to_state' | 'cause' | 'note' | 'occurred_at'>[]
}

/** Loads a subscriber with all state changes, in three queries. Without a subscriber, the id is null. */
export async function readSubscriberFacts(
  ctx: Ctx,
  { subscriber_id, email_address = '' }: WhyInput,
): Promise<SubscriberFacts> {
  const subscriber = await ctx.sql.one<{ id: number; email_address: string; state: string; created_at: Date }>(
    `select id, email_address, state::text, created_at from subscriber
     where account_id = $1 and ${subscriber_id ? 'id = $2::bigint' : 'email_address = $2::text'}`,
    [subscriber_id ?? email_address],
  )
  const address = subscriber?.email_address ?? email_address
  const [suppressed, changes] = await Promise.all([
    findSuppressed(ctx, { email_addresses: [address] }),
    subscriber
      ? ctx.db.stateChange.findMany({
          where: { subscriber_id: subscriber.id },
          select: { from_state: true, to_state: true, cause: true, note: true, occurred_at: true },
          orderBy: [{ occurred_at: 'desc' }, { id: 'desc' }],
          take: MAX_CHANGES,
        })
      : [],
  ])
  return {
    id: subscriber?.id ?? null,
    email_address: address,
    state: subscriber?.state ?? null,
    created_at: subscriber?.created_at ?? null,
    suppressed: suppressed.get(address) ?? null,
    changes: changes.reverse(),
  }
}

/** A stored message and the events after it was sent. */
export interface DeliveryFacts {
  state: DeliveryState
  reason: string | null
  detail: string | null
  attempts: number
  next_attempt_at: Date | null
  /** Time at which it was sent, failed or was excluded. If the broadcast excluded it from the start: when recipients were determined. */
  claimed_at: Date | null
  sent_at: Date | null
  transport: string | null
  reply: string | null
  bounced_at: Date | null
  bounce_type: string | null
  complained_at: Date | null
  unsubscribed_at: Date | null
  /** The variant of an A/B test. Null: no variants, or none chosen yet. */
  version: number | null
  /** Another condition that a queued message waits for. */
  waits_for: 'resume' | 'rest' | 'spread' | 'time_zones' | null
  /** Time at which the rest of a staged email is released, if known. */
  release_at: Date | null
  /** Oldest first. */
  events: (Pick<Engagement, 'kind' | 'is_machine' | 'evidence' | 'occurred_at'> & { url: string | null })[]
}

/** Loads the latest message of these emails to a subscriber, in two queries. */
export async function readDeliveryFacts(
  ctx: Ctx,
  { mail_ids, subscriber_id }: { mail_ids: readonly number[]; subscriber_id: number },
): Promise<(DeliveryFacts & { mail_id: number }) | null> {
  const [row, events] = await Promise.all([
    ctx.sql.one<Omit<DeliveryFacts, 'events'> & { mail_id: number }>(
      `select d.mail_id, d.state::text, d.reason, d.detail, d.attempts, d.next_attempt_at, d.sent_at, d.transport,
         coalesce(d.claimed_at, case when d.reason in ('suppressed', 'invalid_address') and m.broadcast_id is not null
           then coalesce(m.enqueued_at, m.started_at) end) as claimed_at,
         d.reply, d.bounced_at, d.bounce_type, d.complained_at, d.unsubscribed_at, m.release_at,
         case when exists (select from mail_variant v where v.account_id = $1 and v.mail_id = d.mail_id) then d.variant end as version,
         case when d.state <> 'queued' then null when m.paused_at is not null then 'resume'
           when m.is_staged and d.variant is null then 'rest'
           when d.attempts = 0 and d.reason is null and d.next_attempt_at is not null and m.pace->>'kind' in ('spread', 'time_zones')
             then m.pace->>'kind' end as waits_for
       from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id where d.account_id = $1 and d.mail_id = any ($2::int[]) and d.subscriber_id = $3
       order by d.id desc limit 1`,
      [mail_ids, subscriber_id],
    ),
    ctx.sql.rows<DeliveryFacts['events'][number] & { mail_id: number }>(
      `select e.mail_id, e.kind::text, e.is_machine, e.evidence, e.occurred_at, l.url
       from engagement e left join link l on l.account_id = e.account_id and l.id = e.link_id
       where e.account_id = $1 and e.subscriber_id = $3 and e.mail_id = any ($2::int[])
       order by e.occurred_at, e.id limit ${MAX_EVENTS}`,
      [mail_ids, subscriber_id],
    ),
  ])
  return row ? { ...row, events: events.filter(({ mail_id }) => mail_id === row.mail_id) } : null
}
