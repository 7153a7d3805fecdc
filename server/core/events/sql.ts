import { literal } from '../../db/statements/sql.ts'
import { namesOf, type PublicEventType } from './events.ts'
import { COLLECT_MS, ENVELOPE_BYTES, KEPT_DAYS, MAX_EVENTS } from './outbox.ts'

// Writes the events of a single-statement write (core/write/statement.ts) within the statement.

/** Query of the CTE `account`: account data that such a statement needs. */
export const ACCOUNT_SQL = 'select a.subscribed_event_types, a.subscriber_limit from account a where a.id = $1'

/** SQL that is true when webhooks of the account subscribe to an event type. Needs the CTE `account`. */
export const isSubscribedSql = (type: PublicEventType): string =>
  `(select subscribed_event_types && ${namesSql(type)} from account)`

const namesSql = (type: PublicEventType) => `array[${namesOf(type).map(literal).join(', ')}]`

const ENVELOPE = `envelope_bytes => ${ENVELOPE_BYTES}, kept_days => ${KEPT_DAYS}`

/**
 * SQL of the column `emitted`: writes and counts the events of the CTE `event (type, data)`. `at`: the parameter with the time. Set
 * `repeats` if a type can occur several times; its events then share a delivery.
 */
export const emitSql = ({ at, repeats }: { at: string; repeats: boolean }): string =>
  repeats
    ? `(select coalesce(sum(e.number), 0)::int from (
         select count(*) as number, write_public_events($1, json_agg(event), ${at}::timestamptz, collect_ms => ${COLLECT_MS},
           most => ${MAX_EVENTS}, ${ENVELOPE})
         from event having count(*) > 0
       ) e) as emitted`
    : `(select count(write_public_event($1, e.type, e.data, ${at}::timestamptz, ${ENVELOPE}))::int from event e) as emitted`

/** Emits at most one event, if `when` is true. `data` is its JSON, computed only for a subscribed webhook. Faster than a CTE. */
export const emitOneSql = (
  type: PublicEventType,
  { when, data, at }: { when: string; data: string; at: string },
): string =>
  `case when ${when} and (select a.subscribed_event_types && ${namesSql(type)} from account a where a.id = $1)
     then (select 1 from write_public_event($1, '${type}', ${data}, ${at}::timestamptz, ${ENVELOPE})) else 0 end as emitted`

/** The column that `emitSql` and `emitOneSql` add. */
export interface EmittedCount {
  emitted: number
}
