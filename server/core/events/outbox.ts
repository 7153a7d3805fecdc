import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import type { Statement } from '../../db/statements/sql.ts'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import type { Ctx } from '../context.ts'
import { isInternal, isSubscribed } from './events.ts'

const listener = processSingleton<{ onEventsWritten?: (() => void) | undefined }>('events written', () => ({}))

interface Emitted {
  type: string
  data: unknown
}

/** Time for which events of one type are collected into one delivery (contract 9.3). */
export const COLLECT_MS = 1_000
/** Maximum events per delivery. */
export const MAX_EVENTS = 100
/** Size of an event's id, type and time in a body. */
export const ENVELOPE_BYTES = 140
const EVENTS_PER_STATEMENT = 1_000
/** A delivery is retried for two days, and its history is kept for thirty. */
export const KEPT_DAYS = 33

/** Wakes the dispatcher before its next poll, after a commit with public events. */
export const announceEvents = (): void => listener.onEventsWritten?.()
export function onEventsWritten(call: (() => void) | undefined): void {
  listener.onEventsWritten = call
}

/**
 * Returns the statements that write a transaction's events, sent with its commit. Omits events without a job or subscribed webhook.
 * `has_public_events`: webhooks have something to send.
 */
export function eventStatements(
  { account_id, now, subscribed_event_types }: Ctx & { subscribed_event_types: ReadonlySet<string> },
  events: readonly Emitted[],
): { statements: Statement[]; has_public_events: boolean } {
  const at = now()
  const job_events = events.filter(({ type }) => isInternal(type))
  const public_events = events.filter(({ type }) => !isInternal(type) && isSubscribed(subscribed_event_types, type))
  const for_jobs = [...parts(job_events)].map((part) => ({
    text: JOB_EVENTS,
    values: [account_id, JSON.stringify(part), at],
  }))
  const for_webhooks =
    public_events.length === 1
      ? public_events.map(({ type, data }) => ({
          text: ONE_EVENT,
          values: [account_id, JSON.stringify(data), at, type],
        }))
      : [...parts(public_events)].map((part) => ({ text: MANY_EVENTS, values: [account_id, JSON.stringify(part), at] }))
  return { statements: [...for_jobs, ...for_webhooks], has_public_events: public_events.length > 0 }
}

const JOB_EVENTS = `${ONE_PLAN}select write_job_events($1, $2, $3)`

/** A single event is sent immediately. */
const ONE_EVENT = `${ONE_PLAN}select write_public_event($1, $4, $2, $3, envelope_bytes => ${ENVELOPE_BYTES}, kept_days => ${KEPT_DAYS})`

/** A full delivery is sent immediately; other events are collected first. */
const MANY_EVENTS = `${ONE_PLAN}select write_public_events($1, $2, $3, collect_ms => ${COLLECT_MS}, most => ${MAX_EVENTS},
  envelope_bytes => ${ENVELOPE_BYTES}, kept_days => ${KEPT_DAYS})`

function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += EVENTS_PER_STATEMENT) yield items.slice(at, at + EVENTS_PER_STATEMENT)
}
