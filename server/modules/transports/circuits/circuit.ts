// Decides when a transport is not used, for all accounts or for one. Pure: `circuit-rows.ts` has the rows shared by processes.

/** This many consecutive refusals, none about a mailbox, mean that the server refuses the account's email. */
export const MAX_REFUSALS = 5

/** This many consecutive failed connections, without an answered message in between, mean that the server is unusable. */
const MAX_FAILURES = 3

/** Minutes until a message is tried on an open circuit. The pause grows with each failure. */
const PAUSE_MINUTES = { unreachable: [1, 1, 1, 2, 5], refused: [5, 15, 30, 60] }

/** `unreachable`: no connection or no sign-in. `refused`: the server refuses us, not a mailbox or a message. */
export type CircuitKind = 'unreachable' | 'refused'

/** Failures of a transport. Absent while messages are answered. */
export interface Circuit {
  kind: CircuitKind
  /** The server's last reply, or the reason why it was unreachable. */
  reply: string
  /** Consecutive failures. */
  failures: number
  since: Date
  last_at: Date
  /** Number of times that it opened, or stayed open after a tried message. */
  pauses: number
  /** Time when the next message may be tried. Null while closed, with too few failures. */
  probe_at: Date | null
}

/** Result of one message for a transport. */
export type Observation =
  /** Accepted, or refused because of the message itself. */
  | { is: 'answered' }
  | { is: 'unreachable'; reply: string }
  /** `is_known`: this message was refused before, so the refusal is no new information and does not count. */
  | { is: 'refused'; reply: string; is_known: boolean }

/** Returns the circuit after an observation; undefined if the transport has no failures. */
export function afterObservation(
  circuit: Circuit | undefined,
  observation: Observation,
  now: Date,
): Circuit | undefined {
  if (observation.is === 'answered') return undefined
  const same_kind = circuit?.kind === observation.is ? circuit : undefined
  // Repeated refusals of the same message do not count, or one receiver would block all others after each resumption.
  const isCounted = observation.is === 'unreachable' || !observation.is_known
  const next: Circuit = {
    kind: observation.is,
    reply: observation.reply,
    failures: (same_kind?.failures ?? 0) + (isCounted ? 1 : 0),
    since: same_kind?.since ?? now,
    last_at: now,
    pauses: circuit?.pauses ?? 0,
    probe_at: circuit?.probe_at ?? null,
  }
  const limit = next.kind === 'refused' ? MAX_REFUSALS : MAX_FAILURES
  return isCounted && next.failures >= limit ? opened(next, now) : next
}

/** Opens the circuit, with a longer pause each time. */
export function opened(circuit: Circuit, now: Date): Circuit {
  // Attempts in progress when it opened do not prolong the pause.
  if (circuit.probe_at && circuit.probe_at > now) return circuit
  const minutes = PAUSE_MINUTES[circuit.kind]
  const pause = minutes[Math.min(circuit.pauses, minutes.length - 1)] ?? 1
  return { ...circuit, pauses: circuit.pauses + 1, probe_at: new Date(+now + pause * 60_000) }
}

/** Returns whether the transport must get no messages now. */
export const isOpen = (circuit: Circuit | undefined, now: Date): circuit is Circuit & { probe_at: Date } =>
  circuit?.probe_at != null && circuit.probe_at > now

/** Returns whether one message at a time may be tried. */
export const isHalfOpen = (circuit: Circuit | undefined, now: Date): boolean =>
  circuit?.probe_at != null && circuit.probe_at <= now
