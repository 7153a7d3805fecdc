import { type Ctx, systemCtx } from '../../../core/context.ts'
import { subscribedEventTypes } from '../../../core/events/events.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { readSubscribers } from '../../subscribers/view.ts'
import { type MessageRef, readClickToken, readTrackingToken } from './tokens.ts'

/** The request data that identifies machines. */
export interface Visitor {
  method: string
  user_agent: string | null
  /** `Sec-Purpose`, `Purpose` or `X-Moz`: sent with prefetch requests. */
  purpose: string | null
}

/** Counts an open. Ignores a token that we did not sign. */
export async function trackOpen(token: string, visitor: Visitor): Promise<void> {
  const ref = readTrackingToken(token)
  if (ref) await recordOpen(systemCtx(ref.account_id), ref, visitor)
}

/** Counts a click and returns the URL to redirect to: the stored link, or the one signed into the token. */
export async function trackClick(token: string, number: number, visitor: Visitor): Promise<string | undefined> {
  const ref = readTrackingToken(token)
  return ref && recordClick(systemCtx(ref.account_id), { ...ref, number, target: null }, visitor)
}

export async function trackPersonalClick(token: string, visitor: Visitor): Promise<string | undefined> {
  const click = readClickToken(token)
  return click && recordClick(systemCtx(click.account_id), click, visitor)
}

/**
 * Counts and emits in one transaction, so counts and events agree. Ignores subscribers and accounts with tracking disabled. Machine
 * opens are stored with a mark and not counted.
 */
function recordOpen(ctx: Ctx, { mail_id, subscriber_id }: MessageRef, visitor: Visitor): Promise<void> {
  return write(ctx, async (tx) => {
    const opened = await tx.sql.one<{ is_first: boolean }>(COUNT_OPEN, [
      mail_id,
      subscriber_id,
      tx.now(),
      isMachine(visitor),
      userAgent(visitor),
    ])
    if (!opened?.is_first || subscribedEventTypes(tx, ['subscriber.email_opened']).size === 0) return
    const data = await dataOf(tx, { mail_id, subscriber_id })
    if (data) tx.emit('subscriber.email_opened', data)
  })
}

async function recordClick(
  ctx: Ctx,
  click: MessageRef & { number: number; target: string | null },
  visitor: Visitor,
): Promise<string | undefined> {
  return write(ctx, async (tx) => {
    // A double click sends two requests: the second waits for this lock and then finds the first one's event.
    await tx.sql.rows('select from delivery where account_id = $1 and mail_id = $2 and subscriber_id = $3 for update', [
      click.mail_id,
      click.subscriber_id,
    ])
    const row = await tx.sql.one<{ url: string; is_counted: boolean; is_first_open: boolean }>(COUNT_CLICK, [
      click.mail_id,
      click.subscriber_id,
      tx.now(),
      isMachine(visitor),
      userAgent(visitor),
      click.number,
    ])
    const url = click.target ?? row?.url
    const emits_open = row?.is_first_open && subscribedEventTypes(tx, ['subscriber.email_opened']).size > 0
    const emits_click = row?.is_counted && subscribedEventTypes(tx, ['subscriber.link_clicked']).size > 0
    if (url && (emits_open || emits_click)) {
      const data = await dataOf(tx, click)
      if (data && emits_open) tx.emit('subscriber.email_opened', data)
      if (data && emits_click)
        tx.emit('subscriber.link_clicked', { subscriber: data.subscriber, link: { url }, mail: data.mail })
    }
    return url
  })
}

/** Event data: the subscriber and the email. */
async function dataOf(tx: Tx, { mail_id, subscriber_id }: Omit<MessageRef, 'account_id'>) {
  const subscriber = (await readSubscribers(tx, [subscriber_id])).get(subscriber_id)
  const mail = await tx.sql.one<{
    broadcast_id: number | null
    sequence_email_id: number | null
    subject: string | null
  }>(
    `select broadcast_id, sequence_email_id, snapshot->>'subject' as subject from mail where account_id = $1 and id = $2`,
    [mail_id],
  )
  return subscriber && mail && { subscriber, mail }
}

