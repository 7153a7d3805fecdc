import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { checkSegments, definitionSql, segmentSql } from '../../segments/service.ts'
import type { FilterScope } from '../../subscribers/filter/matched-sql.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { countSuppressed } from '../../subscribers/state/suppressed-count.ts'
import { binder } from '../../subscribers/view.ts'
import type { NewMatches } from '../plan-schema.ts'
import { type Excluded, SubscriberFilter } from '../schema.ts'

/** A condition over `subscriber s`. Its values start at the requested `$` number. */
export interface AudienceSql {
  where: string
  values: unknown[]
}

export const NO_AUDIENCE = 'Choose who receives this broadcast: everyone, or subscribers by tag or segment'

/** Returns whether the audience is still to be chosen. Null means everyone. */
export const isUnchosen = (filter: SubscriberFilter | null) =>
  filter !== null && groupOf(filter).conditions.length === 0

/** Subscribers chosen by a creator. */
export interface ChosenSubscribers {
  /** Null: everyone. */
  subscriber_filter: SubscriberFilter | null
  /** Excluded, even if the filter matches. */
  excluded: Excluded | null
}

interface AudienceScope {
  /** The `$` number of the first value. */
  first: number
  /** Limits segments to these ids. */
  within?: FilterScope['within'] | undefined
  /** Segments loaded earlier, for callers with many audiences. */
  segments?: ReadonlyMap<number, SegmentFilter> | undefined
}

/**
 * Returns the condition of an audience. Null means everyone; the ledger sends to active subscribers only. Throws invalid for an unknown
 * segment, or if nothing is chosen.
 */
export async function audienceSql(
  ctx: Ctx,
  { subscriber_filter, excluded }: ChosenSubscribers,
  { first, within, segments }: AudienceScope,
): Promise<AudienceSql> {
  const values: unknown[] = []
  const bind = binder(values, first - 2)
  const segmentOf = async (id: number) => {
    if (!segments) return segmentSql(ctx, { id, bind, within })
    const definition = segments.get(id)
    if (!definition) throw invalid('Segment not found')
    return definitionSql(ctx, { definition, bind, within })
  }
  const partsOf = async (conditions: readonly Named[]) => {
    const parts: string[] = []
    for (const { type, ids } of conditions) {
      for (const id of ids) {
        parts.push(
          type === 'segment'
            ? `s.id in ${await segmentOf(id)}`
            : `exists (select from tagging g where g.account_id = $1 and g.subscriber_id = s.id and g.tag_id = ${bind(id)})`,
        )
      }
    }
    return parts
  }
  const where: string[] = []
  if (subscriber_filter !== null) {
    const { name, conditions } = groupOf(subscriber_filter)
    const parts = await partsOf(conditions)
    // A filter without conditions must never mean everyone.
    if (parts.length === 0) throw invalid(NO_AUDIENCE)
    where.push(...(name === 'all' ? parts : [`${name === 'none' ? 'not ' : ''}(${parts.join(' or ')})`]))
  }
  const left_out = await partsOf(excluded ?? [])
  if (left_out.length > 0) where.push(`not (${left_out.join(' or ')})`)
  return { where: where.length > 0 ? where.join(' and ') : 'true', values }
}

/**
 * Returns the condition of a broadcast's audience. A resend goes to recipients of the original who did not open or click it. It excludes
 * subscribers whose opens are unknown: without tracking, or only by a machine, because privacy proxies load images of unread messages too.
 */
export async function audienceOf(
  ctx: Ctx,
  { resend_of, ...chosen }: ChosenSubscribers & { resend_of: number | null },
  { first, ...scope }: AudienceScope,
): Promise<AudienceSql> {
  const { where, values } = await audienceSql(ctx, chosen, { first, ...scope })
  if (resend_of === null) return { where, values }
  const original = `$${first + values.push(resend_of) - 1}::int`
  return {
    where: `(${where}) and exists (select from mail o join delivery r on r.account_id = o.account_id and r.mail_id = o.id
        join subscriber q on q.account_id = r.account_id and q.id = r.subscriber_id
      where o.account_id = $1 and o.broadcast_id = ${original} and r.subscriber_id = s.id and r.state = 'sent'
        and r.bounced_at is null and r.opened_at is null and r.clicked_at is null and not q.tracking_disabled
        and not exists (select from engagement n where n.account_id = r.account_id and n.mail_id = r.mail_id
          and n.subscriber_id = r.subscriber_id and n.kind = 'open' and n.is_machine))`,
    values,
  }
}

