import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { lockSubscribers } from '../../subscribers/state/soft-bounces.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { holdBack } from '../bounces/brake.ts'
import { countSoftBounces, MAX_SOFT_BOUNCES } from '../bounces/soft-bounces.ts'

/** The new state of a delivery, in absolute values, so storing it twice has no further effect. */
export interface DeliveryUpdate {
  subscriber_id: number
  state: 'sent' | 'queued' | 'unconfirmed' | 'failed' | 'excluded'
  /** When it was sent or bounced. */
  at?: Date
  reason?: string
  detail?: string
  next_attempt_at?: Date
  /** Number of attempts so far. Absent: unchanged. */
  attempts?: number
  /** Type of bounce that a failed message counts as. */
  bounce?: 'hard' | 'soft'
  /** The transport and its server's reply. Absent: no server was asked. */
  transport?: string
  reply?: string
}

/** An update and its JSON, used by the log of sends and the statement that stores it. */
export interface Result {
  update: DeliveryUpdate
  json: string
}

export const resultOf = (update: DeliveryUpdate): Result => ({ update, json: JSON.stringify(update) })

/**
 * Results are stored when their batch ends, and at the latest after this time. While sending is fast, one statement stores a whole batch,
 * because planning, triggers and the transaction cost the same for ten results as for five hundred.
 */
const WAIT_MS = 500

interface ResultsInput {
  mail_id: number
  /** Awaited before a batch and its log are deleted: an entry inserted at the same moment would outlive it. */
  beforeEnd: () => Promise<void>
  onEnd: (batch_id: number) => Promise<void>
}

/**
 * Stores results in sets while sending continues; the log of sends preserves them if the process crashes. After an error, nothing more is
 * stored and no batch ends here, which would delete the log that recovery replays.
 */
export class Results {
  readonly #ctx: Ctx
  readonly #mail_id: number
  readonly #beforeEnd: ResultsInput['beforeEnd']
  readonly #onEnd: ResultsInput['onEnd']
  readonly #batches = new Map<number, { open: number; results: Result[] }>()
  #waiting = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Results that this process did not store. Recovery reads their batches from the log. */
  readonly lost: DeliveryUpdate[] = []
  /** The error of storing. */
  failure: unknown

  constructor(ctx: Ctx, { mail_id, beforeEnd, onEnd }: ResultsInput) {
    this.#ctx = ctx
    this.#mail_id = mail_id
    this.#beforeEnd = beforeEnd
    this.#onEnd = onEnd
  }

  /** Number of results that are not stored yet. */
  get waiting(): number {
    return this.#waiting
  }

  open(batch_id: number, rows: number): void {
    if (!this.failure) this.#batches.set(batch_id, { open: rows, results: [] })
  }

