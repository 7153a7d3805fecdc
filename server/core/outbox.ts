import { literal } from '../db/sql.ts'
import type { Ctx } from './context.ts'
import { isHeard, isInternal } from './events.ts'

/** The custom server and Next's bundle load this file twice in one process; only globalThis is shared. */
const holder = globalThis as typeof globalThis & { envoi_events_written?: () => void }

interface Emitted {
  type: string
  data: unknown
}

/** Collected so long, events of one type leave together: contract 9.3. */
export const COLLECT_MS = 1_000
/** As many fill a delivery. */
export const MAX_EVENTS = 100
/** What surrounds an event's data in a body: its id, its type and its time. */
export const ENVELOPE_BYTES = 140
const EVENTS_PER_STATEMENT = 1_000
/** A delivery is retried for two days, and its history is kept for thirty. */
export const KEPT_DAYS = 33

/** After a commit that wrote public events. What sends them goes to work at once instead of at its next look. */
export const announceEvents = (): void => holder.envoi_events_written?.()
export function onEventsWritten(listener: (() => void) | undefined): void {
  holder.envoi_events_written = listener
}

/**
 * SQL that writes the events of a transaction, to be sent with its commit: those of our jobs for the relay, those that somebody
 * listens to for the webhooks. What nobody listens to is left out. `is_heard` says whether webhooks have something to send.
 */
export function writingOf(
  { account_id, now, heard }: Ctx & { heard: ReadonlySet<string> },
  events: readonly Emitted[],
): { sql: string[]; is_heard: boolean } {
  const at = now()
  const nudges = events.filter(({ type }) => isInternal(type))
  const told = events.filter(({ type }) => !isInternal(type) && isHeard(heard, type))
  const writing = [...parts(nudges)].map((part) => `select write_nudges(${account_id}, ${json(part)}, ${moment(at)})`)
  const telling =
    told.length === 1
      ? told.map((one) => tellOne(account_id, one, at))
      : [...parts(told)].map((part) => tellMany(account_id, part, at))
  return { sql: [...writing, ...telling], is_heard: told.length > 0 }
}

/** A change of one record leaves at once. */
const tellOne = (account_id: number, { type, data }: Emitted, at: Date) =>
  `select write_public_event(${account_id}, ${literal(type)}, ${json(data)}, ${moment(at)},
     envelope_bytes => ${ENVELOPE_BYTES}, kept_days => ${KEPT_DAYS})`

/** So does what fills a delivery; the rest waits for company. */
const tellMany = (account_id: number, events: readonly Emitted[], at: Date) =>
  `select write_public_events(${account_id}, ${json(events)}, ${moment(at)}, collect_ms => ${COLLECT_MS}, most => ${MAX_EVENTS},
     envelope_bytes => ${ENVELOPE_BYTES}, kept_days => ${KEPT_DAYS})`

const json = (value: unknown) => literal(JSON.stringify(value))
const moment = (time: Date) => literal(time.toISOString())

function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += EVENTS_PER_STATEMENT) yield items.slice(at, at + EVENTS_PER_STATEMENT)
}