export type Named = { type: 'segment' | 'tag'; ids: number[] }

/** Throws if the stored value is no filter, so it never means everyone. */
export function groupOf(filter: SubscriberFilter): { name: 'all' | 'any' | 'none'; conditions: Named[] } {
  const [group] = SubscriberFilter.parse(filter)
  const name = group?.any ? 'any' : group?.none ? 'none' : 'all'
  const conditions = (group?.[name] ?? []).filter(
    (condition): condition is Named => condition.type !== 'all_subscribers',
  )
  return { name, conditions }
}

/** Conditions of a filter and of its exclusions. */
export const namedIn = ({ subscriber_filter, excluded }: ChosenSubscribers): Named[] => [
  ...(subscriber_filter ? groupOf(subscriber_filter).conditions : []),
  ...(excluded ?? []),
]

/** Throws invalid for an unknown segment or tag. */
export async function checkAudience(ctx: Ctx, chosen: ChosenSubscribers): Promise<void> {
  const conditions = namedIn(chosen)
  const idsOf = (wanted: Named['type']) => conditions.flatMap(({ type, ids }) => (type === wanted ? ids : []))
  await checkSegments(ctx, { ids: idsOf('segment') })
  const tag_ids = [...new Set(idsOf('tag'))]
  const tags = tag_ids.length > 0 ? await ctx.db.tag.count({ where: { id: { in: tag_ids } } }) : 0
  if (tags < tag_ids.length) throw invalid('Tag not found')
}

/** Counts the current audience of a filter. Throws invalid if nothing is chosen. */
export const countAudience = async (
  ctx: Ctx,
  { subscriber_filter = null, excluded = null }: Partial<ChosenSubscribers>,
): Promise<NewMatches> => countRecipients(ctx, await audienceSql(ctx, { subscriber_filter, excluded }, { first: 3 }))

/** Counts the active subscribers who match a condition with values from `$3`, and separately the suppressed ones. */
export async function countRecipients(ctx: Ctx, { where, values }: AudienceSql): Promise<NewMatches> {
  const row = await ctx.sql.one<{ count: number }>(
    `select count(*)::int as count from subscriber s
     where s.account_id = $1 and s.state = 'active' and (${where}) and $2::int is null`,
    [null, ...values],
  )
  const { suppressed, is_exact } = await countSuppressed(ctx, { where, values })
  return { count: Math.max(0, (row?.count ?? 0) - suppressed), suppressed, is_exact }
}

const NAMED = 8
const PHRASES = { any: 'Subscribers in any of', all: 'Subscribers in all of', none: 'Everyone except subscribers in' }

/** Describes the audience: `Subscribers in any of: tag “Beta”, segment “Norway”. Left out: tag “Buyer”`. */
export async function describeAudience(
  ctx: Ctx,
  { subscriber_filter, excluded }: ChosenSubscribers,
): Promise<string | null> {
  const group = subscriber_filter === null ? null : groupOf(subscriber_filter)
  if (group?.conditions.length === 0) return null
  const reached = group ? describeGroup(group.name, await namesOf(ctx, group.conditions)) : 'Everyone'
  return excluded ? `${reached}. Left out: ${listed(await namesOf(ctx, excluded))}` : reached
}

function describeGroup(name: keyof typeof PHRASES, names: string[]): string {
  if (names.length === 1 && name !== 'none') return `Subscribers in ${names[0]}`
  return `${PHRASES[name]}: ${listed(names)}`
}

const listed = (names: string[]) =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` and ${names.length - NAMED} more` : '')

async function namesOf(ctx: Ctx, conditions: readonly Named[]): Promise<string[]> {
  const ids = (wanted: Named['type']) => conditions.flatMap(({ type, ids }) => (type === wanted ? ids : []))
  const named = await ctx.sql.rows<{ type: Named['type']; name: string }>(
    `select 'segment' as type, name from segment where account_id = $1 and id = any ($2::int[])
     union all select 'tag', name from tag where account_id = $1 and id = any ($3::int[]) order by type, name`,
    [ids('segment'), ids('tag')],
  )
  return named.map(({ type, name }) => `${type} “${name}”`)
}
