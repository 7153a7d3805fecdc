import type { SafeFetch } from '../../../lib/net/safe-fetch.ts'
import type { ReportKind } from '../../../mail/reports/kind.ts'

/** A provider's request before it is verified. */
export interface RawWebhook {
  /** The exact bytes, because they are signed. */
  body: Buffer
  /** Returns a header by its lowercase name. */
  header: (name: string) => string | undefined
  now: Date
  fetch: SafeFetch['fetch']
  /** Throws Unverified if the token was used with another body. */
  bindToken: (token: string) => Promise<void>
}

/** Values in a provider's report that can identify the message. All are optional. */
export interface MessageClue {
  /** The Message-ID header, with or without angle brackets. */
  message_id?: string | undefined
  /** Value sent by `echoedHeaders`, as repeated by the provider. */
  mail_ref?: string | undefined
  /** The envelope sender. */
  return_path?: string | undefined
  /** The From header or its address. */
  from?: string | undefined
}

export type FactKind = Extract<ReportKind, 'hard' | 'soft' | 'blocked' | 'complaint' | 'opt_out' | 'not_spam'>

/** One statement of a provider about one message. */
export interface Fact extends MessageClue {
  source_id: string
  kind: FactKind
  at: Date
  address: string
  status?: string | undefined
  diagnostic?: string | undefined
}

export interface Provider {
  /** Last part of its URL, and source of its reports. */
  name: 'ses' | 'postmark' | 'mailgun' | 'sendgrid' | 'resend' | 'generic'
  /** Returns whether its setting is set. */
  isConfigured: () => boolean
  /** Returns the facts of a request. Throws Unverified before it reads anything else, then Unreadable. */
  read: (webhook: RawWebhook) => Promise<Fact[]> | Fact[]
}