  add(batch_id: number, result: Result): void {
    const batch = this.#batches.get(batch_id)
    if (!batch) return void this.lost.push(result.update)
    batch.results.push(result)
    batch.open--
    this.#waiting++
    if (batch.open === 0 || !this.#timer) this.#schedule()
  }

  #schedule(): void {
    if (this.#running || this.failure) return
    if ([...this.#batches.values()].some(({ open }) => open === 0)) void this.#run({ ended: true })
    else if (this.#waiting > 0) this.#timer ??= setTimeout(() => void this.#run(), WAIT_MS)
  }

  /**
   * Stores everything. With `ends`, also ends all batches and requeues their remaining deliveries. Throws an error of storing, now or
   * before.
   */
  async drain({ ends }: { ends: boolean }): Promise<void> {
    while (this.#running) await this.#running
    if (this.failure) throw this.failure
    if (ends) for (const batch of this.#batches.values()) batch.open = 0
    await this.#run()
    while (this.#running) await this.#running
    if (this.failure) throw this.failure
  }

  /** Stores results. `ended`: only of ended batches. */
  #run({ ended = false } = {}): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#store({ ended }).finally(() => {
      this.#running = undefined
      this.#schedule()
    })
    return this.#running
  }

  async #store({ ended }: { ended: boolean }): Promise<void> {
    for (const [batch_id, batch] of this.#batches) {
      const ends = batch.open === 0
      if (!ends && (ended || batch.results.length === 0)) continue
      if (ends) await this.#beforeEnd()
      const { results } = batch
      batch.results = []
      this.#waiting -= results.length
      try {
        const isClaimed = await storeResults(this.#ctx, { mail_id: this.#mail_id, batch_id, results, ends })
        if (!isClaimed) this.#lose(results)
        if (!ends && isClaimed) continue
        this.#batches.delete(batch_id)
        await this.#onEnd(batch_id)
      } catch (error) {
        this.failure = error
        this.#lose(results)
        for (const left of this.#batches.values()) this.#lose(left.results)
        this.#batches.clear()
        this.#waiting = 0
      }
    }
  }

  #lose(results: readonly Result[]): void {
    this.lost.push(...results.map(({ update }) => update))
  }
}

/**
 * Stores results of a claimed batch and adds them to its email's counts. `ends`: ends the batch; deliveries without a result stay queued.
 * @returns false if the batch has already ended
 */
export function storeResults(
  ctx: Ctx | Tx,
  {
    mail_id,
    batch_id,
    results,
    ends,
  }: { mail_id: number; batch_id: number; results: readonly Result[]; ends: boolean },
): Promise<boolean> {
  return write(ctx, async (tx) => {
    const updates = results.map(({ update }) => update)
    // Locked before the deliveries, as everywhere (decision 0060).
    const bouncing = updates.filter(({ bounce }) => bounce).map(({ subscriber_id }) => subscriber_id)
    const addresses = bouncing.length > 0 ? await lockSubscribers(tx, { ids: bouncing }) : new Map<number, string>()
    const bounced_ids = await tx.sql.one<{ hard: number[]; soft: number[] }>(STORE, [
      mail_id,
      batch_id,
      `[${results.map(({ json }) => json).join()}]`,
      updates.map(({ subscriber_id }) => subscriber_id),
      bouncing,
      tx.now(),
    ])
    if (!bounced_ids) return false
    if (ends) await tx.sql.run('delete from send_batch where account_id = $1 and id = $2', [batch_id])
    const runs = await countSoftBounces(tx, { subscriber_ids: bounced_ids.soft })
    const ids = [...bounced_ids.hard, ...[...runs].flatMap(([id, run]) => (run >= MAX_SOFT_BOUNCES ? id : []))]
    const replies = new Map(updates.map(({ subscriber_id, reply, detail }) => [subscriber_id, reply ?? detail]))
    const due = await holdBack(
      tx,
      ids.map((id) => ({ id, mail_id, email_address: addresses.get(id) ?? '', text: replies.get(id) ?? '' })),
    )
    if (due.length > 0) await changeState(tx, { ids: due, transition: 'bounce', cause: 'bounce', mail_id })
    return true
  })
}

const idsWhere = (condition: string) =>
  `coalesce(array_agg(subscriber_id) filter (where is_asked and ${condition}), '{}')`

/** Subscribers by result, for the counts of receiving domains (decision 0032). Messages without a request to a server are not noted. */
const ASKED_IDS = `count(*) filter (where is_asked) as asked, ${idsWhere("state = 'sent'")} as accepted_ids,
      ${idsWhere("state = 'queued'")} as deferred_ids, ${idsWhere("state = 'failed' and bounce is null")} as refused_ids,
      ${idsWhere("state = 'unconfirmed'")} as unconfirmed_ids`

// Finds deliveries by their whole key, so a plan without statistics (a new email) reads no more rows than these. A bounce can be
// reported before the hand-over is stored, or before a message is sent again: it counts once. A deferred message stays queued, and its
// attempts show that this result is stored already.
const STORE = `${ONE_PLAN}
  with batch as materialized (
    select id, started_at from send_batch where account_id = $1 and id = $3 for update
  ), change as (
    select * from jsonb_to_recordset($4::jsonb) as v(subscriber_id bigint, state delivery_state, at timestamptz, reason text, detail text,
      next_attempt_at timestamptz, attempts int, bounce text, transport text, reply text)
  ), reported as (
    select subscriber_id, bounce_type from delivery
    where account_id = $1 and mail_id = $2 and subscriber_id = any ($6::bigint[]) and bounced_at is not null
  ), written as (
    update delivery d set state = v.state, reason = v.reason, detail = v.detail, next_attempt_at = v.next_attempt_at,
      attempts = coalesce(v.attempts, d.attempts), transport = coalesce(v.transport, d.transport), reply = coalesce(v.reply, d.reply),
      sent_at = case when v.state = 'sent' then v.at end,
      claimed_at = case when v.state in ('unconfirmed', 'failed', 'excluded') then coalesce(v.at, batch.started_at) end,
      bounced_at = case when v.bounce is not null then coalesce(d.bounced_at, v.at) else d.bounced_at end,
      bounce_type = case when v.bounce = 'hard' then v.bounce else coalesce(d.bounce_type, v.bounce) end
    from change v, batch
    where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = v.subscriber_id and d.subscriber_id = any ($5::bigint[])
      and d.state = 'queued' and d.attempts is distinct from v.attempts
    returning d.state, d.subscriber_id, v.bounce, v.transport is not null as is_asked
  ), counted as (
    select count(*)::int as ended, count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'excluded')::int as excluded,
      count(*) filter (where state = 'unconfirmed')::int as unconfirmed,
      (count(*) filter (where bounce is not null and subscriber_id not in (select subscriber_id from reported)))::int as bounced,
      (count(*) filter (where bounce = 'hard'
        and subscriber_id not in (select subscriber_id from reported where bounce_type = 'hard')))::int as hard_bounced,
      coalesce(array_agg(subscriber_id) filter (where bounce = 'hard'), '{}') as hard,
      coalesce(array_agg(subscriber_id) filter (where bounce = 'soft'), '{}') as soft,
      ${ASKED_IDS}
    from written
  ), left_over as (
    update send_batch b set open = greatest(b.open - c.ended, 0) from batch, counted c where b.account_id = $1 and b.id = batch.id
  ), noted as (
    insert into delivery_result (account_id, accepted, deferred, refused, unconfirmed, hard_bounced, soft_bounced, at)
    select $1, accepted_ids, deferred_ids, refused_ids, unconfirmed_ids, hard, soft, $7::timestamptz from counted where asked > 0
  )
  update mail m set sent = m.sent + c.sent, failed = m.failed + c.failed, excluded = m.excluded + c.excluded,
    unconfirmed = m.unconfirmed + c.unconfirmed, bounced = m.bounced + c.bounced,
    hard_bounced = m.hard_bounced + c.hard_bounced
  from counted c, batch where m.account_id = $1 and m.id = $2
  returning c.hard, c.soft`
