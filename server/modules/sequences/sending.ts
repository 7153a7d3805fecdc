import { type Ctx, systemPool } from '../../core/context.ts'
import { isStopping } from '../../core/stopping.ts'
import { type Tx, write } from '../../core/write.ts'
import { analyzeLedger, enqueueRecipient } from '../delivery/enqueue-recipients.ts'
import { sendMail } from '../delivery/send-mail.ts'
import { acquireSendingSlot } from '../delivery/sending-slots.ts'
import { completeMail, openSequenceMail } from '../delivery/service.ts'
import { pauseSequences, readRefusals } from '../delivery/transport-error.ts'
import { loadDefinition, type PublishedEmail } from './definition.ts'
import { emitForPairs } from './enrolling.ts'
import { findExcluded } from './exclusion.ts'
import { composeLetter } from './requirements.ts'
import { afterStep, type Definition, type dueAt, plan, rememberDue, type Standing, TICK_MS } from './schedule.ts'
import { lockActiveSequence, type StoredSequence } from './view.ts'

// A set of people who have fallen due is claimed, gets its ledger rows and moves on in one transaction. Before it commits nothing
// has happened, afterwards the ledger knows all: whatever dies, nobody is laid down twice and nobody is forgotten. From there on
// it is the delivery module's work, as for a broadcast.

/** People per transaction: with a batch of messages, what one step of a job may write. */
const SET = 4_500
/** No mail of a sequence waits longer for its turn while another one has very many left. */
const SLICE_MS = 5_000

/** `finished`: nothing more can be done now. `wait`: this process sends as many broadcasts and sequences as it may. */
export type SequenceState = { state: 'finished' | 'more' } | { state: 'wait'; wait_ms: number }

/**
 * Lays down who is due and sends, for about `work_ms`. When it must wait for a slot, it asks for the job when one is free. Safe to
 * call at any time, by anyone.
 */
export async function workSequence(ctx: Ctx, { id, work_ms }: { id: number; work_ms: number }): Promise<SequenceState> {
  const call = () => requestWork(ctx, { id })
  const slot = acquireSendingSlot(ctx, { key: `sequence ${id}`, work_ms, call })
  if ('wait_ms' in slot) return { state: 'wait', ...slot }
  try {
    return await workInSlot(ctx, { id, left: slot.left })
  } finally {
    slot.release()
  }
}

async function workInSlot(ctx: Ctx, { id, left }: { id: number; left: () => number }): Promise<SequenceState> {
  const due_for = rememberDue()
  let looked_at = SET
  let laid_down = 0
  if (left() <= 0) return { state: 'more' }
  // At least one set, however little time there is: otherwise nothing would ever move.
  const half = left() / 2
  do {
    looked_at = await advanceSet(ctx, id, due_for)
    laid_down += looked_at
  } while (looked_at === SET && left() > half)
  await analyzeLedger({ laid_down })
  let is_more = looked_at === SET
  const { paused_until } = await readRefusals(ctx)
  const is_paused = paused_until !== null && paused_until > ctx.now()
  // With the last set at least one batch of messages is sent, however little time there is.
  let is_over = is_more && left() <= 0
  for (const mail_id of is_paused ? [] : await openMails(ctx, id)) {
    if (is_over || isStopping()) return { state: 'more' }
    const slice_ends_at = performance.now() + SLICE_MS
    const sent = await sendMail(ctx, {
      mail_id,
      audience: null,
      left: () => Math.min(left(), slice_ends_at - performance.now()),
    })
    if (sent.state === 'finished') await closeMail(ctx, mail_id)
    if (sent.state === 'more') is_more = true
    // The other mails would fare no better: they wait for the clock.
    const is_refused = sent.state === 'stopped' && sent.cause !== 'sender'
    if (is_refused) await pauseSequences(ctx)
    if (is_refused || (sent.state === 'wait' && sent.cause === 'trouble')) break
    is_over = left() <= 0
  }
  return { state: is_more ? 'more' : 'finished' }
}

