import type { ReportedRecipient } from '../../../mail/reports/delivery-status.ts'
import type { ReportKind } from '../../../mail/reports/kind.ts'
import { findAddress } from '../../../mail/reports/message.ts'
import type { ParsedReport } from '../../../mail/reports/report.ts'
import { addressTag, type ReturnPath, readReturnPath } from '../../delivery/tracking/return-path.ts'
import { type MessageRef, readUnsubscribeToken } from '../../delivery/tracking/tokens.ts'
import type { Report } from '../reports.ts'

export interface ReceivedReport {
  source: string
  source_id: string
  /** The address to which the report was sent, if known. */
  recipient: string | null
  received_at: Date
}

/** Returns a received report as a fact about one of our messages, or without a message and with the reason. */
export function reportOf(parsed: ParsedReport, { source, source_id, recipient, received_at }: ReceivedReport): Report {
  const message = findMessage([...(recipient ? [recipient] : []), ...parsed.clues], received_at)
  const tag = typeof message === 'object' && 'address_tag' in message ? message.address_tag : undefined
  const { kind, address, status, diagnostic } = recipientOf(parsed.recipients, tag)
  const fact = { source, source_id, kind, at: received_at, address, status, diagnostic }
  if (typeof message === 'string')
    return { ...fact, reason: message === 'expired' ? 'expired_return_path' : 'no_message_named' }
  const { account_id, mail_id, subscriber_id } = message
  return { ...fact, delivery: { account_id, mail_id, subscriber_id }, ...(tag !== undefined && { address_tag: tag }) }
}

/** Returns the first of our return paths, otherwise one of our unsubscribe links. Both are signed. */
function findMessage(clues: readonly string[], now: Date): ReturnPath | MessageRef | 'unknown' | 'expired' {
  let isExpired = false
  for (const clue of clues) {
    const address = findAddress(clue)
    const read = address ? readReturnPath(address, { now }) : 'unknown'
    if (typeof read === 'object') return read
    isExpired ||= read === 'expired'
  }
  for (const clue of clues) {
    const token = /\/u\/([\w-]+)/.exec(clue)?.[1]
    const ref = token ? readUnsubscribeToken(token) : undefined
    if (ref && !isExpired) return ref
  }
  return isExpired ? 'expired' : 'unknown'
}

/** From the mildest to the worst kind. */
const ORDER: readonly ReportKind[] = [
  'delivered',
  'auto_reply',
  'challenge',
  'not_spam',
  'delayed',
  'unknown',
  'blocked',
  'soft',
  'hard',
  'opt_out',
  'complaint',
]

/**
 * Returns the part of a report that applies to our recipient. A message has one recipient, so a report about several is about an alias or a
 * list behind it: the part about the address itself counts, otherwise the mildest, because some recipient got the message.
 */
function recipientOf(recipients: readonly ReportedRecipient[], address_tag: number | undefined): ReportedRecipient {
  const [first] = recipients
  if (first && recipients.length === 1) return first
  const isOwn = (address: string | undefined) => address !== undefined && addressTag(address) === address_tag
  const own = recipients.find(({ address, original_address }) => isOwn(address) || isOwn(original_address))
  const [mildest] = [...recipients].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  return own ?? mildest ?? { kind: 'unknown' }
}
