import type { Ctx } from './context.ts'
import { isHeard, isInternal } from './events.ts'

/** The custom server and Next's bundle load this file twice in one process; only globalThis is shared. */
const holder = globalThis as typeof globalThis & { envoi_events_written?: () => void }

interface Emitted {
  type: string
  data: unknown
}

/** Collected so long, events of one type leave together: contract 9.3. */
const COLLECT_MS = 1_000
/** As many fill a delivery. */
export const MAX_EVENTS = 100
/** What surrounds an event's data in a body: its id, its type and its time. */
const ENVELOPE_BYTES = 140
const EVENTS_PER_STATEMENT = 1_000
/** A delivery is retried for two days, and its history is kept for thirty. */
export const KEPT_DAYS = 33

/** After a commit that wrote public events. What sends them goes to work at once instead of at its next look. */
export const announceEvents = (): void => holder.envoi_events_written?.()
export function onEventsWritten(listener: (() => void) | undefined): void {
  holder.envoi_events_written = listener
}

/**
 * Sends the events of a transaction, without waiting: those of our jobs for the relay, those that somebody listens to for the
 * webhooks. What nobody listens to is left out. `is_heard` says whether webhooks have something to send.
 */
export function flushEvents(
  ctx: Ctx & { heard: ReadonlySet<string> },
  events: readonly Emitted[],
): { last: Promise<unknown> | undefined; is_heard: boolean } {
  const nudges = events.filter(({ type }) => isInternal(type))
  const heard = events.filter(({ type }) => !isInternal(type) && isHeard(ctx.heard, type))
  const sent = [
    ...[...parts(nudges)].map((part) => writeNudges(ctx, part)),
    ...[...parts(heard)].map((part) => writePublic(ctx, part)),
  ]
  return { last: sent.length > 0 ? Promise.all(sent) : undefined, is_heard: heard.length > 0 }
}

const writeNudges = (ctx: Ctx, events: readonly Emitted[]) =>
  ctx.sql.run(
    `insert into outbox (account_id, type, data, created_at)
     select $1, e.type, e.data, $3::timestamptz from jsonb_to_recordset($2::jsonb) as e(type text, data jsonb)`,
    [JSON.stringify(events), ctx.now()],
  )

/** A change of one record leaves at once, and so does what fills a delivery; the rest waits for company. */
function writePublic(ctx: Ctx, events: readonly Emitted[]): Promise<number> {
  const now = ctx.now()
  return ctx.sql.runNamed(
    'write_public_events',
    `with written as (
       insert into webhook_event (account_id, type, data, created_at, kept_until)
       select $1, e.type, e.data, $3::timestamptz, $3::timestamptz + interval '${KEPT_DAYS} days'
       from json_to_recordset($2::json) as e(type text, data json)
       returning id, type, octet_length(data::text) + ${ENVELOPE_BYTES} as size
     )
     insert into webhook_outbox (account_id, type, event_ids, sizes, leaves_at)
     select $1, type, array_agg(id order by id), array_agg(size order by id),
       case when count(*) = 1 or count(*) >= ${MAX_EVENTS} then $3::timestamptz else $4::timestamptz end
     from written group by type`,
    [JSON.stringify(events), now, new Date(now.getTime() + COLLECT_MS)],
  )
}

function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += EVENTS_PER_STATEMENT) yield items.slice(at, at + EVENTS_PER_STATEMENT)
}
