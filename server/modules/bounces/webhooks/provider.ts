import type { SafeFetch } from '../../../lib/net/safe-fetch.ts'
import type { ReportKind } from '../../../mail/reports/kind.ts'

/** Request of a provider, before anything in it is trusted. */
export interface RawWebhook {
  /** The exact bytes: signatures are over these. */
  body: Buffer
  /** A header by its lower-case name. */
  header: (name: string) => string | undefined
  now: Date
  fetch: SafeFetch['fetch']
  /** Throws Unverified if the token came with another body before. */
  bindToken: (token: string) => Promise<void>
}

/** Facts by which a provider identifies the message. All are optional. */
export interface MessageClue {
  /** The Message-ID header, with or without angle brackets. */
  message_id?: string | undefined
  /** Value that `echoedHeaders` sent, as the provider repeats it. */
  mail_ref?: string | undefined
  /** The envelope sender. */
  return_path?: string | undefined
  /** The From header or its address. */
  from?: string | undefined
}

export type FactKind = Extract<ReportKind, 'hard' | 'soft' | 'blocked' | 'complaint' | 'opt_out' | 'not_spam'>

/** One thing that a provider says about one message. */
export interface Fact extends MessageClue {
  source_id: string
  kind: FactKind
  at: Date
  address: string
  status?: string | undefined
  diagnostic?: string | undefined
}

export interface Provider {
  /** The last part of its address, and the source of its reports. */
  name: 'ses' | 'postmark' | 'mailgun' | 'sendgrid' | 'resend' | 'generic'
  /** Returns whether its setting exists. */
  isConfigured: () => boolean
  /** Returns the facts of a request. Throws Unverified before it reads anything else, and Unreadable after that. */
  read: (webhook: RawWebhook) => Promise<Fact[]> | Fact[]
}

/** The request is signed and not what the provider documents. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
