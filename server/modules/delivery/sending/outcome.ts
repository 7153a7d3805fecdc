import { classifySmtpReply, type ReplyClass } from '../../../mail/smtp/reply.ts'
import type { OutgoingMessage, SendResult } from '../../../mail/transport.ts'
import type { ClaimedRow } from './batch.ts'
import type { DeliveryUpdate } from './results.ts'

/** Outcome of an attempt to send one message. */
export interface Outcome {
  /** The delivery's new state. Absent: the server was not ready for any message, so the delivery stays queued. */
  update?: DeliveryUpdate
  /** The server accepted or rejected this particular message, which ends a series of sender rejections. */
  is_answered?: boolean
  /** The server permanently rejects the sender or content, so other messages would fail too. */
  refusal?: string
  /** The server cannot be reached, rejects the sign-in, or defers. */
  transport_error?: string
}

const MAX_REPLY = 200

/** Minutes to wait after each attempt, 24 hours in total. */
export const RETRY_MINUTES = [2, 10, 30, 60, 120, 240, 480, 497]

/** The `reason` of a queued or failed delivery rejected because of its sender. */
export const SENDER_REFUSED = 'sender_refused' satisfies ReplyClass

/**
 * Decides the new state of a delivery. `classifySmtpReply` has the rules for replies. @param keep_trying true while all email of the
 * account is rejected, so messages must not fail for it
 */
export function decideOutcome(
  row: Parameters<typeof decide>[0],
  result: SendResult,
  { transport, ...options }: Parameters<typeof decide>[2] & { transport: string },
): Outcome {
  const outcome = decide(row, result, options)
  if (!outcome.update) return outcome
  const hasReplied =
    result.kind !== 'unconfirmed' && 'code' in result ? result.code !== undefined : result.kind === 'accepted'
  const asked = {
    transport: result.transport ?? transport,
    ...(hasReplied && { reply: result.response.slice(0, MAX_REPLY) }),
  }
  return { ...outcome, update: { ...outcome.update, ...asked } }
}

function decide(
  row: Pick<ClaimedRow, 'id' | 'attempts'>,
  result: SendResult,
  { now, keep_trying, envelope }: { now: Date; keep_trying: boolean; envelope: OutgoingMessage['envelope'] },
): Outcome {
  const { id: subscriber_id, attempts } = row
  const detail = result.response
  const tried = { subscriber_id, detail, attempts: attempts + 1, at: now }
  if (result.kind === 'accepted')
    return { update: { subscriber_id, state: 'sent', attempts: attempts + 1, at: now }, is_answered: true }
  if (result.kind === 'unconfirmed') return { update: { ...tried, state: 'unconfirmed' } }
  const { stage, code } = result
  if (code === undefined || stage === 'auth') return { transport_error: detail }
  const isLasting = code >= 500
  if (stage === 'connect') return isLasting ? { refusal: detail } : { transport_error: detail }
  const about = classifySmtpReply({ stage, code, response: detail, envelope })
  const next_attempt_at = nextAttempt(attempts, now)
  const fails = (reason: string): DeliveryUpdate => ({ ...tried, state: 'failed', reason })
  const waits = (reason?: string): DeliveryUpdate => ({
    ...tried,
    state: 'queued',
    next_attempt_at: next_attempt_at ?? lastWait(now),
    ...(reason && { reason }),
  })
  switch (about) {
    case 'mailbox_unknown':
      return { update: { ...fails(about), bounce: 'hard' }, is_answered: true }
    case 'sender_refused': {
      const update = next_attempt_at || keep_trying ? waits(about) : fails(about)
      return isLasting ? { update, refusal: detail } : { update, transport_error: detail }
    }
    case 'message_refused':
      if (isLasting) return { update: fails(about), refusal: detail }
      return { update: next_attempt_at ? waits() : fails(about) }
    case 'mailbox_unavailable':
      return {
        update: isLasting || !next_attempt_at ? { ...fails(about), bounce: 'soft' } : waits(),
        is_answered: true,
      }
    case 'temporary':
      return { update: next_attempt_at ? waits() : fails('gave_up') }
  }
}

function nextAttempt(attempts: number, now: Date): Date | undefined {
  const minutes = RETRY_MINUTES[attempts]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000)
}

const lastWait = (now: Date) => new Date(now.getTime() + (RETRY_MINUTES.at(-1) ?? 0) * 60_000)
