import type pg from 'pg'
import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { poolExecutor } from '../../../db/client.ts'
import { type AccountSql, accountSql } from '../../../db/statements/sql.ts'
import { changeState } from '../../subscribers/state/state.ts'
import type { TemplateSubscriber } from '../compose/personalize.ts'

// A claim is a database session. It keeps an advisory lock on the batch id, and uses the same connection to record every
// message before it is sent. A session that can write has the lock; once the lock is free, the session can never write again.
// This shows which claims are dead without clocks or heartbeats (decision 0012).

const LOCK_CLASS = 0x656e7601

/** One message of a claimed batch. */
export interface ClaimedRow extends TemplateSubscriber {
  delivery_id: number
  /** The variant that it gets; null in an email without variants. */
  variant: number | null
  attempts: number
  /** `sender_refused` when an earlier attempt was refused because of the sender. */
  reason: string | null
}

/** The new state of a delivery. */
export interface DeliveryUpdate {
  subscriber_id: number
  state: 'sent' | 'queued' | 'unconfirmed' | 'failed' | 'excluded'
  reason?: string
  detail?: string
  message_id?: string
  next_attempt_at?: Date
  /** Whether the server was contacted: counts as an attempt. */
  tried?: boolean
  bounced?: boolean
  /** The transport that was asked, and what its server answered. Absent when no server was asked. */
  transport?: string
  reply?: string
}

export interface Batch {
  id: number
  rows: ClaimedRow[]
  /**
   * Records updates, and the messages being sent now. Returns false when the email was aborted or paused. Throws when the claim is
   * lost.
   */
  record(updates: readonly DeliveryUpdate[], in_flight: readonly number[]): Promise<boolean>
  /** Adds the batch's counts to the email and ends the claim. */
  close(): Promise<void>
  /** Drops a lost claim. Ending the session releases its advisory lock. */
  abandon(): Promise<void>
}

/**
 * Claims up to `limit` due deliveries with an id above `after`. Deliveries to subscribers who cannot be sent email become excluded.
 * Returns undefined when nothing is due. When this or the batch throws, the caller must discard the connection.
 */
export async function claimBatch(
  ctx: Ctx,
  client: pg.PoolClient,
  { mail_id, limit, after }: { mail_id: number; limit: number; after: number },
): Promise<Batch | undefined> {
  const sql = accountSql(poolExecutor(client), ctx.account_id)
  await client.query('begin')
  const claimed = await claim(ctx, sql, { mail_id, limit, after })
  await client.query('commit')
  return claimed && batchOn(ctx, client, sql, { ...claimed, mail_id })
}

