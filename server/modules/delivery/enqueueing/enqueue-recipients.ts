import { type Ctx, systemPool } from '../../../core/context.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import { findSuppressed, IS_LISTED, needsHashes } from '../../subscribers/state/suppression.ts'
import { type Pace, paceSql } from '../pacing/pace.ts'

/** A condition over `subscriber s`. Values start at `$5`. */
export interface AudienceCondition {
  where: string
  values: unknown[]
  /** Null: all are due immediately. */
  pace?: Pace | null
}

export const AUDIENCE_FIRST_VALUE = 5
/** Limits a segment query to the subscribers that the current statement scans. */
export const isEnqueuedNow = (id: string): string => `${id} in (select id from page)`
/**
 * Subscribers scanned per statement. Sending starts after the first page, and this process holds a page in memory when addresses must be
 * hashed.
 */
const SUBSCRIBERS_PER_STATEMENT = 2_000
/** Emails with more recipients need fresh table statistics. */
const ANALYZE_ABOVE_ROWS = 500

/**
 * Creates a delivery for every active subscriber of the audience, ordered by id. Subscribers who must not be emailed are excluded, with the
 * reason. Each call enqueues one page and advances `enqueued_to` in one transaction, so it resumes correctly after a crash. @returns false
 * when subscribers remain
 */
export async function enqueueRecipients(
  ctx: Ctx,
  {
    mail_id,
    audience,
    page = SUBSCRIBERS_PER_STATEMENT,
  }: { mail_id: number; audience: AudienceCondition; page?: number },
): Promise<boolean> {
  const needs_hashes = await needsHashes(ctx)
  try {
    const row = await write(ctx, async (tx) => {
      // Locking the email's row instead would make the storing of message results wait for the page.
      await acquireAdvisoryLock(tx, `recipients of email ${mail_id}`)
      const head = await tx.sql.one<{ after: number }>(
        `select enqueued_to as after from mail where account_id = $1 and id = $2 and ${IS_OPEN}`,
        [mail_id],
      )
      if (!head) return undefined
      const { after } = head
      const suppressed = needs_hashes ? await findSuppressedIn(tx, await readPage(tx, { after, page })) : []
      return enqueuePage(tx, { mail_id, audience, page, after, suppressed })
    })
    const isFirst = row !== undefined && row.recipients === row.added
    const isLast = row === undefined || row.looked_at < page
    if (isFirst || isLast) await analyzeDeliveries({ enqueued: row?.recipients ?? 0 })
    return isLast
  } catch (error) {
    if (error instanceof MailChanged) return false
    throw error
  }
}

/** SQL condition that recipients of `mail` are still enqueued. */
const IS_OPEN = 'enqueued_at is null and aborted_at is null'

/** The email was aborted or restarted while a page was being enqueued. */
class MailChanged extends Error {}

interface PageInput {
  mail_id: number
  audience: AudienceCondition
  page: number
  /** The last subscriber of the previous page. */
  after: number
  suppressed: readonly number[]
}

