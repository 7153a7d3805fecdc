import { type Ctx, systemCtx } from '../../core/context.ts'
import { iso } from '../../core/wire.ts'
import type { Publisher } from '../../lib/page/public-style.ts'
import { masked } from '../../lib/text/email-address.ts'
import { type MessageRef, readUnsubscribeToken } from '../delivery/tracking/tokens.ts'
import { isTestLink } from '../delivery/tracking/unsubscribe.ts'
import { findPublisher } from '../style/service.ts'
import type { Topic } from '../tags/schema.ts'
import { listTopics } from '../tags/topics.ts'
import type { LeaveReason, LeaveReasons } from './schema.ts'
import { LEAVE_REASONS } from './values-schema.ts'

/** Data safe to show to anyone with the link, because an email may be forwarded. */
export interface Preferences {
  account_name: string
  /** True for the link of a test email or preview. */
  is_test: boolean
  /** `l••@example.net`. Null: the subscriber was deleted. */
  masked_address: string | null
  is_subscribed: boolean
  paused_until: Date | null
  /** The account's time zone, for dates on the page. */
  time_zone: string
  topics: (Topic & { is_on: boolean })[]
  has_reason: boolean
  /** True if opens and clicks are counted. Null: the account counts none. */
  is_tracked: boolean | null
  publisher: Publisher
}

/** Returns the account of a preference link, or undefined for an invalid link. */
export const ownerOf = (token: string): { account_id: number } | undefined => readUnsubscribeToken(token)

/** Returns undefined for an invalid link. Changes nothing. */
export async function findPreferences(token: string): Promise<Preferences | undefined> {
  const ref = readUnsubscribeToken(token)
  return ref && readPreferences(systemCtx(ref.account_id), ref)
}

export async function readPreferences(
  ctx: Ctx,
  { subscriber_id }: Pick<MessageRef, 'subscriber_id'>,
): Promise<Preferences | undefined> {
  const row = await ctx.sql.one<{
    account_name: string
    email_address: string | null
    state: string | null
    paused_until: Date | null
    time_zone: string
    tag_ids: number[]
    has_reason: boolean
    is_tracked: boolean | null
  }>(
    `select a.name as account_name, a.time_zone, s.email_address, s.state::text, s.paused_until,
       array(select g.tag_id from tagging g where g.account_id = $1 and g.subscriber_id = s.id) as tag_ids,
       exists (select from leave_reason r where r.account_id = $1 and r.subscriber_id = s.id) as has_reason,
       case when a.open_tracking_enabled or a.click_tracking_enabled then not s.tracking_disabled end as is_tracked
     from account a left join subscriber s on s.account_id = a.id and s.id = $2 where a.id = $1`,
    [subscriber_id],
  )
  if (!row) return undefined
  const has = new Set(row.tag_ids)
  return {
    account_name: row.account_name,
    is_test: isTestLink({ subscriber_id }),
    masked_address: row.email_address && masked(row.email_address),
    is_subscribed: row.state === 'active' || row.state === 'inactive',
    paused_until: row.paused_until && row.paused_until > ctx.now() ? row.paused_until : null,
    time_zone: row.time_zone,
    topics: (await listTopics(ctx)).map((topic) => ({ ...topic, is_on: has.has(topic.id) })),
    has_reason: row.has_reason,
    is_tracked: row.is_tracked,
    publisher: await findPublisher(ctx),
  }
}

const DAYS = 90
const COMMENTS = 10

/** Returns the reasons of subscribers who left in the last 90 days. */
export async function readLeaveReasons(ctx: Ctx): Promise<LeaveReasons> {
  const since = new Date(+ctx.now() - DAYS * 86_400_000)
  const rows = await ctx.sql.rows<{ reason: LeaveReason; count: number }>(
    'select reason, count(*)::int as count from leave_reason where account_id = $1 and given_at >= $2 group by reason',
    [since],
  )
  const comments = await ctx.sql.rows<{ comment: string; reason: LeaveReason; given_at: Date }>(
    `select comment, reason, given_at from leave_reason where account_id = $1 and given_at >= $2 and comment is not null
     order by given_at desc, subscriber_id desc limit ${COMMENTS}`,
    [since],
  )
  const none = Object.fromEntries(LEAVE_REASONS.map((reason) => [reason, 0])) as Record<LeaveReason, number>
  return {
    days: DAYS,
    counts: { ...none, ...Object.fromEntries(rows.map(({ reason, count }) => [reason, count])) },
    comments: comments.map((row) => ({ ...row, given_at: iso(row.given_at) })),
  }
}