async function claim(ctx: Ctx, sql: AccountSql, input: { mail_id: number; limit: number; after: number }) {
  const batch = await sql.one<{ id: number }>(
    'insert into send_batch (account_id, mail_id, started_at) values ($1, $2, $3) returning id, pg_advisory_lock($4, id)',
    [input.mail_id, ctx.now(), LOCK_CLASS],
  )
  if (!batch) throw new Error('Could not insert the batch')
  // Joins row by row on keys, so a plan without statistics (a new email or account) reads no more rows than these.
  const claimed = await sql.rows<{
    delivery_id: number
    id: number
    attempts: number
    reason: string | null
    variant: number | null
    state: string
  }>(
    `with due as (
       select d.subscriber_id from delivery d
       where d.account_id = $1 and d.mail_id = $2 and d.state = 'queued' and d.id > $3
         and (d.next_attempt_at is null or d.next_attempt_at <= $4)
         and (select aborted_at is null and paused_at is null from mail where account_id = $1 and id = $2)
         and (d.variant is not null or (select not is_staged from mail where account_id = $1 and id = $2))
       order by d.id limit $5 for update skip locked
     ), checked as (
       select due.subscriber_id,
         (select case when s.state = 'active' and s.paused_until > $4 then 'paused' else s.state::text end
           from subscriber s where s.account_id = $1 and s.id = due.subscriber_id) as subscriber_state
       from due
     )
     update delivery d set claimed_by = $6, claimed_at = $4, next_attempt_at = null,
       state = (case when j.subscriber_state = 'active' then 'sending' else 'excluded' end)::delivery_state,
       reason = case when j.subscriber_state <> 'active' then j.subscriber_state else d.reason end
     from checked j
     where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = j.subscriber_id
     returning d.id as delivery_id, d.subscriber_id as id, d.attempts, d.reason, d.variant, d.state::text`,
    [input.mail_id, input.after, ctx.now(), input.limit, batch.id],
  )
  if (claimed.length === 0) {
    await sql.run('delete from send_batch where account_id = $1 and id = $2', [batch.id])
    await sql.rows('select pg_advisory_unlock($2, $3) where $1 > 0', [LOCK_CLASS, batch.id])
    return undefined
  }
  const sending = claimed.filter(({ state }) => state === 'sending').sort((a, b) => a.delivery_id - b.delivery_id)
  await sql.run('update send_batch set open = $3, excluded = $4 where account_id = $1 and id = $2', [
    batch.id,
    sending.length,
    claimed.length - sending.length,
  ])
  const subscribers = await sql.rows<TemplateSubscriber>(
    `select s.id, s.email_address, s.first_name, s.fields, s.tracking_disabled, s.city, s.region, s.country
     from unnest($2::bigint[]) as wanted(id), lateral (
       select * from subscriber where account_id = $1 and id = wanted.id limit 1
     ) s`,
    [sending.map(({ id }) => id)],
  )
  const subscriber_of = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]))
  const rows = sending.flatMap(({ id, delivery_id, attempts, reason, variant }) => {
    const subscriber = subscriber_of.get(id)
    return subscriber ? [{ ...subscriber, delivery_id, attempts, reason, variant }] : []
  })
  return { id: batch.id, rows }
}

function batchOn(
  ctx: Ctx,
  client: pg.PoolClient,
  sql: AccountSql,
  { id, rows, mail_id }: { id: number; rows: ClaimedRow[]; mail_id: number },
): Batch {
  return {
    id,
    rows,
    async record(updates, in_flight) {
      const { rows: found } = await client.query<{ stopped: boolean }>({
        // A named statement is planned once per connection; planning costs more than running it.
        name: 'record',
        text: RECORD,
        values: [
          ctx.account_id,
          mail_id,
          id,
          in_flight,
          JSON.stringify(updates),
          ctx.now(),
          updates.map(({ subscriber_id }) => subscriber_id),
        ],
      })
      const [row] = found
      if (!row) throw new Error('The claim on this batch was lost')
      return !row.stopped
    },
    async close() {
      await addBatchCounts(ctx, { mail_id, batch_id: id })
      await sql.rows('select pg_advisory_unlock($2, $3) where $1 > 0', [LOCK_CLASS, id])
    },
    async abandon() {
      // The pool would only close the socket, and the lock would live until PostgreSQL notices.
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    },
  }
}

const RECORD = `
  with change as (
    select * from jsonb_to_recordset($5::jsonb) as v(subscriber_id bigint, state delivery_state, reason text, detail text,
      message_id text, next_attempt_at timestamptz, tried boolean, bounced boolean, transport text, reply text)
  ), written as (
    update delivery d set state = v.state, reason = v.reason, detail = v.detail, next_attempt_at = v.next_attempt_at,
      message_id = coalesce(v.message_id, d.message_id), attempts = d.attempts + coalesce(v.tried, false)::int,
      transport = coalesce(v.transport, d.transport), reply = coalesce(v.reply, d.reply),
      sent_at = case when v.state = 'sent' then $6::timestamptz end,
      bounced_at = case when v.bounced then $6::timestamptz end, bounce_type = case when v.bounced then 'hard' end
    from change v
    where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = v.subscriber_id and d.claimed_by = $3
      and d.subscriber_id = any ($7::bigint[]) and exists (select from send_batch where account_id = $1 and id = $3)
    returning d.state, d.subscriber_id, d.bounced_at
  ), counted as (
    select count(*) as ended, count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'excluded') as excluded, count(*) filter (where state = 'unconfirmed') as unconfirmed,
      coalesce(array_agg(subscriber_id) filter (where bounced_at is not null), '{}') as bounced
    from written
  )
  update send_batch b set in_flight = $4::bigint[], open = b.open - c.ended, sent = b.sent + c.sent, failed = b.failed + c.failed,
    excluded = b.excluded + c.excluded, unconfirmed = b.unconfirmed + c.unconfirmed, bounced = b.bounced || c.bounced
  from counted c
  where b.account_id = $1 and b.id = $3
  returning (select aborted_at is not null or paused_at is not null from mail where account_id = $1 and id = $2) as stopped`

