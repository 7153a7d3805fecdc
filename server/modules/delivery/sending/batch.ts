import type pg from 'pg'
import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { poolExecutor } from '../../../db/client.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { type AccountSql, accountSql } from '../../../db/statements/sql.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { IS_LISTED } from '../../subscribers/state/suppression.ts'
import { type LogEntry, readLog, type StoreEntries } from './hand-over-log.ts'
import { resultOf, storeResults } from './results.ts'

// A claim is a database session with an advisory lock on the batch id. The same connection records every message before it is sent: a
// session that can write has the lock, and once the lock is free, the session can never write again. This reveals dead claims without
// clocks or heartbeats (decision 0012). Claimed deliveries stay queued, and the batch lists the subscribers, which saves a write per row
// (decision 0074).

const BATCH_LOCK = 0x656e7601
/** Locked while an email's deliveries are claimed. The second key is the email. */
const CLAIM_LOCK = 0x656e7602

/** A message of a claimed batch. */
export interface ClaimedRow extends TemplateSubscriber {
  batch_id: number
  delivery_id: number
  /** The message's variant. Null: the email has none. */
  variant: number | null
  attempts: number
  /** `sender_refused`: an earlier attempt was rejected because of the sender. */
  reason: string | null
  /** State of the subscriber, or `paused`. Only active ones get email. */
  state: string
}

/**
 * Condition over `delivery`: no process has claimed it. Reliable only in a statement under `lockClaims`. The account's claims are hashed
 * once: a subquery per email would make PostgreSQL compare every delivery with all claims.
 */
export const isUnclaimed = (delivery: string): string =>
  `(${delivery}.mail_id, ${delivery}.subscriber_id) not in (
     select b.mail_id, unnest(b.claimed) from send_batch b where b.account_id = $1)`

/** Prevents new claims on an email until the transaction ends. */
export async function lockClaims(tx: Tx, { mail_id }: { mail_id: number }): Promise<void> {
  await tx.sql.rows('select pg_advisory_xact_lock($2, $3) where $1 > 0', [CLAIM_LOCK, mail_id])
}

