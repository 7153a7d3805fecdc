/** The interface for sending all email. SMTP and the built-in mail catcher implement it. */
export interface MailTransport {
  /**
   * Hands one message to the next server. Never throws and never sends twice. A result other than `deferred` is final; an
   * `unconfirmed` message may have been delivered.
   */
  send(message: OutgoingMessage): Promise<SendResult>
  /** Connects and signs in without sending anything. Throws an error whose message says what to do. */
  verify(): Promise<ServerFacts>
  /** Finishes messages that are being sent, defers waiting ones, and closes the connections. */
  close(): Promise<void>
}

/** Facts that a server reports on connection. */
export interface ServerFacts {
  /** Its extensions after EHLO. */
  capabilities: string[]
  /** Name that the server reports; null for an HTTP relay. */
  host_name: string | null
  is_encrypted: boolean
}

/**
 * Minimum role for reading a caught message, by its kind. Its links act for the recipient: they accept an invitation, verify an address, confirm
 * or end a subscription. Viewers must not change anything, so they read none.
 */
export const CAUGHT_MAIL_ROLES = { owner_email: 'owner', service_email: 'admin', subscriber_email: 'editor' } as const

export interface OutgoingMessage {
  /** `author`: the address in the From header, which replies may name too. Not sent to servers. */
  envelope: { from: string; to: string; author?: string }
  /** For assignment and counts by a transport (modules/transports). Not sent. */
  subscriber_id?: number
  /** An earlier attempt was refused because of the sender. */
  was_refused?: boolean
  /** Complete, CRLF line ends, not dot-stuffed. */
  raw: Buffer
  /** No line of `raw` begins with a dot and the last one is terminated, as `compileMail` ensures, so transports need not check. */
  is_dot_free?: true
  /** The message's account, for the mail catcher. Not sent to servers. */
  account_id?: number | null
  /** Minimum role for reading it in the mail catcher. Absent: owners only. */
  shown_to?: 'owner' | 'admin' | 'editor' | 'viewer'
  /** Called before the server is told about the message. If false, nothing is sent and the result is `deferred`. */
  isWanted?: () => boolean
  /**
   * Awaited after the server has accepted the envelope and before the first byte of the message is sent, to record the send. If it throws or
   * returns false, nothing is sent and the result is `deferred`.
   */
  beforeHandOver?: () => Promise<boolean>
}

export type SendResult = Answer & {
  /** Name of the transport that was used, if the caller did not choose it. */
  transport?: string
  /** `isWanted` or `beforeHandOver` returned false, which says nothing about the transport. */
  is_withdrawn?: true
}

type Answer =
  /** The next server has accepted the message. */
  | { kind: 'accepted'; response: string }
  /** Refused permanently (5xx). */
  | { kind: 'rejected'; stage: SendStage; code: number; response: string }
  /** Certainly not accepted; may be retried. `code` is missing if the connection failed. */
  | { kind: 'deferred'; stage: SendStage; code?: number; response: string }
  /** The connection was lost after the message was sent and before the reply arrived. Must not be sent again. */
  | { kind: 'unconfirmed'; response: string }

export const WITHDRAWN: SendResult = {
  kind: 'deferred',
  stage: 'message',
  response: 'The message was withdrawn',
  is_withdrawn: true,
}

/** Stage that a message reached. `connect` and `auth` concern every message, `sender` every message of that sender, the others only this message. */
export type SendStage = 'connect' | 'auth' | 'sender' | 'recipient' | 'message'
