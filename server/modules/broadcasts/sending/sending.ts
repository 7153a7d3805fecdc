import { setTimeout as sleep } from 'node:timers/promises'
import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import { subscribedEventTypes } from '../../../core/events/events.ts'
import { rootLogger } from '../../../core/log.ts'
import { noteReached } from '../../../core/reach.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { AUDIENCE_FIRST_VALUE, isEnqueuedNow } from '../../delivery/enqueueing/enqueue-recipients.ts'
import type { SendState } from '../../delivery/sending/send-mail.ts'
import { acquireSendingSlot } from '../../delivery/sending/sending-slots.ts'
import { abortMail, completeMail, createMail, findRenderStop } from '../../delivery/service.ts'
import { publishBroadcast } from '../../posts/service.ts'
import { type AudienceSql, audienceOf, type ChosenSubscribers } from '../compose/audience.ts'
import { keepAudience } from '../compose/kept-audience.ts'
import { requirePlanned } from '../compose/plan-requirements.ts'
import { NotSendable, reachedOf } from '../compose/requirements.ts'
import type { Checklist } from '../composer-schema.ts'
import { notSentEmail } from '../emails.ts'
import { composePlanned } from '../plan/plan.ts'
import type { BroadcastStatus } from '../schema.ts'
import { broadcastEvent, lockBroadcast, readBroadcast, type StoredBroadcast } from '../view.ts'
import { logBroadcast, logFigures } from './log.ts'
import { sendStages } from './stages.ts'
import { notifyOfProblem, notifyOfSent, stopBroadcast } from './stopping.ts'

// Status changes of contract 8.10.7. Each locks the row.

/** Throws the contract's errors for a broadcast that can no longer be changed. */
export function requireEditable({ status }: { status: BroadcastStatus }): void {
  if (status === 'sending') throw invalid('Broadcast is already sending.')
  if (status === 'completed') throw invalid('Broadcast has already been sent.')
  if (status === 'aborted') throw invalid('Broadcast has been aborted.')
}

/**
 * Sets the send time of a locked draft or scheduled broadcast: null makes it a draft, a future time schedules it, and now or the past sends
 * it. @returns the checklist with the current number of recipients; null for a draft
 */
export async function applySendAt(tx: Tx, broadcast: StoredBroadcast, send_at: Date | null): Promise<Checklist | null> {
  if (send_at === null) {
    await setStatus(tx, broadcast.id, { status: 'draft', send_at })
    return null
  }
  const checklist = await requirePlanned(tx, broadcast)
  noteReached(tx, reachedOf(checklist))
  if (send_at <= tx.now()) {
    await startSending(tx, broadcast, { send_at, audience_count: checklist.audience_count })
    return checklist
  }
  await schedule(tx, broadcast, { send_at })
  return checklist
}

/** Schedules the broadcast and notifies webhooks of a new time. `undo_until`: until then the creator can take it back. */
export async function schedule(
  tx: Tx,
  { id, ...before }: Pick<StoredBroadcast, 'id' | 'status' | 'send_at'>,
  { send_at, ...undo }: { send_at: Date; undo_until?: Date },
): Promise<void> {
  await setStatus(tx, id, { status: 'scheduled', send_at, problem: null, ...undo })
  tx.emit('broadcast.schedule_changed', { broadcast_id: id, send_at: send_at.toISOString() })
  const isKnown = before.status === 'scheduled' && before.send_at !== null && +before.send_at === +send_at
  if (isKnown || subscribedEventTypes(tx, ['broadcast.scheduled']).size === 0) return
  tx.emit('broadcast.scheduled', await broadcastEvent(tx, id))
}

