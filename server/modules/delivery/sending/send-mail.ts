import type pg from 'pg'
import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { database } from '../../../db/client.ts'
import { withConnection } from '../../../db/connections/connection-use.ts'
import type { Block } from '../../transports/route.ts'
import type { Snapshot } from '../compose/compose.ts'
import { RenderWatch } from '../compose/render-watch.ts'
import { openReturnPath } from '../compose/return-path.ts'
import { openSigner, type Signer } from '../compose/signer.ts'
import { openVariants, type PreparedVariants } from '../compose/variants.ts'
import { type AudienceCondition, enqueueRecipients } from '../enqueueing/enqueue-recipients.ts'
import { Enqueueing } from '../enqueueing/enqueueing.ts'
import { findPause, type Pause } from '../reputation/guard.ts'
import { excludeAborted } from '../service.ts'
import { type OpenTransport, transportOf } from '../transport/mail-transport.ts'
import { ClaimSession, recoverDeadBatches } from './batch.ts'
import { findSenderStop } from './confirmed-sender.ts'
import { Sender } from './sender.ts'

/**
 * `wait`: nothing can be sent before `until`. Its cause is `retry` if only retries remain, `transport_error` if the server is unusable, and
 * `busy` if this process uses all its sending slots. `stopped`: the caller must stop the email for this reason; cause `sender` affects only
 * its sending address.
 */
export type SendState =
  | { state: 'finished' | 'more' }
  | { state: 'wait'; until: Date; cause?: 'retry' | 'transport_error' | 'busy' }
  | { state: 'stopped'; reason: string; cause?: 'sender' }

const BUSY_PAUSE_MS = 5_000

interface SendInput {
  mail_id: number
  /** Null: recipients are added one at a time. */
  audience: AudienceCondition | null
  remainingMs: () => number
  /** Subscribers scanned per statement during sending. */
  page?: number
}

/**
 * Enqueues recipients (unless `audience` is null) and sends until everything is done, nothing can be sent, or no time remains. Sending
 * starts while later recipients are enqueued. The caller must have acquired a sending slot. Any number of processes can work on one email,
 * and each can crash at any time.
 */
export async function sendMail(ctx: Ctx, { mail_id, audience, remainingMs, page }: SendInput): Promise<SendState> {
  await recoverDeadBatches(ctx, { mail_id })
  const enqueue = async () => audience === null || enqueueRecipients(ctx, { mail_id, audience, page })
  const enqueueAll = async () => {
    while (!(await enqueue())) if (remainingMs() <= 0) return false
    return true
  }
  // With a pace, nothing is due earlier anyway.
  if (audience?.pace && !(await enqueueAll())) return { state: 'more' }
  const { prepared, signer, sender } = await loadPrepared(ctx, mail_id)
  const open = await transportOf(ctx, { from: sender.address })
  const reason = open.is_server ? await findSenderStop(ctx, { email_address: sender.address }) : null
  if (reason !== null) {
    if (!(await enqueueAll())) return { state: 'more' }
    const remaining = await remainingWork(ctx, mail_id)
    if (remaining.state !== 'wait') return remaining
    await saveTransportError(ctx, mail_id, reason)
    return { state: 'stopped', reason, cause: 'sender' }
  }
  const pause = await findPause(ctx, { email_address: sender.address })
  if (pause) return (await enqueueAll()) ? pausedState(ctx, { mail_id, pause }) : { state: 'more' }
  const sending = { mail_id, from: sender, prepared, signer, open, remainingMs, is_sequence: audience === null }
  const enqueueing = new Enqueueing({
    enqueuePage: enqueue,
    is_complete: audience === null || Boolean(audience.pace),
    remainingMs,
  })
  try {
    await enqueueing.hasMore(0)
    return await withConnection(database().long.pool, async (client, discard) => {
      try {
        return await sendClaimed(ctx, client, { ...sending, enqueueing })
      } catch (error) {
        // The connection may still have a claim.
        discard(error as Error)
        throw error
      }
    })
  } finally {
    await enqueueing.stop()
  }
}

/** Interval of checks whether a suspension has ended, in case its event is lost. */
const SUSPENDED_PAUSE_MS = 60_000

/** Returns the next step while the reputation guard pauses the sender's domain or an administrator has suspended sending. */
async function pausedState(
  ctx: Ctx,
  { mail_id, pause: { reason, is_suspended } }: { mail_id: number; pause: Pause },
): Promise<SendState> {
  const remaining = await remainingWork(ctx, mail_id)
  if (remaining.state !== 'wait') return remaining
  await saveTransportError(ctx, mail_id, reason)
  // A suspended broadcast is not stopped: it resumes automatically when the suspension ends.
  if (is_suspended) return { state: 'wait', until: new Date(+ctx.now() + SUSPENDED_PAUSE_MS), cause: 'transport_error' }
  return { state: 'stopped', reason, cause: 'sender' }
}

interface Sending {
  mail_id: number
  from: { address: string }
  prepared: PreparedVariants
  signer: Signer | null
  open: OpenTransport
  remainingMs: () => number
  is_sequence: boolean
  enqueueing: Enqueueing
}

