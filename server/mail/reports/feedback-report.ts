import type { ReportKind } from './kind.ts'
import { findAddress, readFields } from './message.ts'

/** What a feedback report says (RFC 5965). */
export interface Feedback {
  kind: ReportKind
  /** Often redacted (RFC 6590), so it identifies no subscriber. */
  address?: string
  type: string
}

const KINDS: Record<string, ReportKind> = {
  abuse: 'complaint',
  fraud: 'complaint',
  'not-spam': 'not_spam',
  'opt-out': 'opt_out',
  'opt-out-list': 'opt_out',
}

/** Reads a part `message/feedback-report`. Types that no subscriber reports (viruses, failed authentication) are unknown. */
export function readFeedback(part: string): Feedback {
  const fields = readFields(part.replaceAll('\r', ''))
  const type = withoutComments(fields.get('feedback-type') ?? '').toLowerCase()
  const address = findAddress(fields.get('original-rcpt-to') ?? fields.get('removal-recipient') ?? '')
  return { kind: KINDS[type] ?? 'unknown', type, ...(address && { address }) }
}

/** `Abuse (complaint)` is `Abuse`: structured fields may have comments anywhere (RFC 5322, 3.2.2). */
const withoutComments = (value: string): string => (value.replace(/\([^()]*\)/g, ' ').split(';')[0] ?? '').trim()
