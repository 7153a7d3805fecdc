import { actingMember, type Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { noteReached } from '../../../core/reach.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { findPause } from '../../delivery/reputation/guard.ts'
import { pauseMail, recomposeMail, resumeMail } from '../../delivery/service.ts'
import { notify, type Told } from '../../notifications/notify.ts'
import type { Replacing } from '../../revisions/schema.ts'
import { textVersion } from '../../revisions/service.ts'
import { changeBroadcast, textOf } from '../changing.ts'
import { draftOf, reachedOf, requireSendable } from '../compose/requirements.ts'
import type { PauseInput, RepairInput } from '../composer-schema.ts'
import { sentEmail, stoppedEmail } from '../emails.ts'
import { versionsOf } from '../plan/plan.ts'
import type { Broadcast } from '../schema.ts'
import { lockBroadcast, readBroadcast, type StoredBroadcast } from '../view.ts'
import { logBroadcast, logFigures } from './log.ts'

// A stopped broadcast keeps the API status `sending`, because contract 8.10.7 has no other. Unsent messages stay queued. The product stops
// it because of a problem, or a user pauses it.

/**
 * Stops a broadcast until someone resumes it, and emails the reason to its creator and the owners. `reason` is one or more sentences. Does
 * nothing unless the broadcast is sending.
 */
export function stopBroadcast(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  return write(ctx, async (tx) => {
    const { status, stopped_at, subject } = await lockBroadcast(tx, { id })
    if (status !== 'sending' || stopped_at) return
    await stopSending(tx, { id, problem: reason, stopped_by: null })
    // The reason may contain a server's reply, and so addresses.
    await logFigures(tx, { id, text: 'a broadcast stopped because of a problem', level: 'warn' })
    await notifyOfProblem(tx, { id, kind: 'broadcast_stopped', email: () => stoppedEmail({ id, subject, reason }) })
  })
}

/**
 * Pauses a broadcast until someone resumes it, and stores the user and reason. Messages in progress are still sent. Throws not_found,
 * forbidden for the service, or invalid unless it is sending.
 */
export function pauseBroadcast(ctx: Ctx, { id, note }: PauseInput): Promise<Broadcast> {
  const user_id = actingMember(ctx)
  return write(ctx, async (tx) => {
    const { status, stopped_at } = await lockBroadcast(tx, { id })
    if (status !== 'sending') throw invalid('Only a broadcast that is sending can be paused.')
    if (stopped_at) throw invalid('Broadcast is already paused.')
    await stopSending(tx, { id, problem: note ?? (user_id === null ? BY_A_PROGRAM : null), stopped_by: user_id })
    await logFigures(tx, { id, text: 'a broadcast was paused', fields: user_id === null ? {} : { user_id } })
    return readBroadcast(tx, { id })
  })
}

/** The reason if neither a member nor a note says more. */
const BY_A_PROGRAM = 'A program paused it.'

async function stopSending(
  tx: Tx,
  { id, problem, stopped_by }: { id: number; problem: string | null; stopped_by: number | null },
): Promise<void> {
  const now = tx.now()
  await tx.db.broadcast.updateMany({ where: { id }, data: { stopped_at: now, stopped_by, problem, updated_at: now } })
  const mail = await tx.db.mail.findFirst({ where: { broadcast_id: id }, select: { id: true } })
  if (mail) await pauseMail(tx, { mail_id: mail.id })
}

/** Repairs a broadcast for a program. Throws as `repairBroadcast`. */
export async function repairForProgram(ctx: Ctx, input: RepairInput & { id: number }): Promise<Broadcast> {
  const { text_version: _, ...broadcast } = await repairBroadcast(ctx, input)
  return broadcast
}

/** Changes a stopped broadcast; `resumeBroadcast` sends the result. Throws not_found, or invalid when it is not stopped. */
export function repairBroadcast(
  ctx: Ctx,
  { id, ...repair }: RepairInput & Replacing & { id: number },
): Promise<Broadcast & { text_version: string }> {
  return write(ctx, async (tx) => {
    if (versionsOf(await lockStopped(tx, id)).length > 1)
      throw invalid('This broadcast compares versions, which stay as they are. Resume it, or cancel it.')
    await changeBroadcast(tx, { id, ...repair })
    const stored = await lockStopped(tx, id)
    return { ...(await readBroadcast(tx, { id })), text_version: textVersion(textOf(stored)) }
  })
}

/**
 * Sends the current content of a stopped broadcast to remaining recipients. Throws not_found, or invalid if it is not stopped or not
 * sendable.
 */
export function resumeBroadcast(ctx: Ctx, { id }: { id: number }): Promise<Broadcast> {
  return write(ctx, async (tx) => {
    const broadcast = await lockStopped(tx, id)
    noteReached(tx, reachedOf(await requireSendable(tx, broadcast)))
    const draft = await draftOf(tx, broadcast)
    const pause = await findPause(tx, { email_address: draft.sender.address })
    if (pause) throw invalid(pause.reason)
    // Versions of a test must not change, because it would compare others than it sent.
    if (versionsOf(broadcast).length === 1) await recomposeMail(tx, { broadcast_id: id, draft })
    await tx.db.broadcast.updateMany({
      where: { id },
      data: { stopped_at: null, stopped_by: null, problem: null, updated_at: tx.now() },
    })
    const mail = await tx.db.mail.findFirstOrThrow({ where: { broadcast_id: id }, select: { id: true } })
    await resumeMail(tx, { mail_id: mail.id })
    logBroadcast(tx, id, 'a broadcast continues')
    tx.emit('broadcast.send_requested', { broadcast_id: id })
    return readBroadcast(tx, { id })
  })
}

/** Turns an aborted broadcast back into a draft. Throws not_found, or invalid when it was sent to anyone. */
export function reopenBroadcast(ctx: Ctx, { id }: { id: number }): Promise<Broadcast> {
  return write(ctx, async (tx) => {
    const { status } = await lockBroadcast(tx, { id })
    const mail = await tx.db.mail.findFirst({ where: { broadcast_id: id }, select: { id: true } })
    if (status !== 'aborted' || mail)
      throw invalid('Only a canceled broadcast that was not sent can become a draft again.')
    await tx.db.broadcast.updateMany({
      where: { id },
      data: { status: 'draft', send_at: null, problem: null, updated_at: tx.now() },
    })
    return readBroadcast(tx, { id })
  })
}

async function lockStopped(tx: Tx, id: number): Promise<StoredBroadcast> {
  const broadcast = await lockBroadcast(tx, { id })
  if (broadcast.status !== 'sending' || !broadcast.stopped_at) throw invalid('Broadcast is not stopped.')
  return broadcast
}

/** Notifies members about a problem of a broadcast; owners and the creator also by email. */
export async function notifyOfProblem(
  tx: Tx,
  { id, kind, email }: { id: number; kind: 'broadcast_stopped' | 'broadcast_not_sent'; email: Told['email'] },
): Promise<void> {
  const { created_by } = await tx.db.broadcast.findFirstOrThrow({ where: { id }, select: { created_by: true } })
  await notify(tx, {
    kind,
    key: `${id} ${tx.now().toISOString()}`,
    path: `/broadcasts/${id}`,
    email,
    also_emailed: created_by === null ? [] : [created_by],
  })
}

export const notifyOfSent = (tx: Tx, { id, subject }: { id: number; subject: string | null }): Promise<void> =>
  notify(tx, {
    kind: 'broadcast_sent',
    key: `${id}`,
    path: `/broadcasts/${id}`,
    email: () => sentEmail({ subject }),
  })
