// When a transport is not used, for all accounts or for one. Pure: rows and processes are in `circuits.ts`.

/** This many refusals in a row, none about a mailbox, mean that the server refuses the account's email. */
export const MAX_REFUSALS = 5

/** This many failed connections in a row, with nothing answered between, mean that the server cannot be used. */
const MAX_FAILURES = 3

/** Minutes before a message is tried on an open circuit: longer each time it fails. */
const PAUSE_MINUTES = { unreachable: [1, 1, 1, 2, 5], refused: [5, 15, 30, 60] }

/** `unreachable`: no connection, or no sign-in. `refused`: the server refuses us, and not a mailbox or a message. */
export type CircuitKind = 'unreachable' | 'refused'

/** Failures of a transport. Absent while messages are answered. */
export interface Circuit {
  kind: CircuitKind
  /** The server's last reply, or why it could not be reached. */
  reply: string
  /** Failures in a row. */
  failures: number
  since: Date
  last_at: Date
  /** Number of times that it opened or stayed open after a message was tried. */
  pauses: number
  /** When the next message may be tried. Null while closed: too few failures. */
  probe_at: Date | null
}

/** Result of one message for a transport. */
export type Observation =
  /** Accepted, or refused on its own merits. */
  | { is: 'answered' }
  | { is: 'unreachable'; reply: string }
  /** `is_known`: this message was refused before, so it shows nothing new. It does not count. */
  | { is: 'refused'; reply: string; is_known: boolean }

/** Returns the circuit after an observation; undefined when nothing is known against the transport. */
export function afterObservation(circuit: Circuit | undefined, seen: Observation, now: Date): Circuit | undefined {
  if (seen.is === 'answered') return undefined
  const same = circuit?.kind === seen.is ? circuit : undefined
  // Refusals of messages that were refused before do not count, or one receiver would stop all others after each resume.
  const counts = seen.is === 'unreachable' || !seen.is_known
  const next: Circuit = {
    kind: seen.is,
    reply: seen.reply,
    failures: (same?.failures ?? 0) + (counts ? 1 : 0),
    since: same?.since ?? now,
    last_at: now,
    pauses: circuit?.pauses ?? 0,
    probe_at: circuit?.probe_at ?? null,
  }
  const limit = next.kind === 'refused' ? MAX_REFUSALS : MAX_FAILURES
  return counts && next.failures >= limit ? opened(next, now) : next
}

/** Opens the circuit. Each time, the next attempt is later. */
export function opened(circuit: Circuit, now: Date): Circuit {
  // Attempts that were on their way when it opened do not lengthen the pause.
  if (circuit.probe_at && circuit.probe_at > now) return circuit
  const minutes = PAUSE_MINUTES[circuit.kind]
  const pause = minutes[Math.min(circuit.pauses, minutes.length - 1)] ?? 1
  return { ...circuit, pauses: circuit.pauses + 1, probe_at: new Date(+now + pause * 60_000) }
}

/** Returns whether messages must not be given to the transport now. */
export const isOpen = (circuit: Circuit | undefined, now: Date): circuit is Circuit & { probe_at: Date } =>
  circuit?.probe_at != null && circuit.probe_at > now

/** Returns whether one message at a time may be tried. */
export const isHalfOpen = (circuit: Circuit | undefined, now: Date): boolean =>
  circuit?.probe_at != null && circuit.probe_at <= now
