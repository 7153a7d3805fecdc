import type { Snapshot } from '../../../db/embedded/snapshot.ts'
import { moment, plain, text } from './cells.ts'
import { csvPart, type Part } from './parts.ts'

const RESULTS = [
  plain('delivery_state', 't.state'),
  text('reason'),
  text('detail'),
  moment('sent_at'),
  moment('opened_at'),
  moment('last_opened_at'),
  plain('opens'),
  moment('clicked_at'),
  moment('last_clicked_at'),
  plain('clicks'),
  moment('bounced_at'),
  plain('bounce_type'),
  moment('complained_at'),
  moment('unsubscribed_at'),
]

const SUBSCRIBER = [
  plain('subscriber_id'),
  text('email_address', 's.email_address'),
  text('first_name', 's.first_name'),
  plain('subscriber_state', 's.state'),
]

const EVENT = [
  moment('occurred_at'),
  plain('kind'),
  plain('subscriber_id'),
  text('email_address', 's.email_address'),
  text('url', 'l.url'),
  plain('is_machine'),
  text('user_agent'),
]

/** Returns all recipients of one email with their results, and all opens and clicks. */
export function broadcastParts(snapshot: Snapshot, { mail_id }: { mail_id: number }): Part[] {
  return [
    csvPart(snapshot, {
      name: 'recipients.csv',
      columns: [...SUBSCRIBER, ...RESULTS],
      from: `${withSubscriber('delivery', snapshot)} and t.mail_id = ${mail_id}`,
      order: 't.subscriber_id',
    }),
    csvPart(snapshot, {
      name: 'events.csv',
      columns: EVENT,
      from: `${ofEvents(snapshot)} and t.mail_id = ${mail_id}`,
      order: 't.occurred_at, t.id',
    }),
  ]
}

/** Returns the same parts for all emails of the account. */
export function mailParts(snapshot: Snapshot): Part[] {
  return [
    csvPart(snapshot, {
      name: 'deliveries.csv',
      columns: [plain('mail_id'), ...SUBSCRIBER, ...RESULTS],
      from: withSubscriber('delivery', snapshot),
      order: 't.mail_id, t.subscriber_id',
    }),
    csvPart(snapshot, {
      name: 'events.csv',
      columns: [plain('mail_id'), ...EVENT],
      from: ofEvents(snapshot),
      order: 't.id',
    }),
  ]
}

/** Returns SQL that joins rows `t` of a table with their subscriber `s`. */
export const withSubscriber = (table: string, { account_id }: Snapshot, joined = '') =>
  `${table} t join subscriber s on s.account_id = t.account_id and s.id = t.subscriber_id ${joined}
   where t.account_id = ${account_id}`

const ofEvents = (snapshot: Snapshot) =>
  withSubscriber('engagement', snapshot, 'left join link l on l.account_id = t.account_id and l.id = t.link_id')
