import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { refusalCause } from '../../../mail/smtp/refusal-cause.ts'
import { classifySmtpReply, type ReplyClass } from '../../../mail/smtp/reply.ts'
import type { OutgoingMessage, SendResult } from '../../../mail/transport.ts'
import type { Transport } from '../open-transports.ts'
import { afterDeferral } from './back-off.ts'
import { afterObservation, isHalfOpen, isOpen, type Observation, opened } from './circuit.ts'

/** Meaning of one result, beside the outcome of the message (delivery/sending/outcome.ts). */
export interface Reading {
  /** Its meaning for the transport; absent when it has none. */
  seen?: Observation
  /** A receiver deferred the message. */
  deferred?: { about: ReplyClass; reply: string }
  /** The message itself was refused for good: its size, its form. */
  message_refused?: string
  /** Nothing was handed over, and another transport may do better. */
  may_go_elsewhere: boolean
}

/** The reply of this product when a server cannot take an address in another script (RFC 6531). */
const LACKS_SMTPUTF8 = /^553 5\.6\.7 The (?:mail server|HTTP relay) does not take/

export function readResult(
  result: SendResult,
  { envelope, is_known }: { envelope: OutgoingMessage['envelope']; is_known: boolean },
): Reading {
  if (result.kind === 'accepted') return { seen: { is: 'answered' }, may_go_elsewhere: false }
  // It may have arrived, so it is never given to another transport.
  if (result.kind === 'unconfirmed')
    return { seen: { is: 'unreachable', reply: result.response }, may_go_elsewhere: false }
  const { stage, code, response: reply } = result
  const unreachable: Reading = { seen: { is: 'unreachable', reply }, may_go_elsewhere: true }
  const refused: Observation = { is: 'refused', reply, is_known }
  // Without a code: no connection, or our own record of the hand-over failed.
  if (code === undefined) return stage === 'message' ? { may_go_elsewhere: false } : unreachable
  if (stage === 'auth') return unreachable
  if (stage === 'connect') return code >= 500 ? { seen: refused, may_go_elsewhere: true } : unreachable
  if (LACKS_SMTPUTF8.test(reply)) return { may_go_elsewhere: true }
  const about = classifySmtpReply({ stage, code, response: reply, envelope })
  if (code < 500) return { deferred: { about, reply }, may_go_elsewhere: false }
  if (about === 'message_refused') return { message_refused: reply, may_go_elsewhere: false }
  if (about !== 'sender_refused') return { seen: { is: 'answered' }, may_go_elsewhere: false }
  return { seen: refused, may_go_elsewhere: refusalCause(reply) !== 'content' }
}

/** Applies an observation to the circuits of a transport. A refusal of our host concerns every account. */
export function observe(transport: Transport, account_id: number, seen: Observation, now: Date): void {
  const { circuits } = transport
  const set = (of: number, circuit: ReturnType<typeof afterObservation>) => {
    if (!circuit && !circuits.has(of)) return
    if (circuit) circuits.set(of, circuit)
    else circuits.delete(of)
    transport.unsaved_circuits.add(of)
  }
  if (seen.is === 'answered') {
    set(SERVICE_ACCOUNT, undefined)
    set(account_id, undefined)
    return
  }
  const all = circuits.get(SERVICE_ACCOUNT)
  if (seen.is === 'unreachable') {
    set(SERVICE_ACCOUNT, afterObservation(all, seen, now))
    return
  }
  // Service emails have a sender of their own; what is said about it concerns no account.
  if (account_id === SERVICE_ACCOUNT) return
  if (all?.kind === 'refused' && isHalfOpen(all, now)) {
    set(SERVICE_ACCOUNT, afterObservation(all, seen, now))
    return
  }
  const next = afterObservation(circuits.get(account_id), seen, now)
  if (!isOpen(next, now) || refusalCause(seen.reply) !== 'host') {
    set(account_id, next)
    return
  }
  set(account_id, undefined)
  set(SERVICE_ACCOUNT, next)
}

/** Opens the circuit although too few messages failed: nothing else was left to try. */
export function openFailing(transport: Transport, now: Date): void {
  const circuit = transport.circuits.get(SERVICE_ACCOUNT)
  if (circuit?.kind !== 'unreachable' || isOpen(circuit, now)) return
  transport.circuits.set(SERVICE_ACCOUNT, opened(circuit, now))
  transport.unsaved_circuits.add(SERVICE_ACCOUNT)
}

/** Counts a deferral of a receiver, or ends its back-off. */
export function observeReceiver(
  transport: Transport,
  receiver: string,
  { deferred, is_accepted, now }: { deferred: Reading['deferred']; is_accepted: boolean; now: Date },
): void {
  const { back_offs, unsaved_back_offs } = transport
  const known = back_offs.get(receiver)
  const next = is_accepted ? undefined : deferred ? afterDeferral(known, { ...deferred, now }) : known
  if (next === known) return
  if (next) back_offs.set(receiver, next)
  else back_offs.delete(receiver)
  unsaved_back_offs.add(receiver)
}
