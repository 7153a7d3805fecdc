import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { refusalCause } from '../../../mail/smtp/refusal-cause.ts'
import { classifySmtpReply, type ReplyClass } from '../../../mail/smtp/reply.ts'
import type { OutgoingMessage, SendResult } from '../../../mail/transport.ts'
import type { Transport } from '../open-transports.ts'
import { afterDeferral } from './back-off.ts'
import { afterObservation, isHalfOpen, isOpen, type Observation, opened } from './circuit.ts'

/** Interpretation of one result, apart from the outcome of the message (delivery/sending/outcome.ts). */
export interface Reading {
  /** Effect on the transport's circuit; absent if none. */
  seen?: Observation
  /** A receiver deferred the message. */
  deferred?: { about: ReplyClass; reply: string }
  /** The message itself was permanently refused, for its size or form. */
  message_refused?: string
  /** True if nothing was transmitted and another transport may succeed. */
  may_go_elsewhere: boolean
}

/** Our own reply when a server does not support internationalized addresses (RFC 6531). */
const LACKS_SMTPUTF8 = /^553 5\.6\.7 The (?:mail server|HTTP relay) does not take/

export function readResult(
  result: SendResult,
  { envelope, is_known }: { envelope: OutgoingMessage['envelope']; is_known: boolean },
): Reading {
  if (result.kind === 'accepted') return { seen: { is: 'answered' }, may_go_elsewhere: false }
  // The message may have arrived, so it must never go to another transport.
  if (result.kind === 'unconfirmed')
    return { seen: { is: 'unreachable', reply: result.response }, may_go_elsewhere: false }
  const { stage, code, response: reply } = result
  const unreachable: Reading = { seen: { is: 'unreachable', reply }, may_go_elsewhere: true }
  const refusal: Observation = { is: 'refused', reply, is_known }
  // Without a code, there was no connection, or our own record of the sending failed.
  if (code === undefined) return stage === 'message' ? { may_go_elsewhere: false } : unreachable
  if (stage === 'auth') return unreachable
  if (stage === 'connect') return code >= 500 ? { seen: refusal, may_go_elsewhere: true } : unreachable
  if (LACKS_SMTPUTF8.test(reply)) return { may_go_elsewhere: true }
  const about = classifySmtpReply({ stage, code, response: reply, envelope })
  if (code < 500) return { deferred: { about, reply }, may_go_elsewhere: false }
  if (about === 'message_refused') return { message_refused: reply, may_go_elsewhere: false }
  if (about !== 'sender_refused') return { seen: { is: 'answered' }, may_go_elsewhere: false }
  return { seen: refusal, may_go_elsewhere: refusalCause(reply) !== 'content' }
}

/** Applies an observation to a transport's circuits. A refusal of our host affects every account. */
export function observe(transport: Transport, account_id: number, observation: Observation, now: Date): void {
  const { circuits } = transport
  const set = (of: number, circuit: ReturnType<typeof afterObservation>) => {
    if (!circuit && !circuits.has(of)) return
    if (circuit) circuits.set(of, circuit)
    else circuits.delete(of)
    transport.unsaved_circuits.add(of)
  }
  if (observation.is === 'answered') {
    set(SERVICE_ACCOUNT, undefined)
    set(account_id, undefined)
    return
  }
  const all_accounts = circuits.get(SERVICE_ACCOUNT)
  if (observation.is === 'unreachable') {
    set(SERVICE_ACCOUNT, afterObservation(all_accounts, observation, now))
    return
  }
  // Service emails have their own sender, and its refusals affect no account.
  if (account_id === SERVICE_ACCOUNT) return
  if (all_accounts?.kind === 'refused' && isHalfOpen(all_accounts, now)) {
    set(SERVICE_ACCOUNT, afterObservation(all_accounts, observation, now))
    return
  }
  const next = afterObservation(circuits.get(account_id), observation, now)
  if (!isOpen(next, now) || refusalCause(observation.reply) !== 'host') {
    set(account_id, next)
    return
  }
  set(account_id, undefined)
  set(SERVICE_ACCOUNT, next)
}

/** Opens the circuit after fewer failures than usual, because nothing else was left to try. */
export function openFailing(transport: Transport, now: Date): void {
  const circuit = transport.circuits.get(SERVICE_ACCOUNT)
  if (circuit?.kind !== 'unreachable' || isOpen(circuit, now)) return
  transport.circuits.set(SERVICE_ACCOUNT, opened(circuit, now))
  transport.unsaved_circuits.add(SERVICE_ACCOUNT)
}

/** Counts a receiver's deferral, or ends its back-off. */
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
