import { type Ctx, systemPool } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { findSuppressed, IS_LISTED, needsHashes } from '../../subscribers/state/suppression.ts'
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
/** The same when addresses must be hashed, which reads them into this process. */
const SUBSCRIBERS_TO_HASH = 2_000
/** Emails with more recipients need fresh table statistics. */
const ANALYZE_ABOVE_ROWS = 500

/**
 * Creates a delivery for every active subscriber of the audience, in id order. Subscribers who must not be emailed are excluded, with the
 * reason. Each statement enqueues one page and advances `enqueued_to` in one transaction, so it continues correctly after a crash.
 * @returns false when subscribers remain
 */
export async function enqueueRecipients(
  ctx: Ctx,
  { mail_id, audience, page: given }: { mail_id: number; audience: AudienceCondition; page?: number },
): Promise<boolean> {
  const needs_hashes = await needsHashes(ctx)
  const page = given ?? (needs_hashes ? SUBSCRIBERS_TO_HASH : SUBSCRIBERS_PER_STATEMENT)
  const enqueue = (on: Ctx, suppressed: readonly number[]) => enqueuePage(on, { mail_id, audience, page, suppressed })
  const row = needs_hashes
    ? await write(ctx, async (tx) => enqueue(tx, await findSuppressedIn(tx, await lockPage(tx, { mail_id, page }))))
    : await enqueue(ctx, [])
  if (row && row.looked_at === page) return false
  await analyzeDeliveries({ enqueued: row?.recipients ?? 0 })
  return true
}

async function enqueuePage(
  ctx: Ctx,
  {
    mail_id,
    audience,
    page,
    suppressed,
  }: { mail_id: number; audience: AudienceCondition; page: number; suppressed: readonly number[] },
): Promise<{ looked_at: number; recipients: number } | undefined> {
  const paced_from = AUDIENCE_FIRST_VALUE + audience.values.length
  const pace = audience.pace ? await paceSql(ctx, audience.pace, { first: paced_from }) : null
  const paced = pace?.values ?? []
  const of_audience = `(select s.*, ${reasonSql(`$${paced_from + paced.length}`)} as reason from page s where ${audience.where} offset 0) s`
  return ctx.sql.one(
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
       select $1, $2, s.id, (case when s.reason is null then 'queued' else 'excluded' end)::delivery_state,
         s.reason${pace ? `, ${pace.variant}, ${pace.next_attempt_at}` : ''}
       from ${pace ? ranked(of_audience) : of_audience}
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
    [mail_id, page, ctx.now(), ...audience.values, ...paced, suppressed],
  )
}

/** The page's recipients in an order that is random but the same for each email, with what `PaceSql` needs. */
const ranked = (of_audience: string) => `(
         select s.*, row_number() over (order by s.reason is null desc, hashint8extended(s.id, $2), s.id) as rank,
           count(*) filter (where s.reason is null) over () as size, head.before,
           (hashint8extended(s.id, $2) & 1048575) / 1048576.0 as random
         from ${of_audience}, head
       ) s`

interface Addressed {
  id: number
  email_address: string
}

/** Returns the subscribers of the next page. No other process enqueues them until the transaction ends. */
const lockPage = (tx: Tx, { mail_id, page }: { mail_id: number; page: number }): Promise<Addressed[]> =>
  tx.sql.rows<Addressed>(
    `with head as (
       select enqueued_to from mail where account_id = $1 and id = $2 and enqueued_at is null and aborted_at is null for no key update
     )
     select s.id, s.email_address from subscriber s, head
     where s.account_id = $1 and s.state = 'active' and s.id > head.enqueued_to order by s.id limit $3`,
    [mail_id, page],
  )

async function findSuppressedIn(ctx: Ctx, subscribers: readonly Addressed[]): Promise<number[]> {
  const suppressed = await findSuppressed(ctx, { email_addresses: subscribers.map((row) => row.email_address) })
  return subscribers.flatMap(({ id, email_address }) => (suppressed.has(email_address) ? id : []))
}

/**
 * Creates one delivery per subscriber; with a reason, the delivery is excluded, as is one to an address that must not be emailed. Existing
 * deliveries stay as they are. For emails whose recipients are added one at a time.
 */
export async function enqueueRecipient(
  tx: Tx,
  {
    mail_id,
    subscribers,
  }: { mail_id: number; subscribers: readonly { subscriber_id: number; reason: string | null }[] },
): Promise<void> {
  const ids = subscribers.map(({ subscriber_id }) => subscriber_id)
  const addressed = (await needsHashes(tx))
    ? await tx.sql.rows<Addressed>(
        'select id, email_address from subscriber where account_id = $1 and id = any ($2::bigint[])',
        [ids],
      )
    : []
  await tx.sql.run(
    `with made as (
       insert into delivery (account_id, mail_id, subscriber_id, state, reason, claimed_at)
       select $1, $2, s.id, (case when s.reason is null then 'queued' else 'excluded' end)::delivery_state, s.reason,
         case when s.reason is not null then $6::timestamptz end
       from (
         select s.id, coalesce(p.reason, ${reasonSql('$5')}) as reason
         from unnest($3::bigint[], $4::text[]) as p(subscriber_id, reason)
           join subscriber s on s.account_id = $1 and s.id = p.subscriber_id and s.id = any ($3::bigint[])
         order by s.id offset 0
       ) s
       on conflict do nothing
       returning state
     ), counted as (
       select count(*) as recipients, count(*) filter (where state = 'excluded') as excluded from made
     )
     update mail m set recipients = m.recipients + c.recipients, excluded = m.excluded + c.excluded
     from counted c where m.account_id = $1 and m.id = $2`,
    [mail_id, ids, subscribers.map(({ reason }) => reason), await findSuppressedIn(tx, addressed), tx.now()],
  )
}

/** Updates statistics. Without them PostgreSQL expects few rows for a new email and reads every row where it needs a few. */
export async function analyzeDeliveries({ enqueued }: { enqueued: number }): Promise<void> {
  if (enqueued > ANALYZE_ABOVE_ROWS) await systemPool().query('analyze delivery')
}

// Addresses are validated on entry; addresses stored before that check are not sent email.
export const MAILABLE = `(s.email_address ~ '^[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@]+@[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@]+\\.[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@.]+$' and length(s.email_address) <= 254)`

/** SQL of why `subscriber s` is excluded; null if they are not. The value has the IDs of those whom `findSuppressedIn` found. */
const reasonSql = (suppressed: string) =>
  `case when not ${MAILABLE} then 'invalid_address'
     when ${IS_LISTED} or s.id in (select unnest(${suppressed}::bigint[])) then 'suppressed' end`
