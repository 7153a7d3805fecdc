import { type Ctx, systemPool } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { analyzeDeliveries, enqueueRecipient } from '../../delivery/enqueueing/enqueue-recipients.ts'
import { openSequenceMail } from '../../delivery/sending/open-mail.ts'
import { sendEach } from '../../delivery/sending/send-each.ts'
import { acquireSendingSlot } from '../../delivery/sending/sending-slots.ts'
import { composeSequenceEmail } from '../compose/requirements.ts'
import { emitForPairs } from '../enrolling/enrolling.ts'
import { lockActiveSequence, type StoredSequence } from '../view.ts'
import { type Claimed, claimDue } from './claim.ts'
import { loadDefinition, type PublishedEmail } from './definition.ts'
import { notifyOfHeld } from './held.ts'
import {
  afterStep,
  cachedDueAt,
  type Definition,
  type dueAt,
  type EnrollmentProgress,
  plan,
  TICK_MS,
} from './schedule.ts'

// One transaction claims due subscribers, enqueues their messages and advances their progress. Before the commit nothing has happened,
// and after it the ledger is complete, so a crash neither loses nor repeats a message. The delivery module sends, as for a broadcast.

/** `finished`: nothing more can be done now. `wait`: this process uses all its sending slots. */
export type SequenceState = { state: 'finished' | 'more' } | { state: 'wait'; wait_ms: number }

/** Enqueues and sends what is due for about `work_ms`. Requests the job again when it must wait for a slot. Safe to call any time. */
export async function workSequence(ctx: Ctx, { id, work_ms }: { id: number; work_ms: number }): Promise<SequenceState> {
  const onFree = () => requestWork(ctx, { id })
  const slot = acquireSendingSlot(ctx, { key: `sequence ${id}`, work_ms, onFree })
  if ('wait_ms' in slot) return { state: 'wait', ...slot }
  try {
    return await workInSlot(ctx, { id, remainingMs: slot.remainingMs })
  } finally {
    slot.release()
  }
}

async function workInSlot(
  ctx: Ctx,
  { id, remainingMs }: { id: number; remainingMs: () => number },
): Promise<SequenceState> {
  const due_for = cachedDueAt()
  let isMore = true
  let enqueued = 0
  if (remainingMs() <= 0) return { state: 'more' }
  // Processes at least one set, so progress never stops.
  const half = remainingMs() / 2
  do {
    const advanced = await advanceDue(ctx, id, due_for)
    enqueued += advanced.claimed
    isMore = advanced.is_more
  } while (isMore && remainingMs() > half)
  await analyzeDeliveries({ enqueued })
  const is_over = isMore && remainingMs() <= 0
  const sent = await sendEach(ctx, { mail_ids: await openEmails(ctx, id), remainingMs, is_over })
  return { state: isMore || sent === 'more' ? 'more' : 'finished' }
}

/** Requests the sequence's job. */
export function requestWork(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => tx.emit('sequence.work_requested', { sequence_id: id }))
}

/** Returns whether subscribers of the active sequence are due, or messages can be sent now. */
export async function hasWork(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const due = await ctx.sql.one(
    `select 1 from sequence q where q.account_id = $1 and q.id = $2 and q.active and q.deleted_at is null and (
       exists (select from enrollment e where e.account_id = $1 and e.sequence_id = $2 and e.state = 'active' and e.next_at <= $3)
       or exists (select from sequence_email x join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id
         join delivery d on d.account_id = m.account_id and d.mail_id = m.id
         where x.account_id = $1 and x.sequence_id = $2 and m.completed_at is null and m.paused_at is null
           and d.state = 'queued' and coalesce(d.next_attempt_at, $3) <= $3))`,
    [id, ctx.now()],
  )
  return due !== undefined
}

/** A position in a pass, ordered by account and id. */
export interface Position extends Record<string, number> {
  account_id: number
  id: number
}

/** Finds sequences of all accounts after a position with due subscribers or unsent messages. */
export async function findDueSequences({
  now,
  after = { account_id: 0, id: 0 },
  limit = 10_000,
}: {
  now: Date
  after?: Position
  limit?: number
}): Promise<Position[]> {
  const { rows } = await systemPool().query<Position>(
    `select q.account_id, q.id from sequence q
     where (q.account_id, q.id) > ($2, $3) and q.active and q.deleted_at is null and (
       exists (select from enrollment e where e.account_id = q.account_id and e.sequence_id = q.id and e.state = 'active' and e.next_at <= $1)
       or exists (select from sequence_email x join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id
         where x.account_id = q.account_id and x.sequence_id = q.id and m.completed_at is null))
     order by q.account_id, q.id limit $4`,
    [now, after.account_id, after.id, limit],
  )
  return rows
}

/** The new enrollment state of a claimed subscriber. */
interface Outcome {
  subscriber_id: number
  state: 'active' | 'completed' | 'stopped'
  progress: EnrollmentProgress
  /** The email that was enqueued or skipped. */
  seen: number | null
}

/** Returns how many subscribers were claimed, and whether more may be due. */
export function advanceDue(
  ctx: Ctx,
  id: number,
  due_for: typeof dueAt,
): Promise<{ claimed: number; is_more: boolean }> {
  return write(ctx, async (tx) => {
    const sequence = await lockActiveSequence(tx, { id })
    if (!sequence) return { claimed: 0, is_more: false }
    const { claimed, is_more } = await claimDue(tx, sequence)
    if (claimed.length === 0) return { claimed: 0, is_more }
    const definition = await loadDefinition(tx, sequence)
    const batch = new RecipientBatch(tx, sequence)
    const outcomes: Outcome[] = []
    for (const claimed_row of claimed) outcomes.push(await advance(batch, definition, claimed_row, tx.now(), due_for))
    await batch.enqueue()
    await writeOutcomes(tx, id, outcomes)
    const completed = outcomes.filter(({ state }) => state === 'completed')
    await emitForPairs(
      tx,
      'subscriber.sequence_completed',
      completed.map(({ subscriber_id }) => ({ sequence_id: id, subscriber_id })),
    )
    return { claimed: claimed.length, is_more }
  })
}

