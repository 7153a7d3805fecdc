import { type Ctx, systemPool } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { type Pace, paceSql } from '../pacing/pace.ts'

/** A condition over `subscriber s`; values start at `$5`. */
export interface AudienceCondition {
  where: string
  values: unknown[]
  /** Null: all are due immediately. */
  pace?: Pace | null
}

export const AUDIENCE_FIRST_VALUE = 5
/** Narrows a segment query to the subscribers that the current statement scans. */
export const isEnqueuedNow = (id: string): string => `${id} in (select id from page)`
/** Subscribers scanned per statement. Together with a batch of messages, this bounds what one job step writes. */
const SUBSCRIBERS_PER_STATEMENT = 8_000
/** Emails with more recipients need fresh table statistics. */
const ANALYZE_ABOVE_ROWS = 500

/**
 * Creates a delivery for every active subscriber of the audience, in id order. Each statement enqueues one page and advances
 * `enqueued_to` in one transaction, so it continues correctly after a crash.
 * @returns false when subscribers remain
 */
export async function enqueueRecipients(
  ctx: Ctx,
  {
    mail_id,
    audience,
    page = SUBSCRIBERS_PER_STATEMENT,
  }: { mail_id: number; audience: AudienceCondition; page?: number },
): Promise<boolean> {
  const pace = audience.pace
    ? await paceSql(ctx, audience.pace, { first: AUDIENCE_FIRST_VALUE + audience.values.length })
    : null
  const row = await ctx.sql.one<{ looked_at: number; recipients: number }>(
    `with head as (
       select id, enqueued_to, recipients - excluded as before from mail
       where account_id = $1 and id = $2 and enqueued_at is null and aborted_at is null for no key update
     ), page as (
       select s.id, s.email_address${pace ? ', s.time_zone' : ''}
       from subscriber s, head
       where s.account_id = $1 and s.state = 'active' and s.id > head.enqueued_to
       order by s.id limit $3
     ), made as (
       insert into delivery (account_id, mail_id, subscriber_id, state, reason${pace ? ', variant, next_attempt_at' : ''})
       select $1, $2, s.id, (case when ${MAILABLE} then 'queued' else 'excluded' end)::delivery_state,
         case when not ${MAILABLE} then 'invalid_address' end${pace ? `, ${pace.variant}, ${pace.next_attempt_at}` : ''}
       from ${pace ? ranked(audience.where) : `page s where ${audience.where}`}
       on conflict do nothing
       returning state
     ), counted as (
       select count(*) as recipients, count(*) filter (where state = 'excluded') as excluded from made
     ), looked as (
       select count(*)::int as looked_at, max(id) as last from page
     )
     update mail m set enqueued_to = coalesce(looked.last, m.enqueued_to), recipients = m.recipients + counted.recipients,
       excluded = m.excluded + counted.excluded,
       enqueued_at = case when looked.looked_at < $3 then $4::timestamptz end
     from head, counted, looked
     where m.account_id = $1 and m.id = head.id
     returning looked.looked_at, m.recipients`,
    [mail_id, page, ctx.now(), ...audience.values, ...(pace?.values ?? [])],
  )
  if (row && row.looked_at === page) return false
  await analyzeDeliveries({ enqueued: row?.recipients ?? 0 })
  return true
}

/** The page's recipients in an order that is random but the same for each email, with what `PaceSql` needs. */
const ranked = (where: string) => `(
         select s.*, row_number() over (order by ${MAILABLE} desc, hashint8extended(s.id, $2), s.id) as rank,
           count(*) filter (where ${MAILABLE}) over () as size, head.before,
           (hashint8extended(s.id, $2) & 1048575) / 1048576.0 as random
         from page s, head where ${where}
       ) s`

/**
 * Creates one delivery per subscriber; with a reason, the delivery is excluded. Existing deliveries stay as they are. For emails
 * whose recipients are added one at a time.
 */
export async function enqueueRecipient(
  tx: Tx,
  {
    mail_id,
    subscribers,
  }: { mail_id: number; subscribers: readonly { subscriber_id: number; reason: string | null }[] },
): Promise<void> {
  await tx.sql.run(
    `with made as (
       insert into delivery (account_id, mail_id, subscriber_id, state, reason)
       select $1, $2, s.id, (case when p.reason is null and ${MAILABLE} then 'queued' else 'excluded' end)::delivery_state,
         coalesce(p.reason, case when not ${MAILABLE} then 'invalid_address' end)
       from unnest($3::bigint[], $4::text[]) as p(subscriber_id, reason)
         join subscriber s on s.account_id = $1 and s.id = p.subscriber_id and s.id = any ($3::bigint[])
       order by s.id
       on conflict do nothing
       returning state
     ), counted as (
       select count(*) as recipients, count(*) filter (where state = 'excluded') as excluded from made
     )
     update mail m set recipients = m.recipients + c.recipients, excluded = m.excluded + c.excluded
     from counted c where m.account_id = $1 and m.id = $2`,
    [mail_id, subscribers.map(({ subscriber_id }) => subscriber_id), subscribers.map(({ reason }) => reason)],
  )
}

/** Updates statistics. Without them PostgreSQL expects few rows for a new email and reads every row where it needs a few. */
export async function analyzeDeliveries({ enqueued }: { enqueued: number }): Promise<void> {
  if (enqueued > ANALYZE_ABOVE_ROWS) await systemPool().query('analyze delivery')
}

// Addresses are validated on entry; addresses stored before that check are not sent email.
export const MAILABLE = `(s.email_address ~ '^[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@]+@[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@]+\\.[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@.]+$' and length(s.email_address) <= 254)`
