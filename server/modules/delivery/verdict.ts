import type { SendResult } from '../../lib/mail-transport.ts'
import type { Verdict } from './batch.ts'

/** What a hand-over came to: a verdict on this row, or word that the server cannot be used for any message now. */
export type Judgement = { verdict: Verdict } | { trouble: string }

/** Waits after the first, second, ... temporary refusal of a message: a little over two days altogether. */
const RETRY_MINUTES = [2, 10, 30, 60, 120, 240, 480, 720, 1440]

export function judge(
  row: { subscriber_id: number; attempts: number; message_id: string },
  result: SendResult,
  now: Date,
): Judgement {
  const { subscriber_id, attempts, message_id } = row
  const { kind, response: detail } = result
  if (kind === 'accepted') return { verdict: { subscriber_id, state: 'sent', message_id, tried: true } }
  if (kind === 'unconfirmed')
    return { verdict: { subscriber_id, state: 'unconfirmed', message_id, detail, tried: true } }
  if (concernsEverybody(result)) return { trouble: detail }
  if (kind === 'rejected') {
    const bounced = isNoMailbox(result)
    return { verdict: { subscriber_id, state: 'failed', reason: 'refused', detail, tried: true, bounced } }
  }
  const minutes = RETRY_MINUTES[attempts]
  if (minutes === undefined)
    return { verdict: { subscriber_id, state: 'failed', reason: 'gave_up', detail, tried: true } }
  const next_attempt_at = new Date(now.getTime() + minutes * 60_000)
  return { verdict: { subscriber_id, state: 'queued', detail, tried: true, next_attempt_at } }
}

/** No connection, no sign-in, or a sender that the server does not take: no message would fare better. */
function concernsEverybody(result: SendResult): boolean {
  if (result.kind !== 'deferred' && result.kind !== 'rejected') return false
  return result.code === undefined || ['connect', 'auth', 'sender'].includes(result.stage)
}

/**
 * Whether the address itself is to blame. The enhanced code (RFC 3463) decides where there is one: 5.1.x speaks of addresses,
 * of which 5.1.7 and 5.1.8 are ours; 5.2.0 and 5.2.1 of a mailbox that is gone. Policy and content (5.7.x, 5.6.x) are not
 * the reader's fault.
 */
function isNoMailbox({ stage, code, response }: SendResult & { kind: 'rejected' }): boolean {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response)
  if (!enhanced) return stage === 'recipient' && (code === 550 || code === 551)
  const [, subject, detail = ''] = enhanced
  return (subject === '1' && detail !== '7' && detail !== '8') || (subject === '2' && detail <= '1')
}
