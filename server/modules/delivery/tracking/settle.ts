import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import type { Expired } from '../../../db/purge.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { SETTLING_LOCK } from './activity.ts'
import { findMachines, type Hit, TRAP_LINK } from './evidence.ts'
import { emitEvents, type SettledMessage, storeSettled } from './store-settled.ts'

/** Wait for other hits of the same message, which may reveal a machine. */
export const SETTLED_AFTER_MS = 5_000
/** Maximum wait for a message with continuous requests. */
const SETTLED_ANYWAY_AFTER_MS = 30_000
const HITS_PER_SLICE = 1_000

interface StoredHit extends Hit {
  mail_id: number
  subscriber_id: number
  /** Target of a link whose URL differs per subscriber. */
  url: string | null
}

/** A message whose hits are settled, and the facts that decide how they count. */
interface Target {
  mail_id: number
  subscriber_id: number
  delivery_id: number
  sent_at: Date | null
  /** No mail server has accepted the message yet. Some scan links before accepting. */
  is_pending: boolean
  opened: boolean
  clicked: boolean
  counts_opens: boolean
  counts_clicks: boolean
  /** True if this email counts opens. Then a click implies an open. */
  mail_counts_opens: boolean
}

/**
 * Settles hits that are old enough: subscriber hits count in deliveries, emails, links and events, machine hits are only stored. Returns
 * the milliseconds until the next hit is due, or null without one.
 */
export async function settleHits(
  ctx: Ctx,
  { budget_ms = Number.POSITIVE_INFINITY }: { budget_ms?: number } = {},
): Promise<number | null> {
  const budget = new Budget(budget_ms)
  for (;;) {
    const settled = await settleSlice(ctx)
    if (settled < HITS_PER_SLICE) break
    if (budget.isSpent()) return 0
  }
  const next = await ctx.sql.one<{ at: Date | null }>(
    'select max(occurred_at) as at from engagement_hit where account_id = $1',
  )
  if (!next?.at) return null
  return Math.max(0, +next.at + SETTLED_AFTER_MS - +ctx.now())
}

/** Hits of deleted accounts, which no job settles. */
export const EXPIRED_HITS: Expired[] = [{ table: 'engagement_hit', where: 'occurred_at < $1', kept_days: 1 }]

export async function hasHits(ctx: Ctx): Promise<boolean> {
  return (await ctx.sql.one('select 1 from engagement_hit where account_id = $1 limit 1')) !== undefined
}

/** Enqueues the job for accounts whose hits have waited for over a minute. */
export async function requeueUnsettled({ now }: { now: Date }): Promise<void> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    `select a.id as account_id from account a
     where exists (select from engagement_hit h where h.account_id = a.id and h.occurred_at < $1) order by 1 limit 500`,
    [new Date(+now - 60_000)],
  )
  for (const { account_id } of rows)
    await write(systemCtx(account_id), async (tx) => tx.emit('engagement.settling_requested', {}))
}

function settleSlice(ctx: Ctx): Promise<number> {
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, SETTLING_LOCK)
    const hits = await takeHits(tx)
    if (hits.length === 0) return 0
    const messages = Map.groupBy(hits, keyOf)
    const targets = await readTargets(tx, [...messages.values()])
    const links = await readLinks(tx, hits)
    const settled = targets.map((target) => settleMessage(target, messages.get(keyOf(target)) ?? [], links))
    await storeSettled(tx, settled)
    await emitEvents(tx, settled)
    return hits.length
  })
}

const keyOf = ({ mail_id, subscriber_id }: { mail_id: number; subscriber_id: number }) => `${mail_id} ${subscriber_id}`

/** Deletes and returns hits of messages without requests in the last seconds. */
function takeHits(tx: Tx): Promise<StoredHit[]> {
  return tx.sql.rows<StoredHit>(
    `with due as (
       select h.mail_id, h.subscriber_id, h.id from engagement_hit h
       where h.account_id = $1 and h.occurred_at <= $2 and (h.occurred_at <= $3 or not exists (
         select from engagement_hit later where later.account_id = $1 and later.mail_id = h.mail_id
           and later.subscriber_id = h.subscriber_id and later.occurred_at > $2))
       order by h.mail_id, h.subscriber_id, h.id limit ${HITS_PER_SLICE}
     )
     delete from engagement_hit h using due
     where h.account_id = $1 and h.mail_id = due.mail_id and h.subscriber_id = due.subscriber_id and h.id = due.id
     returning h.mail_id, h.subscriber_id, h.link_number, h.url, h.evidence, h.user_agent, h.occurred_at`,
    [new Date(+tx.now() - SETTLED_AFTER_MS), new Date(+tx.now() - SETTLED_ANYWAY_AFTER_MS)],
  )
}

