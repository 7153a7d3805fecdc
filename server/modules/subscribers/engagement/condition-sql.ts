import { parseInstant } from '../../../lib/time/date-filter.ts'
import type { Condition, Filter } from '../filter-schema.ts'
import type { Bind } from '../view.ts'
import { retentionStart } from './retention.ts'

/** A condition on the number of received, opened or clicked emails. */
export type CountCondition = Extract<Condition, { type: 'opens' | 'clicks' | 'sent' | 'delivered' }>

/** Subscribers with (or without) events `e` whose count satisfies `having`; null means at least one. */
export type EngagementMatch =
  | { kind: 'in' | 'not in'; from: string; where: string; having: string | null }
  | { kind: 'everyone' }
  | { kind: 'no one' }

/** Subscribers who objected to tracking. Their opens and clicks are unknown, not zero (L4). */
export const UNTRACKED = 'select u.id from subscriber u where u.account_id = $1 and u.tracking_disabled'

/** Returns the subscribers who do not match, except those whose opens and clicks are unknown. */
export function opposite(match: EngagementMatch): EngagementMatch {
  if (match.kind === 'everyone') return { kind: 'no one' }
  if (match.kind === 'no one') return { kind: 'everyone' }
  return { ...match, kind: match.kind === 'in' ? 'not in' : 'in' }
}

/** Returns whether the condition names emails or links, which have few events and their own index. */
export const namesEmailsOrLinks = ({ any }: CountCondition): boolean => Boolean(any)

export function engagementSql(
  condition: CountCondition,
  counting_mode: Filter['counting_mode'],
  now: Date,
  bind: Bind,
): EngagementMatch {
  const { least, most } = boundsOf(condition)
  if (least > most) return { kind: 'no one' }
  if (least <= 0 && most === Number.POSITIVE_INFINITY) return { kind: 'everyone' }
  const { type } = condition
  const isEvent = type === 'opens' || type === 'clicks'
  const time = isEvent ? 'e.occurred_at' : 'e.sent_at'
  // Events are kept for 60 months, so earlier dates are clamped (contract 13).
  const where = ['e.account_id = $1', `${time} >= ${bind(retentionStart(now))}::timestamptz`]
  // Phrased as in the partial indexes, for index-only scans. Only clicks have a link.
  if (type === 'opens') where.push(`e.kind = 'open' and not e.is_machine`)
  if (type === 'clicks') where.push('e.link_id is not null and not e.is_machine')
  if (type === 'delivered') where.push('e.bounced_at is null')
  where.push(...windowSql(time, condition, now, bind))
  if (condition.any) where.push(`(${condition.any.map((entry) => anySql(entry, bind)).join(' or ')})`)
  const count = counting_mode === 'unique_email' && isEvent ? 'count(distinct e.mail_id)' : 'count(*)'
  const from = isEvent ? 'engagement e' : 'delivery e'
  const events = { from, where: where.join(' and ') }
  // Subscribers without events are in no group, so a condition that zero satisfies excludes the groups that violate it.
  if (least <= 0) return { kind: 'not in', ...events, having: most < 1 ? null : `${count} > ${bind(most)}::bigint` }
  if (least === 1 && most === Number.POSITIVE_INFINITY) return { kind: 'in', ...events, having: null }
  const having = [`${count} >= ${bind(least)}::bigint`]
  if (most !== Number.POSITIVE_INFINITY) having.push(`${count} <= ${bind(most)}::bigint`)
  return { kind: 'in', ...events, having: having.join(' and ') }
}

/** Returns the inclusive bounds of the count. Without any bound it must be at least one. */
function boundsOf(condition: CountCondition): { least: number; most: number } {
  const {
    count_greater_than: above,
    count_greater_than_or_equal: from,
    count_less_than: below,
    count_less_than_or_equal: to,
  } = condition
  if ([above, from, below, to].every((bound) => bound === undefined))
    return { least: 1, most: Number.POSITIVE_INFINITY }
  return {
    least: Math.max(0, from ?? 0, above === undefined ? 0 : above + 1),
    most: Math.min(to ?? Number.POSITIVE_INFINITY, below === undefined ? Number.POSITIVE_INFINITY : below - 1),
  }
}

interface Window {
  after?: string | undefined
  before?: string | undefined
  last_days?: number | undefined
}

/** Returns conditions for an inclusive window (contract 6.4). */
export function windowSql(column: string, { after, before, last_days }: Window, now: Date, bind: Bind): string[] {
  const start = after && parseInstant(after)?.start
  const end = before && parseInstant(before)?.end
  return [
    start && `${column} >= ${bind(start)}::timestamptz`,
    end && `${column} <= ${bind(end)}::timestamptz`,
    last_days && `${column} >= ${bind(new Date(+now - last_days * 86_400_000))}::timestamptz`,
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
}

type Entry = NonNullable<CountCondition['any']>[number]

const MATCHING = {
  exact: 'l.url = u',
  contains: 'position(u in l.url) > 0',
  starts_with: 'starts_with(l.url, u)',
  ends_with: 'right(l.url, length(u)) = u',
}

/** Looks up ids first, so the planner's index scans of events have constants. */
function anySql(entry: Entry, bind: Bind): string {
  if (entry.type === 'broadcasts') {
    return `e.mail_id = any (array(select m.id from mail m where m.account_id = $1 and m.broadcast_id = any (${bind(entry.ids)}::int[])))`
  }
  const { urls = [], ids = [], matching } = entry
  const links = [
    ...(ids.length > 0 ? [`l.id = any (${bind(ids)}::int[])`] : []),
    ...(urls.length > 0 ? [`exists (select from unnest(${bind(urls)}::text[]) u where ${MATCHING[matching]})`] : []),
  ]
  return `e.link_id = any (array(select l.id from link l where l.account_id = $1 and (${links.join(' or ')})))`
}