/** The session that claims and records sends. If anything throws, the caller must discard the connection. */
export class ClaimSession {
  readonly #ctx: Ctx
  readonly #client: pg.PoolClient
  readonly #sql: AccountSql
  readonly #mail_id: number
  /** Id of the last claimed delivery without earlier attempts. */
  #after = 0
  /** The connection runs statements one at a time. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(ctx: Ctx, client: pg.PoolClient, { mail_id }: { mail_id: number }) {
    this.#ctx = ctx
    this.#client = client
    this.#sql = accountSql(poolExecutor(client), ctx.account_id)
    this.#mail_id = mail_id
  }

  /** Claims up to `limit` due deliveries: new ones in order, then retries. Returns no rows when nothing is due. */
  async claim({ limit }: { limit: number }): Promise<ClaimedRow[]> {
    await this.#rows('select pg_advisory_lock($2, $3) where $1 > 0', [CLAIM_LOCK, this.#mail_id])
    const claimed = await this.#claimFirst((claim, from) =>
      this.#rows(claim.locked, [this.#mail_id, from, limit, this.#ctx.now(), BATCH_LOCK]),
    )
    await this.#rows('select pg_advisory_unlock($2, $3) where $1 > 0', [CLAIM_LOCK, this.#mail_id])
    return claimed
  }

  /** Claims over another connection while this one records sends. This session gets the lock before others can see the batch. */
  claimAhead({ limit }: { limit: number }): Promise<ClaimedRow[]> {
    return write(this.#ctx, async (tx) => {
      await lockClaims(tx, { mail_id: this.#mail_id })
      const claimed = await this.#claimFirst((claim, from) =>
        tx.sql.rows(claim.unlocked, [this.#mail_id, from, limit, this.#ctx.now()]),
      )
      const [first] = claimed
      if (first) await this.#rows('select pg_advisory_lock($2, $3) where $1 > 0', [BATCH_LOCK, first.batch_id])
      return claimed
    })
  }

  async #claimFirst(run: (claim: Claim, from: unknown) => Promise<ClaimedRow[]>): Promise<ClaimedRow[]> {
    const fresh = await run(CLAIM_FRESH, this.#after)
    this.#after = fresh.at(-1)?.delivery_id ?? this.#after
    if (fresh.length > 0) return fresh
    const due = await run(CLAIM_DUE, this.#ctx.now())
    if (due.length > 0 || this.#after === 0) return due
    // Released deliveries have ids below the current position, so start over.
    this.#after = 0
    return run(CLAIM_FRESH, 0)
  }

  /** Records sends. See `StoreEntries`. */
  readonly store: StoreEntries = async (entries) => {
    let is_stopped = false
    const excluded = new Map<number, string>()
    // Rarely more than one batch, at a change of batches.
    for (const [batch_id, list] of entries) {
      const begun = list.map(Number).filter((id) => id > 0)
      const values = [this.#mail_id, batch_id, `[${list.join()}]`, begun, this.#ctx.now()]
      const [row] = await this.#rows<{ stopped: boolean; excluded: Record<string, string> | null }>(HAND_OVER, values)
      // Results of an ended batch are already stored.
      if (!row && begun.length > 0) throw new Error('The claim on this batch was lost')
      is_stopped ||= row?.stopped ?? false
      for (const [id, reason] of Object.entries(row?.excluded ?? {})) excluded.set(Number(id), reason)
    }
    return { is_stopped, excluded }
  }

  /** Releases the lock of an ended batch. */
  async release(batch_id: number): Promise<void> {
    await this.#rows('select pg_advisory_unlock($2, $3) where $1 > 0', [BATCH_LOCK, batch_id])
  }

  /** Drops a lost claim. Ending the session releases its advisory locks. */
  async abandon(): Promise<void> {
    // The pool would only close the socket, and the locks would stay until PostgreSQL notices.
    await this.#last.catch(() => undefined)
    await this.#client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  }

  #rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const run = () => this.#sql.rows<Row>(text, values)
    const rows = this.#last.then(run, run)
    this.#last = rows
    return rows
  }
}

/** `locked`: by the connection that claims, which gets the lock of the batch. */
type Claim = Record<'locked' | 'unlocked', string>

/** SQL of the state of `subscriber s`, or `paused`. */
export const stateSql = (now: string): string =>
  `case when s.state = 'active' and s.paused_until > ${now} then 'paused' else s.state::text end`

const claimBy = (condition: string, order: string): Claim => ({
  locked: claimSql(condition, order, ', pg_advisory_lock($6, id)'),
  unlocked: claimSql(condition, order, ''),
})

const claimSql = (condition: string, order: string, lock: string): string => `
  with due as materialized (
    select d.id as delivery_id, d.subscriber_id, d.variant, d.attempts, d.reason from delivery d
    where d.account_id = $1 and d.mail_id = $2 and d.state = 'queued' and ${condition}
      and d.subscriber_id not in (select unnest(b.claimed) from send_batch b where b.account_id = $1 and b.mail_id = $2)
      and (select aborted_at is null and paused_at is null from mail where account_id = $1 and id = $2)
      and (d.variant is not null or (select not is_staged from mail where account_id = $1 and id = $2))
    order by ${order} limit $4
  ), batch as (
    insert into send_batch (account_id, mail_id, started_at, claimed, open)
    select $1, $2, $5, array_agg(subscriber_id), count(*) from due having count(*) > 0
    returning id${lock}
  )
  select batch.id as batch_id, due.delivery_id, due.variant, due.attempts, due.reason, s.id, s.email_address, s.first_name, s.fields,
    s.tracking_disabled, s.city, s.region, s.country, ${stateSql('$5')} as state
  from batch, due, lateral (select * from subscriber where account_id = $1 and id = due.subscriber_id limit 1) s
  order by due.delivery_id`

const CLAIM_FRESH = claimBy('d.next_attempt_at is null and d.id > $3', 'd.id')
const CLAIM_DUE = claimBy('d.next_attempt_at <= $3', 'd.next_attempt_at')

// Runs thousands of times per email, so planning must not dominate. Checks again that the subscriber may get the email: minutes can pass
// between claim and send, and no one gets email after their unsubscribe was confirmed (B6).
const HAND_OVER = `${ONE_PLAN}
  insert into hand_over (account_id, batch_id, entries)
  select b.account_id, b.id, $4 from send_batch b where b.account_id = $1 and b.id = $3
  returning (select m.aborted_at is not null or m.paused_at is not null or a.sending_disabled or a.deletes_at is not null
    from mail m join account a on a.id = m.account_id where m.account_id = $1 and m.id = $2) as stopped,
    (select jsonb_object_agg(begun.id, coalesce(found.state, 'deleted'))
     from unnest($5::bigint[]) as begun(id) left join lateral (
       select case when s.state = 'active' and ${IS_LISTED} then 'suppressed' else ${stateSql('$6')} end as state
       from subscriber s where s.account_id = $1 and s.id = begun.id limit 1
     ) found on true
     where found.state is distinct from 'active') as excluded`

/** Recovers batches of dead sessions. Messages that were being sent become unconfirmed; those without a result stay queued. */
export async function recoverDeadBatches(ctx: Ctx, { mail_id }: { mail_id: number }): Promise<void> {
  const open = await ctx.sql.rows<{ id: number }>('select id from send_batch where account_id = $1 and mail_id = $2', [
    mail_id,
  ])
  for (const { id: batch_id } of open) {
    await write(ctx, async (tx) => {
      const dead = await tx.sql.one(
        `select id from send_batch
         where account_id = $1 and id = $2 and pg_try_advisory_xact_lock($3, id) for update skip locked`,
        [batch_id, BATCH_LOCK],
      )
      if (!dead) return
      const log = await tx.sql.rows<{ entries: string }>(
        'select entries from hand_over where account_id = $1 and batch_id = $2 order by id',
        [batch_id],
      )
      const updates = readLog(log.flatMap(({ entries }) => JSON.parse(entries) as LogEntry[]))
      await storeResults(tx, { mail_id, batch_id, results: updates.map(resultOf), ends: true })
    })
  }
}

/** Marks messages of a lost claim as sent if this process saw the server accept them. */
export async function confirmSent(
  ctx: Ctx,
  { mail_id, subscriber_ids }: { mail_id: number; subscriber_ids: readonly number[] },
): Promise<void> {
  await ctx.sql.run(
    `with confirmed as (
       update delivery set state = 'sent', detail = null, sent_at = $4, attempts = attempts + 1
       where account_id = $1 and mail_id = $2 and state = 'unconfirmed' and reason is null and subscriber_id = any ($3::bigint[])
       returning 1
     ), counted as (select count(*)::int as n from confirmed)
     update mail set sent = sent + n, unconfirmed = unconfirmed - n from counted where account_id = $1 and id = $2`,
    [mail_id, subscriber_ids, ctx.now()],
  )
}
