import type { ReportKind } from './kind.ts'
import { findAddress, readFields } from './message.ts'

/** Content of a feedback report (RFC 5965). */
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

/** Reads a part `message/feedback-report`. Types that subscribers do not report (viruses, failed authentication) are unknown. */
export function readFeedback(part: string): Feedback {
  const fields = readFields(part.replaceAll('\r', ''))
  const type = withoutComments(fields.get('feedback-type') ?? '').toLowerCase()
  const address = findAddress(fields.get('original-rcpt-to') ?? fields.get('removal-recipient') ?? '')
  return { kind: KINDS[type] ?? 'unknown', type, ...(address && { address }) }
}

/** `Abuse (complaint)` is `Abuse`: structured fields may have comments anywhere, also nested (RFC 5322, 3.2.2). */
function withoutComments(value: string): string {
  let depth = 0
  let result = ''
  for (let at = 0; at < value.length; at++) {
    const character = value[at]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === '\\') at++
    else if (depth === 0) result += character
  }
  return (result.split(';')[0] ?? '').replaceAll('"', '').trim()
}
