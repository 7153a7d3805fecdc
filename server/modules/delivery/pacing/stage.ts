import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'

/** Deliveries changed per statement. */
const SLICE = 20_000

/** Progress of the first group of a staged email. */
export interface Stage {
  /** Time of the first group's last message. Null: one is still to be sent. */
  finished_at: Date | null
  release_at: Date | null
  released_at: Date | null
  rest_variant: number | null
  sent: number
  failed: number
  bounced: number
  complained: number
  unsubscribed: number
}

/** Returns the stage, or undefined for an email without stages. */
export async function readStage(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<Stage | undefined> {
  const row = await ctx.sql.one<Stage & { is_staged: boolean }>(
    `select m.is_staged, m.release_at, m.released_at, m.rest_variant, m.sent, m.failed, m.bounced, m.complained, m.unsubscribed,
       case when m.is_staged and m.released_at is null and m.enqueued_at is not null
         and not exists (select from send_batch b where b.account_id = $1 and b.mail_id = $2)
         and not exists (select from delivery d where d.account_id = $1 and d.mail_id = $2 and d.state in ('queued', 'sending')
           and d.variant is not null and d.attempts = 0)
         then coalesce((select max(d.sent_at) from delivery d where d.account_id = $1 and d.mail_id = $2 and d.variant is not null),
           m.started_at) end as finished_at
     from mail m where m.account_id = $1 and m.id = $2`,
    [mail_id],
  )
  return row?.is_staged ? row : undefined
}

/** Sets the time of the rest's release, once. */
export async function setReleaseTime(tx: Tx, { mail_id, at }: { mail_id: number; at: Date }): Promise<void> {
  await tx.sql.run(
    `update mail set release_at = $3 where account_id = $1 and id = $2 and release_at is null and released_at is null`,
    [mail_id, at],
  )
}

/** Releases the rest with this variant, once. `releaseSlice` then queues it. @returns whether this call released it */
export async function releaseRest(
  tx: Tx,
  { mail_id, variant }: { mail_id: number; variant: number },
): Promise<boolean> {
  const released = await tx.sql.run(
    `update mail set released_at = $3, rest_variant = $4 where account_id = $1 and id = $2 and is_staged and released_at is null`,
    [mail_id, tx.now(), variant],
  )
  return released > 0
}

/**
 * Assigns the variant to a slice of the rest, which makes it due. Deliveries without a variant are never claimed, so each message has the
 * variant of its row. @returns whether some remain
 */
export async function releaseSlice(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<boolean> {
  const count = await ctx.sql.run(
    `with head as (select rest_variant from mail where account_id = $1 and id = $2 and released_at is not null),
     waiting as (
       select d.subscriber_id from delivery d, head
       where d.account_id = $1 and d.mail_id = $2 and d.state = 'queued' and d.variant is null order by d.id limit $3
     )
     update delivery d set variant = head.rest_variant, next_attempt_at = null from waiting, head
     where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = waiting.subscriber_id and d.variant is null`,
    [mail_id, SLICE],
  )
  return count === SLICE
}

/** Counts of one variant in the first group. */
export interface VariantCounts {
  number: number
  sent: number
  /** Sent to subscribers with tracking. */
  tracked: number
  opened: number
  clicked: number
  unsubscribed: number
  bounced: number
  complained: number
}

const COUNTS = ['sent', 'tracked', 'opened', 'clicked', 'unsubscribed', 'bounced', 'complained'] as const

/** Counts the first group by variant, before the rest is released. Machine opens and clicks are excluded. */
export function countFirstGroup(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<VariantCounts[]> {
  const did = (what: string) => `count(*) filter (where d.state = 'sent' and d.${what}_at is not null)::int as ${what}`
  return ctx.sql.rows<VariantCounts>(
    `select d.variant as number, count(*) filter (where d.state = 'sent')::int as sent,
       count(*) filter (where d.state = 'sent' and not s.tracking_disabled)::int as tracked, ${did('opened')}, ${did('clicked')},
       count(*) filter (where d.unsubscribed_at is not null)::int as unsubscribed,
       count(*) filter (where d.bounced_at is not null)::int as bounced,
       count(*) filter (where d.complained_at is not null)::int as complained
     from delivery d join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
     where d.account_id = $1 and d.mail_id = $2 and d.variant is not null group by 1 order by 1`,
    [mail_id],
  )
}

/** Stores the counts behind the choice. */
export async function keepCounts(
  tx: Tx,
  { mail_id, counts }: { mail_id: number; counts: readonly VariantCounts[] },
): Promise<void> {
  await tx.sql.run(
    `update mail_variant v set ${COUNTS.map((name) => `${name} = c.${name}`).join(', ')}
     from jsonb_to_recordset($3::jsonb) as c(number smallint, ${COUNTS.map((name) => `${name} int`).join(', ')})
     where v.account_id = $1 and v.mail_id = $2 and v.number = c.number`,
    [mail_id, JSON.stringify(counts)],
  )
}

/** Lists the variants with their stored counts. */
export const listVariants = (
  ctx: Ctx,
  { mail_id }: { mail_id: number },
): Promise<(VariantCounts & { subject: string })[]> =>
  ctx.sql.rows(
    `select number, subject, ${COUNTS.join(', ')} from mail_variant where account_id = $1 and mail_id = $2 order by number`,
    [mail_id],
  )
