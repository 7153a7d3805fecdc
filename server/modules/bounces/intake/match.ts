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
  /** The address that the report was sent to, if known. */
  recipient: string | null
  received_at: Date
}

/** Returns the fact that a received report states about one message of ours, or one without a message and why. */
export function reportOf(parsed: ParsedReport, { source, source_id, recipient, received_at }: ReceivedReport): Report {
  const named = findMessage([...(recipient ? [recipient] : []), ...parsed.clues], received_at)
  const tag = typeof named === 'object' && 'address_tag' in named ? named.address_tag : undefined
  const { kind, address, status, diagnostic } = recipientOf(parsed.recipients, tag)
  const fact = { source, source_id, kind, at: received_at, address, status, diagnostic }
  if (typeof named === 'string')
    return { ...fact, reason: named === 'expired' ? 'expired_return_path' : 'no_message_named' }
  const { account_id, mail_id, subscriber_id } = named
  return { ...fact, delivery: { account_id, mail_id, subscriber_id }, ...(tag !== undefined && { address_tag: tag }) }
}

/** The first return path of ours, else an unsubscribe link of ours. Both are signed. */
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

/** From the mildest to the worst. */
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
 * A message has one recipient. A report about several is about an alias or a list of theirs: what it says about the address itself counts,
 * otherwise the mildest, because the message reached someone.
 */
function recipientOf(recipients: readonly ReportedRecipient[], address_tag: number | undefined): ReportedRecipient {
  const [first] = recipients
  if (first && recipients.length === 1) return first
  const isOwn = (address: string | undefined) => address !== undefined && addressTag(address) === address_tag
  const own = recipients.find(({ address, original_address }) => isOwn(address) || isOwn(original_address))
  const [mildest] = [...recipients].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  return own ?? mildest ?? { kind: 'unknown' }
}