/** Asks the job to look at the sequence. */
export function requestWork(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => tx.emit('sequence.work_requested', { sequence_id: id }))
}

/** Whether subscribers of the active sequence are due, or messages can be sent now. */
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

/** A sequence, in the order of accounts and ids. */
export interface Position extends Record<string, number> {
  account_id: number
  id: number
}

/** Sequences of all accounts, behind a position, in which someone is due or that have something left to send. */
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

interface Claimed extends Standing {
  subscriber_id: number
  run: number
  mailable: boolean
  excluded: boolean
}

/** What becomes of a claimed person, as the enrollment's row has it. */
interface Outcome {
  subscriber_id: number
  state: 'active' | 'completed' | 'stopped'
  standing: Standing
  /** The email that was laid down or passed over. */
  seen: number | null
}

/** @returns how many were looked at */
function advanceSet(ctx: Ctx, id: number, due_for: typeof dueAt): Promise<number> {
  return write(ctx, async (tx) => {
    const sequence = await lockActiveSequence(tx, { id })
    if (!sequence) return 0
    const claimed = await claimDue(tx, sequence)
    if (claimed.length === 0) return 0
    const definition = await loadDefinition(tx, sequence)
    const desk = new Desk(tx, sequence)
    const outcomes: Outcome[] = []
    for (const person of claimed) outcomes.push(await advance(desk, definition, person, tx.now(), due_for))
    await desk.layDown()
    await writeOutcomes(tx, id, outcomes)
    const completed = outcomes.filter(({ state }) => state === 'completed')
    await emitForPairs(
      tx,
      'subscriber.sequence_completed',
      completed.map(({ subscriber_id }) => ({ sequence_id: id, subscriber_id })),
    )
    return claimed.length
  })
}

async function advance(
  desk: Desk,
  definition: Definition & { steps: PublishedEmail[] },
  person: Claimed,
  now: Date,
  due_for: typeof dueAt,
): Promise<Outcome> {
  const { subscriber_id } = person
  const nothing = { next_email_id: null, next_at: null }
  if (!person.mailable) return { subscriber_id, state: 'stopped', standing: { ...person, ...nothing }, seen: null }
  let standing: Standing = person
  let seen: number | null = null
  let next = plan(definition, standing, now, due_for)
  if (next.act === 'send') {
    const email = next.step as PublishedEmail
    if (!(await desk.add(email, person))) {
      const later = { next_email_id: email.id, next_at: new Date(now.getTime() + TICK_MS) }
      return { subscriber_id, state: 'active', standing: { ...person, ...later }, seen }
    }
    seen = email.id
    standing = afterStep(standing, next, now)
    next = plan(definition, standing, now, due_for)
  }
  const state = next.act === 'complete' ? 'completed' : 'active'
  const ahead = 'step' in next ? { next_email_id: next.step.id, next_at: next.due } : nothing
  return { subscriber_id, state, standing: { ...standing, ...ahead }, seen }
}

/** Where the mail of one set is made ready: each email is composed once, and people are collected by the mail they get. */
class Desk {
  readonly #tx: Tx
  readonly #sequence: StoredSequence
  readonly #composed = new Map<number, Awaited<ReturnType<typeof composeLetter>>>()
  readonly #piles = new Map<
    string,
    { email_id: number; run: number; people: { subscriber_id: number; reason: string | null }[] }
  >()

  constructor(tx: Tx, sequence: StoredSequence) {
    this.#tx = tx
    this.#sequence = sequence
  }

  /** False when the email cannot be sent at present; its problem is noted with it. */
  async add(email: PublishedEmail, { subscriber_id, run, excluded }: Claimed): Promise<boolean> {
    const composed = this.#composed.get(email.id) ?? (await this.#compose(email))
    if ('problem' in composed) return false
    const key = `${email.id} ${run}`
    const pile = this.#piles.get(key) ?? { email_id: email.id, run, people: [] }
    this.#piles.set(key, pile)
    pile.people.push({ subscriber_id, reason: excluded ? 'excluded_source' : null })
    return true
  }