/** Stops a scheduled or sending broadcast permanently. Sent messages stay in the ledger; the rest is excluded. */
export function cancelBroadcast(ctx: Ctx, { id }: { id: number }) {
  return write(ctx, async (tx) => {
    const { status } = await lockBroadcast(tx, { id })
    if (status === 'draft') throw invalid('Broadcast is a draft.')
    if (status === 'completed' || status === 'aborted') requireEditable({ status })
    await setStatus(tx, id, { status: 'aborted', stopped_at: null, stopped_by: null })
    const mail = await tx.db.mail.findFirst({ where: { broadcast_id: id }, select: { id: true } })
    if (mail) await abortMail(tx, { mail_id: mail.id })
    // The sending job excludes the queued deliveries.
    if (mail) tx.emit('broadcast.send_requested', { broadcast_id: id })
    return readBroadcast(tx, { id })
  })
}

/**
 * Starts a scheduled broadcast that is due, and ignores any other. If a requirement such as its sender is missing, aborts it and emails its
 * creator. `early_ms`: positive milliseconds until a `send_at` still ahead.
 */
export async function startIfDue(
  ctx: Ctx,
  { id, send_at }: { id: number; send_at?: Date },
): Promise<{ early_ms: number }> {
  try {
    return await write(ctx, async (tx) => {
      const broadcast = await lockBroadcast(tx, { id })
      if (broadcast.status !== 'scheduled' || !broadcast.send_at) return { early_ms: 0 }
      const early_ms = Math.max(0, +broadcast.send_at - +tx.now())
      // A rescheduled broadcast has another job.
      if (early_ms > 0) return { early_ms: +broadcast.send_at === Number(send_at) ? early_ms : 0 }
      const { audience_count } = await requirePlanned(tx, broadcast)
      await startSending(tx, broadcast, { send_at: broadcast.send_at, audience_count })
      return { early_ms: 0 }
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { early_ms: 0 }
    // Other errors are temporary and retried, such as two records created at the same moment.
    if (!(error instanceof NotSendable)) throw error
    await write(ctx, async (tx) => {
      const { status, subject } = await lockBroadcast(tx, { id })
      if (status !== 'scheduled') return
      const problem = sentences(error.messages)
      await setStatus(tx, id, { status: 'aborted', problem })
      await notifyOfProblem(tx, { id, kind: 'broadcast_not_sent', email: () => notSentEmail({ id, subject, problem }) })
    })
    return { early_ms: 0 }
  }
}

/** Inngest sleeps at least a second, so shorter waits happen here. */
const MIN_SLEEP_MS = 1_000

/** Starts as `startIfDue`, after waiting up to a second if called early. */
export async function startOnTime(ctx: Ctx, input: { id: number; send_at: Date }): Promise<{ early_ms: number }> {
  const early = await startIfDue(ctx, input)
  if (early.early_ms === 0 || early.early_ms > MIN_SLEEP_MS) return early
  await sleep(early.early_ms)
  return startIfDue(ctx, input)
}

/**
 * Sends for about `work_ms`, and completes the broadcast when only retries are left. Returns `wait` if this process has no free sending
 * slot, and requests the job once one is free. Safe to call any time from any process.
 */
export async function sendBroadcast(ctx: Ctx, { id, work_ms }: { id: number; work_ms: number }): Promise<SendState> {
  const onFree = () => requestSending(ctx, { id })
  const slot = acquireSendingSlot(ctx, { key: `broadcast ${id}`, work_ms, onFree })
  if ('wait_ms' in slot) return { state: 'wait', until: new Date(+ctx.now() + slot.wait_ms), cause: 'busy' }
  try {
    return await sendInSlot(ctx, { id, remainingMs: slot.remainingMs })
  } finally {
    slot.release()
  }
}

async function sendInSlot(
  ctx: Ctx,
  { id, remainingMs }: { id: number; remainingMs: () => number },
): Promise<SendState> {
  const broadcast = await ctx.db.broadcast.findFirst({
    where: { id },
    select: { subscriber_filter: true, excluded: true, resend_of: true, mail: { select: { id: true, pace: true } } },
  })
  if (!broadcast?.mail) return { state: 'finished' }
  const mail_id = broadcast.mail.id
  const { resend_of } = broadcast
  const subscriber_filter = broadcast.subscriber_filter as StoredBroadcast['subscriber_filter']
  const excluded = broadcast.excluded as StoredBroadcast['excluded']
  const audience = await audienceOrAbort(ctx, { id, mail_id, subscriber_filter, excluded, resend_of })
  const state = await sendStages(ctx, { id, mail_id, audience, pace: broadcast.mail.pace, remainingMs })
  if (state.state === 'stopped') await stopBroadcast(ctx, { id, reason: state.reason })
  const is_retry = state.state === 'wait' && state.cause === 'retry'
  if (state.state === 'finished' || is_retry) {
    const reason = await findRenderStop(ctx, { mail_id })
    if (reason) await stopBroadcast(ctx, { id, reason })
    await completeBroadcast(ctx, { id, mail_id, is_retry })
  }
  return state
}

/** Aborts if a segment of the audience was deleted during sending, because the filter may have excluded subscribers. */
async function audienceOrAbort(
  ctx: Ctx,
  { id, mail_id, ...of }: { id: number; mail_id: number } & ChosenSubscribers & Pick<StoredBroadcast, 'resend_of'>,
): Promise<AudienceSql> {
  try {
    return await audienceOf(ctx, of, { first: AUDIENCE_FIRST_VALUE, within: isEnqueuedNow })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await write(ctx, async (tx) => {
      const { status } = await lockBroadcast(tx, { id })
      if (status === 'sending') await setStatus(tx, id, { status: 'aborted', problem: error.messages.join(' ') })
      await abortMail(tx, { mail_id })
    })
    return { where: 'false', values: [] }
  }
}

/** Enqueues the sending job. */
export function requestSending(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => tx.emit('broadcast.send_requested', { broadcast_id: id }))
}

/** The position of a scheduled broadcast, ordered by due time. */
export interface DuePosition extends Record<string, number> {
  at: number
  id: number
}

/**
 * Starts late broadcasts, and enqueues jobs of those being sent. A failure does not delay the others. @returns the position where it
 * stopped, or null at the end
 */
export async function requeueStalledBroadcasts({
  now,
  after = { at: 0, id: 0 },
  budget_ms = Number.POSITIVE_INFINITY,
}: {
  now: Date
  after?: DuePosition
  budget_ms?: number
}): Promise<DuePosition | null> {
  const ends_at = performance.now() + budget_ms
  const { due, sending } = await findDueWork({ now, after })
  const failures: unknown[] = []
  const note = (error: unknown) => failures.push(error)
  for (const { account_id, id, send_at } of due) {
    await startIfDue(systemCtx(account_id), { id }).catch(note)
    if (performance.now() < ends_at) continue
    // Throwing would repeat this slice and delay later broadcasts.
    for (const err of failures) rootLogger().error({ err }, 'a late broadcast could not be started')
    return { at: +send_at, id }
  }
  for (const { account_id, id } of sending) await requestSending(systemCtx(account_id), { id }).catch(note)
  if (failures.length > 0) throw new AggregateError(failures, 'Some broadcasts could not be requeued')
  return null
}

/** Started and unfinished. Stopped broadcasts wait for their creator. */
const UNSENT = `broadcast b join mail m on m.account_id = b.account_id and m.broadcast_id = b.id
  where b.status in ('sending', 'aborted', 'completed') and m.completed_at is null
    and (b.stopped_at is null or exists (select from send_batch c where c.account_id = m.account_id and c.mail_id = m.id))`

/** Returns whether a started broadcast has deliveries left. */
export async function isUnsent(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  return (await ctx.sql.one(`select 1 from ${UNSENT} and b.account_id = $1 and b.id = $2`, [id])) !== undefined
}

/** Returns the account's started broadcasts that are neither finished nor stopped. */
export async function findUnsent(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.sql.rows<{ id: number }>(`select b.id from ${UNSENT} and b.account_id = $1 limit 1000`)
  return rows.map(({ id }) => id)
}

interface BroadcastRef {
  account_id: number
  id: number
}

/** Finds due scheduled broadcasts and unfinished started ones in all accounts. */
export async function findDueWork({
  now,
  after = { at: 0, id: 0 },
}: {
  now: Date
  after?: DuePosition
}): Promise<{ due: (BroadcastRef & { send_at: Date })[]; sending: BroadcastRef[] }> {
  const pool = systemPool()
  const [due, sending] = await Promise.all([
    pool.query<BroadcastRef & { send_at: Date }>(
      `select account_id, id, send_at from broadcast
       where status = 'scheduled' and send_at <= $1 and (send_at, id) > ($2::timestamptz, $3::int) order by send_at, id limit 1000`,
      [now, new Date(after.at), after.id],
    ),
    pool.query<BroadcastRef>(`select b.account_id, b.id from ${UNSENT} order by m.started_at limit 1000`),
  ])
  return { due: due.rows, sending: sending.rows }
}

/** Completes a broadcast once every recipient had an attempt. Its email stays open during retries. */
function completeBroadcast(
  ctx: Ctx,
  { id, mail_id, is_retry }: { id: number; mail_id: number; is_retry: boolean },
): Promise<void> {
  return write(ctx, async (tx) => {
    const { status, stopped_at, subject } = await lockBroadcast(tx, { id })
    if (stopped_at) return
    const isDone = is_retry || (await completeMail(tx, { mail_id }))
    if (!isDone || status !== 'sending') return
    await setStatus(tx, id, { status: 'completed' })
    await logFigures(tx, { id, text: 'a broadcast is sent' })
    tx.emit('broadcast.sent', await broadcastEvent(tx, id))
    await notifyOfSent(tx, { id, subject })
  })
}

async function startSending(
  tx: Tx,
  broadcast: StoredBroadcast,
  { send_at, audience_count }: { send_at: Date; audience_count: number },
): Promise<void> {
  const { id } = broadcast
  const planned = await composePlanned(tx, broadcast, { audience_count })
  const audience = await keepAudience(tx, broadcast)
  await createMail(tx, { broadcast_id: id, ...planned, audience })
  logBroadcast(tx, id, 'a broadcast begins', 'info', { audience_count })
  await setStatus(tx, id, { status: 'sending', send_at, problem: null })
  await publishIfPublic(tx, { id })
  tx.emit('broadcast.send_requested', { broadcast_id: id })
}

/** Every change of status ends the time for undoing "Send now". */
export async function setStatus(
  tx: Tx,
  id: number,
  change: {
    status: BroadcastStatus
    send_at?: Date | null
    problem?: string | null
    stopped_at?: null
    stopped_by?: null
    undo_until?: Date
  },
): Promise<void> {
  await tx.db.broadcast.updateMany({ where: { id }, data: { undo_until: null, ...change, updated_at: tx.now() } })
  if (change.status === 'aborted') await logFigures(tx, { id, text: 'a broadcast was canceled', level: 'warn' })
}

/** Joins messages into one text. */
const sentences = (messages: readonly string[]) =>
  messages.map((message) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(' ')

/** Publishes a public broadcast as a post when sending starts. */
async function publishIfPublic(tx: Tx, { id }: { id: number }): Promise<void> {
  const broadcast = await tx.db.broadcast.findFirst({
    where: { id, public: true },
    select: {
      publication_id: true,
      subject: true,
      preview_text: true,
      content: true,
      thumbnail_url: true,
      thumbnail_alt: true,
      published_at: true,
    },
  })
  if (broadcast)
    await publishBroadcast(tx, { ...broadcast, subject: broadcast.subject ?? '', content: broadcast.content ?? '' })
}