/** Recovers batches of dead sessions: messages that were being sent become unconfirmed, the rest are queued. */
export async function recoverDeadBatches(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<void> {
  const open = await ctx.sql.rows<{ id: number }>('select id from send_batch where account_id = $1 and mail_id = $2', [
    mail_id,
  ])
  for (const { id } of open) {
    await write(ctx, async (tx) => {
      const dead = await tx.sql.one<{ in_flight: number[] }>(
        `select in_flight from send_batch
         where account_id = $1 and id = $2 and pg_try_advisory_xact_lock($3, id) for update skip locked`,
        [id, LOCK_CLASS],
      )
      if (!dead) return
      const unconfirmed = await tx.sql.run(
        `update delivery set state = 'unconfirmed', reason = null, detail = 'The process stopped while sending this message.'
         where account_id = $1 and mail_id = $2 and state = 'sending' and claimed_by = $3 and subscriber_id = any ($4::bigint[])`,
        [mail_id, id, dead.in_flight],
      )
      await tx.sql.run(
        `update delivery set state = 'queued', claimed_by = null
         where account_id = $1 and mail_id = $2 and state = 'sending' and claimed_by = $3`,
        [mail_id, id],
      )
      await tx.sql.run('update send_batch set unconfirmed = unconfirmed + $3 where account_id = $1 and id = $2', [
        id,
        unconfirmed,
      ])
      await addBatchCounts(tx, { mail_id, batch_id: id })
    })
  }
}

/** Marks messages of a lost claim as sent that this process saw the server accept. */
export async function confirmSent(
  ctx: Ctx,
  { mail_id, batch_id, subscriber_ids }: { mail_id: number; batch_id: number; subscriber_ids: readonly number[] },
): Promise<void> {
  await ctx.sql.run(
    `with confirmed as (
       update delivery set state = 'sent', detail = null, sent_at = $5, attempts = attempts + 1
       where account_id = $1 and mail_id = $2 and claimed_by = $3 and state = 'unconfirmed' and subscriber_id = any ($4::bigint[])
       returning 1
     ), counted as (select count(*) as n from confirmed)
     update mail set sent = sent + n, unconfirmed = unconfirmed - n from counted where account_id = $1 and id = $2`,
    [mail_id, batch_id, subscriber_ids, ctx.now()],
  )
}

/** Runs once per batch, because it deletes the batch's row. */
function addBatchCounts(ctx: Ctx, { mail_id, batch_id }: { mail_id: number; batch_id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const batch = await tx.sql.one<{ bounced: number[] }>(
      `with removed as (delete from send_batch where account_id = $1 and id = $3 returning *)
       update mail m set sent = m.sent + g.sent, failed = m.failed + g.failed, excluded = m.excluded + g.excluded,
         unconfirmed = m.unconfirmed + g.unconfirmed, bounced = m.bounced + cardinality(g.bounced)
       from removed g where m.account_id = $1 and m.id = $2
       returning g.bounced`,
      [mail_id, batch_id],
    )
    if (!batch?.bounced.length) return
    await changeState(tx, { ids: batch.bounced, transition: 'bounce', cause: 'bounce', mail_id })
  })
}
