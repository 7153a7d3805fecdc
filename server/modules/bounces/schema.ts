import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId } from '../../core/wire.ts'
import { UNMATCHED_KINDS } from './values-schema.ts'

export const UnmatchedQuery = PageQuery.extend({ kind: z.enum(UNMATCHED_KINDS).optional() })
export const UnmatchedRef = z.object({ id: BigId })

/** A report that matches no message of any account. */
export interface UnmatchedReport {
  id: number
  /** smtp, imap, or the name of a provider. */
  source: string
  kind: (typeof UNMATCHED_KINDS)[number]
  /** The address named by the report. */
  address: string | null
  status: string | null
  diagnostic: string | null
  reason: string | null
  created_at: string
  has_message: boolean
}

/** The message that contained a report. */
export interface ReportedMessage {
  /** The address to which it was sent; null if it was read from a mailbox. */
  recipient: string | null
  text: string
  is_cut: boolean
}

/** State of the ways in which reports of bounces and complaints reach the instance. */
export interface IntakeState {
  /** Configured ways; `source` as in reports. */
  ways: { source: string; detail: string }[]
  /** From the latest reports: the last one of each source, and the number of recent ones that match no message. */
  sources: { source: string; last_at: string; unmatched: number }[]
  /** Number of messages that have arrived and are not yet applied, at most 10,000. */
  waiting: number
  oldest_waiting_at: string | null
  /** Number of messages with a failed attempt. */
  failing: number
}
