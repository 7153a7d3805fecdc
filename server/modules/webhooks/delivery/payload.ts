import { isoSql } from '../../../core/wire.ts'

/** SQL of an event as it is in a body, over `webhook_event e`. The data is sent as the text that was stored. */
const EVENT_TEXT = `'{"id":"' || e.event_id || '","type":"' || e.type || '","created":"' || ${isoSql('e.created_at')}
  || '","data":' || e.data || '}'`

/** SQL of the events of a delivery, in the order of their times (contract 9.1): of two transactions, the later may have written first. */
export const EVENTS_TEXT = `coalesce(string_agg(${EVENT_TEXT}, ',' order by e.created_at, e.id), '')`

/** Returns the body to post. A retry has the same bytes. */
export const bodyOf = (delivery_id: number, events: string): string =>
  `{"delivery_id":${delivery_id},"events":[${events}]}`