/** Locks the deliveries ordered by key, as senders do. Omits subscribers without tracking. */
function readTargets(tx: Tx, messages: readonly StoredHit[][]): Promise<Target[]> {
  const keys = messages.flatMap(([hit]) => (hit ? [hit] : []))
  return tx.sql.rows<Target>(
    `select d.mail_id, d.subscriber_id, d.id as delivery_id, d.sent_at, d.state = 'queued' as is_pending, d.opened_at is not null as opened,
       d.clicked_at is not null as clicked, a.open_tracking_enabled as counts_opens, a.click_tracking_enabled as counts_clicks,
       a.open_tracking_enabled and coalesce((m.snapshot->>'open_tracking')::boolean, true) as mail_counts_opens
     from unnest($2::int[], $3::bigint[]) as wanted(mail_id, subscriber_id)
     join delivery d on d.account_id = $1 and d.mail_id = wanted.mail_id and d.subscriber_id = wanted.subscriber_id
     join subscriber s on s.account_id = $1 and s.id = d.subscriber_id and not s.tracking_disabled
     join mail m on m.account_id = $1 and m.id = d.mail_id
     join account a on a.id = $1
     order by d.mail_id, d.subscriber_id for update of d`,
    [keys.map(({ mail_id }) => mail_id), keys.map(({ subscriber_id }) => subscriber_id)],
  )
}

interface LinkRow {
  id: number
  mail_id: number
  number: number
  url: string
}

async function readLinks(tx: Tx, hits: readonly StoredHit[]): Promise<Map<string, LinkRow>> {
  const clicks = hits.filter(({ link_number }) => link_number !== null && link_number !== TRAP_LINK)
  const rows = await tx.sql.rows<LinkRow>(
    `select distinct l.id, l.mail_id, l.number, l.url from unnest($2::int[], $3::int[]) as wanted(mail_id, number)
     join link l on l.account_id = $1 and l.mail_id = wanted.mail_id and l.number = wanted.number`,
    [clicks.map(({ mail_id }) => mail_id), clicks.map(({ link_number }) => link_number)],
  )
  return new Map(rows.map((row) => [`${row.mail_id} ${row.number}`, row]))
}

/** Returns the opens and clicks of one message. The subscriber's first click implies an open, because images may have been blocked. */
function settleMessage(
  target: Target,
  stored: readonly StoredHit[],
  links: ReadonlyMap<string, LinkRow>,
): SettledMessage {
  const { mail_id, subscriber_id, delivery_id } = target
  const hits = stored.toSorted((a, b) => +a.occurred_at - +b.occurred_at)
  const evidence = findMachines(hits, target.is_pending ? 'pending' : target.sent_at)
  let opened = target.opened
  const seen = hits.flatMap((hit, at): SettledMessage['seen'] => {
    const { link_number, user_agent, occurred_at } = hit
    const request = { evidence: evidence[at] ?? null, user_agent, occurred_at, url: null, link_id: null }
    if (link_number === null) {
      if (!target.counts_opens) return []
      opened ||= request.evidence === null
      return [{ ...request, kind: 'open' }]
    }
    if (!target.counts_clicks) return []
    // Only machines see the hidden link.
    if (link_number === TRAP_LINK) return [{ ...request, kind: 'click', evidence: request.evidence ?? 'trap_link' }]
    const link = links.get(`${mail_id} ${link_number}`)
    if (!link) return []
    const click = { ...request, kind: 'click' as const, link_id: link.id, url: hit.url ?? link.url }
    if (click.evidence !== null || opened || !target.mail_counts_opens) return [click]
    opened = true
    return [{ ...request, kind: 'open' }, click]
  })
  return { mail_id, subscriber_id, delivery_id, was_opened: target.opened, was_clicked: target.clicked, seen }
}
