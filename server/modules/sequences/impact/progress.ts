import type { Ctx } from '../../../core/context.ts'
import { type Bind, binder } from '../../subscribers/view.ts'
import { exclusionSql } from '../enrolling/exclusion.ts'
import type { ExcludedSource } from '../schema.ts'
import type { EditedStep } from './edit.ts'
import type { Group, TimedGroup } from './impact.ts'

// Reads the subscribers of a sequence as groups: half a million subscribers become a few thousand rows.

/** A sequence whose emails were moved often can have more groups; the rest is not counted. */
const MOST_GROUPS = 20_000
const MOST_TIMES = 500_000
/** In a week every day occurs, so an email is due at most eight days after its delay. */
const WEEK_AND_DAY_MS = 8 * 86_400_000

/** Every email of the sequence, published or not, by position. */
export const readSteps = (ctx: Ctx, { id }: { id: number }): Promise<EditedStep[]> =>
  ctx.sql.rows<EditedStep>(
    `select id, subject, published, position, delay_value, delay_unit, nullif(send_days, '{}') as send_days
     from sequence_email where account_id = $1 and sequence_id = $2 and deleted_at is null order by position, id`,
    [id],
  )

/** Active subscribers who are in the sequence, by progress. */
export const readGroups = (ctx: Ctx, { id }: { id: number }): Promise<Group[]> =>
  ctx.sql.rows<Group>(
    `select e.last_position, e.processed_email_ids, e.next_email_id, count(*)::int as count
     from enrollment e ${WITH_SUBSCRIBER} where ${IN_PROGRESS} group by 1, 2, 3 order by 4 desc limit ${MOST_GROUPS}`,
    [id],
  )

interface TimesInput {
  id: number
  sources: readonly ExcludedSource[]
  groups: readonly Group[]
  /** The indexes of the groups to read. */
  indexes: readonly number[]
  /** The emails that can be next. */
  steps: readonly EditedStep[]
}

/**
 * Splits groups by the quarter of an hour that their delays count from, as `cachedDueAt` does. Subscribers who are late by any
 * schedule are one group.
 */
export async function readTimes(ctx: Ctx, { id, sources, groups, indexes, steps }: TimesInput): Promise<TimedGroup[]> {
  if (indexes.length === 0) return []
  const delays = steps.map(
    ({ delay_value, delay_unit }) => delay_value * (delay_unit === 'days' ? 86_400_000 : 3_600_000),
  )
  const late = new Date(ctx.now().getTime() - Math.max(0, ...delays) - WEEK_AND_DAY_MS)
  const chosen = indexes.flatMap((group) => {
    const { last_position, processed_email_ids, next_email_id } = groups[group] ?? {}
    return processed_email_ids ? [{ group, last_position, processed_email_ids, next_email_id }] : []
  })
  const values: unknown[] = [id, JSON.stringify(chosen), late, ctx.now()]
  const excluded = await skipsSql(ctx, { sources, bind: binder(values) })
  return ctx.sql.rows<TimedGroup>(
    `select g."group", min(t.delay_from) as delay_from, count(*)::int as count,
       count(*) filter (where ${excluded})::int as excluded
     from jsonb_to_recordset($3::jsonb) as g("group" int, last_position int, processed_email_ids int[], next_email_id int)
       join enrollment e on e.processed_email_ids = g.processed_email_ids
         and e.last_position is not distinct from g.last_position and e.next_email_id is not distinct from g.next_email_id
       ${WITH_SUBSCRIBER}
       cross join lateral (select greatest(e.delay_from, $4::timestamptz) as delay_from) t
     where ${IN_PROGRESS}
     group by 1, ceil(extract(epoch from t.delay_from) / 900), extract(epoch from t.delay_from) % 900 = 0
     limit ${MOST_TIMES}`,
    values,
  )
}

/** Subscribers who are due now, by email: those who get it, and those who skip it. */
export async function readDue(
  ctx: Ctx,
  { id, sources }: { id: number; sources: readonly ExcludedSource[] },
): Promise<Map<number, { now: number; excluded: number }>> {
  const values: unknown[] = [id, null, null, ctx.now()]
  const excluded = await skipsSql(ctx, { sources, bind: binder(values) })
  const rows = await ctx.sql.rows<{ id: number; now: number; excluded: number }>(
    `select e.next_email_id as id, count(*) filter (where not ${excluded})::int as now,
       count(*) filter (where ${excluded})::int as excluded
     from enrollment e ${WITH_SUBSCRIBER}
     where ${IN_PROGRESS} and $3::text is null and $4::text is null and e.next_at <= $5 and e.next_email_id is not null
     group by 1 limit ${MOST_GROUPS}`,
    values,
  )
  return new Map(rows.map(({ id: email_id, ...counts }) => [email_id, counts]))
}

/** How many subscribers are in one list of sources and not in the other, both ways. */
export async function readExclusionChange(
  ctx: Ctx,
  { id, before, after }: { id: number; before: readonly ExcludedSource[]; after: readonly ExcludedSource[] },
): Promise<{ newly_excluded: number; no_longer_excluded: number }> {
  const values: unknown[] = [id]
  const bind = binder(values)
  const was = await exclusionSql(ctx, { sources: before, bind, within: isEnrolled })
  const is = await exclusionSql(ctx, { sources: after, bind, within: isEnrolled })
  const row = await ctx.sql.one<{ newly_excluded: number; no_longer_excluded: number }>(
    `select count(*) filter (where x.is and not x.was)::int as newly_excluded,
       count(*) filter (where x.was and not x.is)::int as no_longer_excluded
     from enrollment e ${WITH_SUBSCRIBER} cross join lateral (select ${was} as was, ${is} as "is") x
     where ${IN_PROGRESS}`,
    values,
  )
  return row ?? { newly_excluded: 0, no_longer_excluded: 0 }
}

const WITH_SUBSCRIBER = 'join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id'
const IN_PROGRESS = `e.account_id = $1 and e.sequence_id = $2 and e.state = 'active' and s.state = 'active'`
const isEnrolled = (id: string) =>
  `${id} in (select x.subscriber_id from enrollment x where x.account_id = $1 and x.sequence_id = $2 and x.state = 'active')`

/** SQL of the condition that `subscriber s` skips an email that is due at `$5`. */
const skipsSql = async (ctx: Ctx, { sources, bind }: { sources: readonly ExcludedSource[]; bind: Bind }) =>
  `(${await exclusionSql(ctx, { sources, bind, within: isEnrolled })} or coalesce(s.paused_until > $5, false))`
