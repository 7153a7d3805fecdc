import { subscribedEventTypes } from '../../../core/events/events.ts'
import type { Tx } from '../../../core/write/write.ts'
import { readSubscribers } from '../../subscribers/view.ts'
import { lockEmails } from '../lock-emails.ts'
import type { Evidence } from '../schema.ts'
import { countActivitySql } from './activity.ts'

/** An open or click. */
export interface Seen {
  kind: 'open' | 'click'
  link_id: number | null
  /** Target of the link. */
  url: string | null
  /** Null: by the subscriber. */
  evidence: Evidence | null
  user_agent: string | null
  occurred_at: Date
}

/** Hits of one message, oldest first. */
export interface SettledMessage {
  mail_id: number
  subscriber_id: number
  delivery_id: number
  /** True if the subscriber had already opened it. */
  was_opened: boolean
  was_clicked: boolean
  seen: Seen[]
}

/** Counts subscriber activity in links, deliveries and emails, and stores all requests. */
export async function storeSettled(tx: Tx, messages: readonly SettledMessage[]): Promise<void> {
  const rows = messages.flatMap(({ mail_id, subscriber_id, delivery_id, seen }) =>
    seen.map(({ url: _url, ...one }) => ({ mail_id, subscriber_id, delivery_id, ...one })),
  )
  // A link's first click by a subscriber is visible only before these rows are inserted.
  const clicks = rows.filter(({ kind, evidence }) => kind === 'click' && evidence === null)
  await tx.sql.run(COUNT_LINKS, [JSON.stringify(clicks)])
  await tx.sql.run(COUNT_DELIVERIES, [JSON.stringify(messages.map(countDelivery))])
  const counts = countEmails(messages)
  await lockEmails(
    tx,
    counts.map(({ mail_id }) => mail_id),
  )
  await tx.sql.run(COUNT_EMAILS, [JSON.stringify(counts)])
  await tx.sql.run(STORE, [JSON.stringify(rows)])
}

/** Times of the subscriber's activity, oldest first. */
const timesOf = ({ seen }: SettledMessage, wanted: Seen['kind']): Date[] =>
  seen.filter(({ kind, evidence }) => kind === wanted && evidence === null).map(({ occurred_at }) => occurred_at)

const COUNT_LINKS = `
  with clicked as (
    select v.link_id, v.subscriber_id, count(*) as clicks,
      not exists (select from engagement e where e.account_id = $1 and e.subscriber_id = v.subscriber_id and e.link_id = v.link_id
        and not e.is_machine) as is_first
    from jsonb_to_recordset($2::jsonb) as v(link_id int, subscriber_id bigint) group by 1, 2
  ), counted as (
    select link_id, sum(clicks) as clicks, count(*) filter (where is_first) as subscribers from clicked group by 1
  ), locked as (
    select id from link where account_id = $1 and id in (select link_id from counted) order by id for update
  )
  update link l set clicks = l.clicks + c.clicks, unique_clicks = l.unique_clicks + c.subscribers
  from counted c where l.account_id = $1 and l.id = c.link_id and exists (select from locked)`

function countDelivery(message: SettledMessage) {
  const opens = timesOf(message, 'open')
  const clicks = timesOf(message, 'click')
  return {
    mail_id: message.mail_id,
    subscriber_id: message.subscriber_id,
    opens: opens.length,
    opened_at: opens[0],
    last_opened_at: opens.at(-1),
    clicks: clicks.length,
    clicked_at: clicks[0],
    last_clicked_at: clicks.at(-1),
  }
}

const COUNT_DELIVERIES = `
  update delivery d set opens = d.opens + v.opens, clicks = d.clicks + v.clicks, opened_at = coalesce(d.opened_at, v.opened_at),
    last_opened_at = greatest(d.last_opened_at, v.last_opened_at), clicked_at = coalesce(d.clicked_at, v.clicked_at),
    last_clicked_at = greatest(d.last_clicked_at, v.last_clicked_at)
  from jsonb_to_recordset($2::jsonb) as v(mail_id int, subscriber_id bigint, opens int, clicks int, opened_at timestamptz,
    last_opened_at timestamptz, clicked_at timestamptz, last_clicked_at timestamptz)
  where d.account_id = $1 and d.mail_id = v.mail_id and d.subscriber_id = v.subscriber_id and v.opens + v.clicks > 0`

