/** The one port through which mail leaves; SMTP and the built-in mail catcher implement it. */
export interface MailTransport {
  /**
   * Hands one message to the next server. Never throws and never sends twice: whatever happened is in the result.
   * A result other than `deferred` is final, and a message that is `unconfirmed` may have been delivered.
   */
  send(message: OutgoingMessage): Promise<SendResult>
  /** Connects and signs in without sending anything. Throws an error whose message names the remedy. */
  verify(): Promise<void>
  /** Finishes what is being sent, defers what still waits, and closes the connections. */
  close(): Promise<void>
}

/**
 * The least role that may read a message where it is caught, by what it is. Links in it act for its recipient: they join a team,
 * prove an address, confirm or end a subscription. Viewers change nothing, so they read none.
 */
export const CAUGHT_MAIL_ROLES = { owner_email: 'owner', service_email: 'admin', subscriber_email: 'editor' } as const

export interface OutgoingMessage {
  envelope: { from: string; to: string }
  /** Complete, CRLF line ends, not dot-stuffed. */
  raw: Buffer
  /** Whose mail it is, for a catcher that keeps each account's apart; servers are not told. */
  account_id?: number | null
  /** Where a catcher keeps it, the least role that may read it there; owners only when absent. */
  shown_to?: 'owner' | 'admin' | 'editor' | 'viewer'
  /**
   * Awaited after the server has accepted the envelope and before the first byte of the message leaves: the moment to write
   * down that it is being handed over. When it throws, nothing has been sent and the result is `deferred`.
   */
  beforeHandOver?: () => Promise<void>
}

export type SendResult =
  /** The next server has taken the message over. */
  | { kind: 'accepted'; response: string }
  /** A definite no (5xx): trying again would give the same answer. */
  | { kind: 'rejected'; stage: SendStage; code: number; response: string }
  /** Certainly not taken over; it may be tried again later. `code` is missing when the connection was the problem. */
  | { kind: 'deferred'; stage: SendStage; code?: number; response: string }
  /** The connection was lost after the end of the message had left and before the answer came. Not to be sent again. */
  | { kind: 'unconfirmed'; response: string }

/**
 * How far a message came. `connect` and `auth` concern every message, `sender` every message of that sender, the others this
 * one message only.
 */
export type SendStage = 'connect' | 'auth' | 'sender' | 'recipient' | 'message'