async function sendClaimed(ctx: Ctx, client: pg.PoolClient, input: Sending): Promise<SendState> {
  const { mail_id, from, remainingMs, is_sequence, enqueueing, ...parts } = input
  // One bad email must not block the rest of a sequence.
  const watch = is_sequence ? null : new RenderWatch()
  const sender = new Sender(ctx, { ...parts, mail_id, session: new ClaimSession(ctx, client, { mail_id }), watch })
  const state = await sendBatches(ctx, sender, input, watch)
  await sender.end()
  // The number of remaining messages is final once all recipients are enqueued.
  if (!(await enqueueing.end()) && !('state' in state && state.state === 'stopped')) return { state: 'more' }
  if ('is_paused' in state) {
    const pause = await findPause(ctx, { email_address: from.address })
    return pause ? pausedState(ctx, { mail_id, pause }) : { state: 'more' }
  }
  return 'state' in state
    ? state
    : state.block
      ? waitForTransport(ctx, mail_id, state.block)
      : remainingWork(ctx, mail_id)
}

/** Returns the reason that sending stopped: a state, a block of all transports, the reputation guard, or nothing left to claim. */
async function sendBatches(
  ctx: Ctx,
  sender: Sender,
  { mail_id, from, open, remainingMs, enqueueing }: Sending,
  watch: RenderWatch | null,
): Promise<SendState | { block: Block | null } | { is_paused: true }> {
  // Sends at least one batch, so a slow start cannot prevent all progress.
  for (let isFirst = true; ; ) {
    if (isFirst ? isStopping() : remainingMs() <= 0) return { state: 'more' }
    if (isFirst) await open.route?.refresh()
    const block = open.route?.blocked()
    if (block) return { block }
    const { pages } = enqueueing
    const result = await sender.sendBatch()
    if (!result && (await enqueueing.hasMore(pages))) continue
    if (!result) return { block: null }
    isFirst = false
    const { transport_error, refusal } = result
    // In parallel, because the connections wait for both.
    const [pause] = await Promise.all([
      findPause(ctx, { email_address: from.address }),
      saveTransportError(ctx, mail_id, transport_error?.reply ?? null),
      open.route?.refresh(),
    ])
    if (pause !== undefined) return { is_paused: true }
    if (watch?.reason) return { state: 'stopped', reason: watch.reason }
    if (refusal !== null) return { state: 'stopped', reason: refusedReason(refusal) }
    if (transport_error) return { state: 'wait', until: transport_error.until, cause: 'transport_error' }
  }
}

async function waitForTransport(ctx: Ctx, mail_id: number, block: Block): Promise<SendState> {
  const remaining = await remainingWork(ctx, mail_id)
  if (remaining.state !== 'wait') return remaining
  await saveTransportError(ctx, mail_id, block.reply)
  return { state: 'wait', until: block.until, cause: 'transport_error' }
}

async function loadPrepared(ctx: Ctx, mail_id: number) {
  const { snapshot, kind } = await ctx.db.mail.findFirstOrThrow({ where: { id: mail_id } })
  const stored = snapshot as unknown as Snapshot
  const { sender } = stored
  const return_path = await openReturnPath(ctx, { sender })
  const prepared = await openVariants(ctx, { mail_id, snapshot: stored, kind, return_path })
  return { prepared, signer: await openSigner(ctx, { sender }), sender }
}

async function remainingWork(ctx: Ctx, mail_id: number): Promise<SendState> {
  if (await excludeAborted(ctx, mail_id)) return { state: 'more' }
  // Checks two indexes for deliveries: due ones, and waiting ones by their time.
  const queued = `select from delivery where account_id = $1 and mail_id = $2 and state = 'queued'`
  const unfinished = await ctx.sql.one<{
    due: Date | null
    queued: boolean
    claimed: boolean
    paused: boolean
    fresh: boolean
    refusal: string | null
  }>(
    `select q.due, q.due is not null as queued, m.paused_at is not null as paused,
       exists (${queued} and next_attempt_at is null and attempts = 0)
         or exists (${queued} and next_attempt_at is not null and attempts = 0) as fresh,
       exists (select from send_batch where account_id = $1 and mail_id = $2) as claimed,
       case when m.kind = 'broadcast' and m.sent = 0 then (select min(detail) from delivery
         where account_id = $1 and mail_id = $2 and state = 'queued' and reason = 'sender_refused') end as refusal
     from mail m, lateral (
       select case when exists (${queued} and next_attempt_at is null) then $3::timestamptz else (select min(next_attempt_at) from delivery
         where account_id = $1 and mail_id = $2 and state = 'queued' and next_attempt_at is not null) end as due
     ) q
     where m.account_id = $1 and m.id = $2`,
    [mail_id, ctx.now()],
  )
  if (!unfinished?.claimed && (!unfinished?.queued || unfinished.paused)) return { state: 'finished' }
  // There were too few deliveries for the limit of consecutive rejections, but all were rejected.
  if (!unfinished.claimed && !unfinished.fresh && unfinished.refusal)
    return { state: 'stopped', reason: refusedReason(unfinished.refusal) }
  const soon = new Date(ctx.now().getTime() + BUSY_PAUSE_MS)
  // Another process, which may crash, has claimed deliveries, so check again soon.
  const until = unfinished.claimed || !unfinished.due || unfinished.due < soon ? soon : unfinished.due
  return { state: 'wait', until, ...(!unfinished.claimed && !unfinished.fresh && { cause: 'retry' }) }
}

const refusedReason = (reply: string) =>
  `The mail server refuses your messages. It answered: “${reply}”. This is not about your subscribers, and no one was marked as bounced.`

async function saveTransportError(ctx: Ctx, mail_id: number, transport_error: string | null): Promise<void> {
  await ctx.sql.run(
    'update mail set transport_error = $3 where account_id = $1 and id = $2 and transport_error is distinct from $3',
    [mail_id, transport_error],
  )
}