/** Opens and clicks count once per subscriber. */
function countEmails(messages: readonly SettledMessage[]) {
  const counts = new Map<number, { mail_id: number; opened: number; clicked: number; total_clicks: number }>()
  for (const message of messages) {
    const { mail_id, was_opened, was_clicked } = message
    const clicks = timesOf(message, 'click').length
    const count = counts.get(mail_id) ?? { mail_id, opened: 0, clicked: 0, total_clicks: 0 }
    count.opened += Number(!was_opened && timesOf(message, 'open').length > 0)
    count.clicked += Number(!was_clicked && clicks > 0)
    count.total_clicks += clicks
    counts.set(mail_id, count)
  }
  return [...counts.values()].filter(({ opened, clicked, total_clicks }) => opened + clicked + total_clicks > 0)
}

const COUNT_EMAILS = `
  update mail m set opened = m.opened + c.opened, clicked = m.clicked + c.clicked, total_clicks = m.total_clicks + c.total_clicks
  from jsonb_to_recordset($2::jsonb) as c(mail_id int, opened int, clicked int, total_clicks int)
  where m.account_id = $1 and m.id = c.mail_id`

const STORE = `
  with happened as (
    insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, link_id, is_machine, evidence, user_agent, occurred_at)
    select $1, kind, subscriber_id, mail_id, delivery_id, link_id, evidence is not null, evidence, user_agent, occurred_at
    from jsonb_to_recordset($2::jsonb) as v(kind engagement_kind, subscriber_id bigint, mail_id int, delivery_id bigint, link_id int,
      evidence text, user_agent text, occurred_at timestamptz)
    returning mail_id, kind, is_machine, evidence, occurred_at
  )
  ${countActivitySql('happened')}`

/** Emits the first open of each message, and every click. */
export async function emitEvents(tx: Tx, messages: readonly SettledMessage[]): Promise<void> {
  const types = subscribedEventTypes(tx, ['subscriber.email_opened', 'subscriber.link_clicked'])
  const used = messages.filter(({ seen }) => seen.some(({ evidence }) => evidence === null))
  if (types.size === 0 || used.length === 0) return
  const subscribers = await readSubscribers(tx, [...new Set(used.map(({ subscriber_id }) => subscriber_id))])
  const emails = await readEmails(tx, [...new Set(used.map(({ mail_id }) => mail_id))])
  for (const { mail_id, subscriber_id, was_opened, seen } of used) {
    const subscriber = subscribers.get(subscriber_id)
    const mail = emails.get(mail_id)
    if (!subscriber || !mail) continue
    let opened = was_opened
    for (const { kind, url, evidence } of seen) {
      if (evidence !== null) continue
      if (kind === 'open' && !opened && types.has('subscriber.email_opened'))
        tx.emit('subscriber.email_opened', { subscriber, mail })
      opened ||= kind === 'open'
      if (kind === 'click' && url !== null && types.has('subscriber.link_clicked'))
        tx.emit('subscriber.link_clicked', { subscriber, link: { url }, mail })
    }
  }
}

interface EventEmail {
  broadcast_id: number | null
  sequence_email_id: number | null
  automation_email_id: number | null
  subject: string | null
}

async function readEmails(tx: Tx, ids: readonly number[]): Promise<Map<number, EventEmail>> {
  const rows = await tx.sql.rows<EventEmail & { id: number }>(
    `select id, broadcast_id, sequence_email_id, automation_email_id, snapshot->>'subject' as subject from mail
     where account_id = $1 and id = any ($2::int[])`,
    [ids],
  )
  return new Map(rows.map(({ id, ...mail }) => [id, mail]))
}