const TARGET = `select d.id, d.subscriber_id, d.opened_at, a.open_tracking_enabled from delivery d
  join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id and not s.tracking_disabled
  join account a on a.id = d.account_id
  where d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = $3`

const COUNT_OPEN = `with target as (${TARGET} and a.open_tracking_enabled),
     seen as (
       update delivery d set opens = d.opens + 1, opened_at = coalesce(d.opened_at, $4), last_opened_at = $4
       from target t where not $5 and d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = t.subscriber_id
       returning d.opens
     ), counted as (
       update mail set opened = opened + 1 where account_id = $1 and id = $2 and exists (select from seen where opens = 1)
     ), kept as (
       insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, is_machine, user_agent, occurred_at)
       select $1, 'open', subscriber_id, $2, id, $5, $6, $4 from target
     )
     select opens = 1 as is_first from seen`

// A click without an earlier open also counts as an open, because images may have been blocked.
const COUNT_CLICK = `with link_of as (select id, url from link where account_id = $1 and mail_id = $2 and number = $7),
     target as (${TARGET} and a.click_tracking_enabled and exists (select from link_of)),
     first_open as (
       select t.id, t.subscriber_id from target t
       where not $5 and t.opened_at is null and t.open_tracking_enabled
         and (select coalesce((snapshot->>'open_tracking')::boolean, true) from mail where account_id = $1 and id = $2)
     ),
     seen as (
       update delivery d set clicks = d.clicks + 1, clicked_at = coalesce(d.clicked_at, $4), last_clicked_at = $4,
         opens = d.opens + o.n, opened_at = case when o.n = 1 then $4 else d.opened_at end,
         last_opened_at = case when o.n = 1 then $4 else d.last_opened_at end
       from target t, (select count(*)::int as n from first_open) o
       where not $5 and d.account_id = $1 and d.mail_id = $2 and d.subscriber_id = t.subscriber_id
       returning d.clicks
     ), first_of_link as (
       select not exists (select from engagement e, link_of l where e.account_id = $1 and e.link_id = l.id
         and e.subscriber_id = $3 and not e.is_machine) as yes
     ), link_counted as (
       update link l set clicks = l.clicks + 1, unique_clicks = l.unique_clicks + f.yes::int
       from first_of_link f where l.account_id = $1 and l.id = (select id from link_of) and exists (select from seen)
     ), mail_counted as (
       update mail set total_clicks = total_clicks + 1, clicked = clicked + (select (clicks = 1)::int from seen),
         opened = opened + (select count(*)::int from first_open)
       where account_id = $1 and id = $2 and exists (select from seen)
     ), kept as (
       insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, link_id, is_machine, user_agent, occurred_at)
       select $1, 'open'::engagement_kind, o.subscriber_id, $2, o.id, null, false, $6, $4 from first_open o
       union all
       select $1, 'click', t.subscriber_id, $2, t.id, l.id, $5, $6, $4 from target t, link_of l
     )
     select url, exists (select from seen) as is_counted, exists (select from first_open) as is_first_open from link_of`

const userAgent = ({ user_agent }: Visitor) => user_agent?.toWellFormed().replaceAll('\0', '').slice(0, 300) ?? null

/**
 * Whether a request comes from a program: HEAD requests, prefetching, security scanners, and Apple's privacy proxy, whose user agent
 * is only `Mozilla/5.0`. Image proxies of Gmail and Yahoo fetch when the subscriber opens the email, so they count as opens.
 */
export function isMachine({ method, user_agent, purpose }: Visitor): boolean {
  if (method === 'HEAD' || /prefetch|preview|prerender/i.test(purpose ?? '')) return true
  const agent = user_agent?.trim() ?? ''
  return agent === '' || agent === 'Mozilla/5.0' || MACHINES.test(agent)
}

const MACHINES =
  /\b(?:bot|crawler|spider|curl|wget|python-requests|python-urllib|go-http-client|java|okhttp|libwww-perl|headlesschrome|phantomjs)\b|bot[/;)]|barracuda|mimecast|proofpoint|symantec|trendmicro|fireeye|forcepoint|sophos|cloudmark|messagelabs|bitdefender|safelinks|ms-?office existence discovery|skypeuripreview|slackbot|facebookexternalhit|whatsapp|telegrambot/i