/** Returns the size of the page and of the email so far. Throws `MailChanged`. */
async function enqueuePage(
  tx: Tx,
  { mail_id, audience, page, after, suppressed }: PageInput,
): Promise<{ looked_at: number; added: number; recipients: number }> {
  const paced_from = AUDIENCE_FIRST_VALUE + audience.values.length
  const pace = audience.pace ? await paceSql(tx, audience.pace, { first: paced_from }) : null
  const values = [...audience.values, ...(pace?.values ?? [])]
  const own = AUDIENCE_FIRST_VALUE + values.length
  const of_audience = `(select s.*, ${reasonSql(`$${own}`)} as reason from page s where ${audience.where} offset 0) s`
  const counts = await tx.sql.one<{ looked_at: number; last: number | null; added: number; excluded: number }>(
    `with page as (
       select s.id, s.email_address${pace ? ', s.time_zone' : ''}
       from subscriber s where s.account_id = $1 and s.state = 'active' and s.id > $4 order by s.id limit $3
     ), made as (
       insert into delivery (account_id, mail_id, subscriber_id, state, reason${pace ? ', variant, next_attempt_at' : ''})
       select $1, $2, s.id, (case when s.reason is null then 'queued' else 'excluded' end)::delivery_state,
         s.reason${pace ? `, ${pace.variant}, ${pace.next_attempt_at}` : ''}
       from ${pace ? ranked(of_audience) : of_audience}
       on conflict do nothing
       returning state
     )
     select looked.*, counted.* from (select count(*)::int as looked_at, max(id) as last from page) looked,
       (select count(*)::int as added, (count(*) filter (where state = 'excluded'))::int as excluded from made) counted`,
    [mail_id, page, after, ...values, suppressed],
  )
  const { looked_at = 0, last = null, added = 0, excluded = 0 } = counts ?? {}
  // A separate statement: one that also inserts would lock the row until its foreign keys are checked.
  const mail = await tx.sql.one<{ recipients: number }>(
    `update mail set enqueued_to = coalesce($4::bigint, enqueued_to), recipients = recipients + $5, excluded = excluded + $6, enqueued_at = $7
     where account_id = $1 and id = $2 and enqueued_to = $3 and ${IS_OPEN} returning recipients`,
    [mail_id, after, last, added, excluded, looked_at < page ? tx.now() : null],
  )
  if (!mail) throw new MailChanged()
  return { looked_at, added, recipients: mail.recipients }
}

/** Orders the page's recipients randomly, but always the same for one email, with the columns that `PaceSql` needs. */
const ranked = (of_audience: string) => `(
         select s.*, row_number() over (order by s.reason is null desc, hashint8extended(s.id, $2), s.id) as rank,
           count(*) filter (where s.reason is null) over () as size, head.before,
           (hashint8extended(s.id, $2) & 1048575) / 1048576.0 as random
         from ${of_audience}, (select recipients - excluded as before from mail where account_id = $1 and id = $2) head
       ) s`

interface Addressed {
  id: number
  email_address: string
}

const readPage = (tx: Tx, { after, page }: { after: number; page: number }): Promise<Addressed[]> =>
  tx.sql.rows<Addressed>(
    `select s.id, s.email_address from subscriber s
     where s.account_id = $1 and s.state = 'active' and s.id > $2 order by s.id limit $3`,
    [after, page],
  )

async function findSuppressedIn(ctx: Ctx, subscribers: readonly Addressed[]): Promise<number[]> {
  const suppressed = await findSuppressed(ctx, { email_addresses: subscribers.map((row) => row.email_address) })
  return subscribers.flatMap(({ id, email_address }) => (suppressed.has(email_address) ? id : []))
}

/**
 * Creates one delivery per subscriber, for emails whose recipients are added one at a time. A delivery with a reason or a suppressed
 * address is excluded. Existing deliveries are unchanged.
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

/** Updates statistics. Otherwise PostgreSQL expects few rows for a new email, and its plans read every row. */
export async function analyzeDeliveries({ enqueued }: { enqueued: number }): Promise<void> {
  if (enqueued > ANALYZE_ABOVE_ROWS) await systemPool().query('analyze delivery')
}

// Addresses are validated when stored. Older ones that are invalid get no email.
export const MAILABLE = `(s.email_address ~ '^[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@]+@[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@]+\\.[^[:space:][:cntrl:]<>()\\[\\]\\\\,;:"@.]+$' and length(s.email_address) <= 254)`

/** SQL of the reason that `subscriber s` is excluded, or null. The bound value has the ids returned by `findSuppressedIn`. */
const reasonSql = (suppressed: string) =>
  `case when not ${MAILABLE} then 'invalid_address'
     when ${IS_LISTED} or s.id in (select unnest(${suppressed}::bigint[])) then 'suppressed' end`
