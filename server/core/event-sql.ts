import { literal } from '../db/sql.ts'
import { type ExternalEventType, namesOf } from './events.ts'
import { COLLECT_MS, ENVELOPE_BYTES, KEPT_DAYS, MAX_EVENTS } from './outbox.ts'

// Events of a write that is one statement (core/write-statement.ts): the statement writes them itself, so they commit with it.

/** What the statement asks the account's row for. It is the query of a CTE with the name `account`. */
export const ACCOUNT_SQL = 'select a.heard_events, a.subscriber_limit from account a where a.id = $1'

/** SQL that is true when webhooks of the account subscribe to an event type. Needs the CTE `account`. */
export const isSubscribedSql = (type: ExternalEventType): string =>
  `(select heard_events && ${namesSql(type)} from account)`

const namesSql = (type: ExternalEventType) => `array[${namesOf(type).map(literal).join(', ')}]`

const ENVELOPE = `envelope_bytes => ${ENVELOPE_BYTES}, kept_days => ${KEPT_DAYS}`

/**
 * SQL of the column `emitted`: writes the events of the CTE `event (type, data)` and counts them. `at` is the parameter that has the
 * time. `repeats`: a type may come several times, and then its events are written as a set that leaves in one delivery.
 */
export const emitSql = ({ at, repeats }: { at: string; repeats: boolean }): string =>
  repeats
    ? `(select coalesce(sum(e.number), 0)::int from (
         select count(*) as number, write_public_events($1, json_agg(event), ${at}::timestamptz, collect_ms => ${COLLECT_MS},
           most => ${MAX_EVENTS}, ${ENVELOPE})
         from event having count(*) > 0
       ) e) as emitted`
    : `(select count(write_public_event($1, e.type, e.data, ${at}::timestamptz, ${ENVELOPE}))::int from event e) as emitted`

/**
 * The same for a statement with one event at most, which it has when `when` is true. `data` is its JSON, and is computed only for an
 * endpoint that subscribes. Takes less time than a CTE, and needs none.
 */
export const emitOneSql = (
  type: ExternalEventType,
  { when, data, at }: { when: string; data: string; at: string },
): string =>
  `case when ${when} and (select a.heard_events && ${namesSql(type)} from account a where a.id = $1)
     then (select 1 from write_public_event($1, '${type}', ${data}, ${at}::timestamptz, ${ENVELOPE})) else 0 end as emitted`

/** What a statement with `emitSql` or `emitOneSql` returns besides its own columns. */
export interface EmittedCount {
  emitted: number
}
