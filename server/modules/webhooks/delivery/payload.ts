import { isoSql } from '../../../core/wire.ts'

/** The SQL of an event as bodies have it, over `webhook_event e`. Its data goes out as the text that was written. */
export const EVENT_TEXT = `'{"id":"' || e.event_id || '","type":"' || e.type || '","created":"' || ${isoSql('e.created_at')}
  || '","data":' || e.data || '}'`

/** What is posted, byte for byte: a retry says the same. */
export const bodyOf = (delivery_id: number, events: string): string =>
  `{"delivery_id":${delivery_id},"events":[${events}]}`