  /** In the order of the emails' ids, as every process does. */
  async layDown(): Promise<void> {
    const piles = [...this.#piles.values()].sort((a, b) => a.email_id - b.email_id || a.run - b.run)
    for (const { email_id, run, people } of piles) {
      const composed = this.#composed.get(email_id)
      if (!composed || 'problem' in composed) continue
      const mail = await openSequenceMail(this.#tx, { sequence_email_id: email_id, run, composed: composed.composed })
      await enqueueRecipient(this.#tx, { mail_id: mail.id, subscribers: people })
    }
  }

  async #compose(email: PublishedEmail) {
    const composed = await composeLetter(this.#tx, this.#sequence, email)
    this.#composed.set(email.id, composed)
    await this.#tx.sql.run(
      'update sequence_email set problem = $3 where account_id = $1 and id = $2 and problem is distinct from $3',
      [email.id, 'problem' in composed ? composed.problem : null],
    )
    return composed
  }
}

async function claimDue(tx: Tx, { id, exclude_subscriber_sources: sources }: StoredSequence): Promise<Claimed[]> {
  const claimed = await tx.sql.rows<Omit<Claimed, 'excluded'>>(
    `select e.subscriber_id, e.run, e.last_position, e.received, e.delay_from, e.next_email_id, e.next_at,
       s.state = 'active' as mailable
     from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
     where e.account_id = $1 and e.sequence_id = $2 and e.state = 'active' and e.next_at <= $3
     order by e.next_at limit $4 for update of e skip locked`,
    [id, tx.now(), SET],
  )
  const subscriber_ids = claimed.map(({ subscriber_id }) => subscriber_id)
  const excluded = await findExcluded(tx, { sources, subscriber_ids })
  return claimed.map((person) => ({ ...person, excluded: excluded.has(person.subscriber_id) }))
}

async function writeOutcomes(tx: Tx, sequence_id: number, outcomes: readonly Outcome[]): Promise<void> {
  const column = <Value>(of: (outcome: Outcome) => Value) => outcomes.map(of)
  await tx.sql.run(
    `update enrollment e set state = o.state::enrollment_state, last_position = o.last_position, delay_from = o.delay_from,
       received = case when o.seen is null then e.received else e.received || o.seen end, next_email_id = o.next_email_id,
       next_at = o.next_at, completed_at = case when o.state = 'completed' then $10::timestamptz end
     from unnest($3::bigint[], $4::text[], $5::int[], $6::timestamptz[], $7::int[], $8::int[], $9::timestamptz[])
       as o(subscriber_id, state, last_position, delay_from, seen, next_email_id, next_at)
     where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = o.subscriber_id`,
    [
      sequence_id,
      column(({ subscriber_id }) => subscriber_id),
      column(({ state }) => state),
      column(({ standing }) => standing.last_position),
      column(({ standing }) => standing.delay_from),
      column(({ seen }) => seen),
      column(({ standing }) => standing.next_email_id),
      column(({ standing }) => standing.next_at),
      tx.now(),
    ],
  )
}

/** Mails of the sequence that may have something to send, oldest first. */
async function openMails(ctx: Ctx, id: number): Promise<number[]> {
  const rows = await ctx.sql.rows<{ id: number }>(
    `select m.id from sequence_email x join mail m on m.account_id = x.account_id and m.sequence_email_id = x.id
     where x.account_id = $1 and x.sequence_id = $2 and m.completed_at is null and m.paused_at is null order by m.id`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Completes the email when nothing is left to send. Deliveries may be added at the same moment: the lock orders the two. */
function closeMail(ctx: Ctx, mail_id: number): Promise<void> {
  return write(ctx, async (tx) => {
    await tx.sql.run('select 1 from mail where account_id = $1 and id = $2 for update', [mail_id])
    await completeMail(tx, { mail_id })
  })
}