async function advance(
  batch: RecipientBatch,
  definition: Definition & { steps: PublishedEmail[] },
  claimed: Claimed,
  now: Date,
  due_for: typeof dueAt,
): Promise<Outcome> {
  const { subscriber_id } = claimed
  const nothing = { next_email_id: null, next_at: null }
  if (!claimed.mailable) return { subscriber_id, state: 'stopped', progress: { ...claimed, ...nothing }, seen: null }
  let progress: EnrollmentProgress = claimed
  let seen: number | null = null
  let next = plan(definition, progress, now, due_for)
  if (next.act === 'send') {
    const email = next.step as PublishedEmail
    if (!(await batch.add(email, claimed))) {
      const later = { next_email_id: email.id, next_at: new Date(now.getTime() + TICK_MS) }
      return { subscriber_id, state: 'active', progress: { ...claimed, ...later }, seen }
    }
    seen = email.id
    progress = afterStep(progress, next, now)
    next = plan(definition, progress, now, due_for)
  }
  const state = next.act === 'complete' ? 'completed' : 'active'
  const ahead = 'step' in next ? { next_email_id: next.step.id, next_at: next.due } : nothing
  return { subscriber_id, state, progress: { ...progress, ...ahead }, seen }
}

/** Collects recipients by email and run. Each email is composed once. */
class RecipientBatch {
  readonly #tx: Tx
  readonly #sequence: StoredSequence
  readonly #composed = new Map<number, Awaited<ReturnType<typeof composeSequenceEmail>>>()
  readonly #groups = new Map<
    string,
    { email_id: number; run: number; subscribers: { subscriber_id: number; reason: string | null }[] }
  >()

  constructor(tx: Tx, sequence: StoredSequence) {
    this.#tx = tx
    this.#sequence = sequence
  }

  /** Returns false when the email cannot be sent now; the reason is stored with it. */
  async add(email: PublishedEmail, { subscriber_id, run, excluded }: Claimed): Promise<boolean> {
    const composed = this.#composed.get(email.id) ?? (await this.#compose(email))
    if ('problem' in composed) return false
    const key = `${email.id} ${run}`
    const group = this.#groups.get(key) ?? { email_id: email.id, run, subscribers: [] }
    this.#groups.set(key, group)
    group.subscribers.push({ subscriber_id, reason: excluded ? 'excluded_source' : null })
    return true
  }

  /** Enqueues in id order, as every process does. */
  async enqueue(): Promise<void> {
    const groups = [...this.#groups.values()].sort((a, b) => a.email_id - b.email_id || a.run - b.run)
    for (const { email_id, run, subscribers } of groups) {
      const composed = this.#composed.get(email_id)
      if (!composed || 'problem' in composed) continue
      const mail = await openSequenceMail(this.#tx, { sequence_email_id: email_id, run, composed: composed.composed })
      await enqueueRecipient(this.#tx, { mail_id: mail.id, subscribers })
    }
  }

  async #compose(email: PublishedEmail) {
    const composed = await composeSequenceEmail(this.#tx, this.#sequence, email)
    this.#composed.set(email.id, composed)
    const problem = 'problem' in composed ? composed.problem : null
    const isNew = await this.#tx.sql.run(
      'update sequence_email set problem = $3 where account_id = $1 and id = $2 and problem is distinct from $3',
      [email.id, problem],
    )
    if (problem !== null && isNew > 0) await notifyOfHeld(this.#tx, { sequence: this.#sequence, email, problem })
    return composed
  }
}

async function writeOutcomes(tx: Tx, sequence_id: number, outcomes: readonly Outcome[]): Promise<void> {
  const column = <Value>(of: (outcome: Outcome) => Value) => outcomes.map(of)
  await tx.sql.run(
    `update enrollment e set state = o.state::enrollment_state, last_position = o.last_position, delay_from = o.delay_from,
       processed_email_ids = case when o.seen is null then e.processed_email_ids else e.processed_email_ids || o.seen end, next_email_id = o.next_email_id,
       next_at = o.next_at, completed_at = case when o.state = 'completed' then $10::timestamptz end
     from unnest($3::bigint[], $4::text[], $5::int[], $6::timestamptz[], $7::int[], $8::int[], $9::timestamptz[])
       as o(subscriber_id, state, last_position, delay_from, seen, next_email_id, next_at)
     where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = o.subscriber_id and e.subscriber_id = any ($3::bigint[])`,
    [
      sequence_id,
      column(({ subscriber_id }) => subscriber_id),
      column(({ state }) => state),
      column(({ progress }) => progress.last_position),
      column(({ progress }) => progress.delay_from),
      column(({ seen }) => seen),
      column(({ progress }) => progress.next_email_id),
      column(({ progress }) => progress.next_at),
      tx.now(),
    ],
  )
}

/** Emails of the sequence that may have messages to send, oldest first. */
async function openEmails(ctx: Ctx, id: number): Promise<number[]> {
  const rows = await ctx.sql.rows<{ id: number }>(
    `select m.id from sequence_email x join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id
     where x.account_id = $1 and x.sequence_id = $2 and m.completed_at is null and m.paused_at is null order by m.id`,
    [id],
  )
  return rows.map((row) => row.id)
}
