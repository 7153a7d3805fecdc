import { isoSql } from '../../../core/wire.ts'

/** SQL of an event as in a body, over `webhook_event e`. The data is the stored text. */
const EVENT_TEXT = `'{"id":"' || e.event_id || '","type":"' || e.type || '","created":"' || ${isoSql('e.created_at')}
  || '","data":' || e.data || '}'`

/** SQL of a delivery's events by time (contract 9.1): of two transactions, the later one may have written first. */
export const EVENTS_TEXT = `coalesce(string_agg(${EVENT_TEXT}, ',' order by e.created_at, e.id), '')`

/** Returns the body to post, which is identical in retries. */
export const bodyOf = (delivery_id: number, events: string): string =>
  `{"delivery_id":${delivery_id},"events":[${events}]}`
