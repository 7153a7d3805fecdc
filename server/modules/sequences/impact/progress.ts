import type { Ctx } from '../../../core/context.ts'
import { type Bind, binder } from '../../subscribers/view.ts'
import { exclusionSql } from '../enrolling/exclusion.ts'
import type { ExcludedSource } from '../schema.ts'
import { lastStartDueBy, TICK_MS } from '../sending/schedule.ts'
import type { EditedSequence, EditedStep } from './edit.ts'
import { type Group, nextOf, type TimedGroup } from './impact.ts'

// Reads the subscribers of a sequence as groups: half a million subscribers become a few thousand rows.

/** Sequences with many moved emails can have more groups. The result omits the smallest, and has their number of subscribers. */
const MAX_GROUPS = 20_000

/** Returns all emails of the sequence by position, published or not, except untouched ones, which have no position. */
export const readSteps = (ctx: Ctx, { id }: { id: number }): Promise<EditedStep[]> =>
  ctx.sql.rows<EditedStep>(
    `select id, subject, published, position, delay_value, delay_unit, nullif(send_days, '{}') as send_days
     from sequence_email where account_id = $1 and sequence_id = $2 and deleted_at is null and position is not null order by position, id`,
    [id],
  )

/** Returns active subscribers of the sequence by progress, and their total, including omitted groups. */
export async function readGroups(
  ctx: Ctx,
  { id, most = MAX_GROUPS }: { id: number; most?: number },
): Promise<{ groups: Group[]; in_progress: number }> {
  const rows = await ctx.sql.rows<Group & { in_progress: number }>(
    `select e.last_position, e.processed_email_ids, e.next_email_id, count(*)::int as count,
       (sum(count(*)) over ())::int as in_progress
     from enrollment e ${WITH_SUBSCRIBER} where ${IN_PROGRESS} group by 1, 2, 3 order by 4 desc limit $3::int`,
    [id, most],
  )
  return {
    groups: rows.map(({ in_progress: _, ...group }) => group),
    in_progress: rows[0]?.in_progress ?? 0,
  }
}

interface TimesInput {
  id: number
  sources: readonly ExcludedSource[]
  groups: readonly Group[]
  /** Indexes of the groups to read. */
  indexes: readonly number[]
  /** The sequence after the edit, with its published emails. */
  edited: EditedSequence
}

/**
 * Splits groups into subscribers whose next email is due within a quarter of an hour, and subscribers who wait: at most two rows per group.
 * Due times never decrease with the start of the delay, so the first and last one suffice.
 */
export async function readTimes(ctx: Ctx, { id, sources, groups, indexes, edited }: TimesInput): Promise<TimedGroup[]> {
  if (indexes.length === 0) return []
  const soon = new Date(ctx.now().getTime() + TICK_MS)
  const starts = new Map(edited.steps.map((step) => [step.id, lastStartDueBy(edited, step, soon)]))
  const selected = indexes.flatMap((index) => {
    const group = groups[index]
    if (!group) return []
    const { last_position, processed_email_ids, next_email_id } = group
    const due_from = starts.get(nextOf(edited, group)?.id ?? Number.NaN)
    return [{ group: index, last_position, processed_email_ids, next_email_id, due_from }]
  })
  const values: unknown[] = [id, JSON.stringify(selected), null, ctx.now()]
  const excluded = await skipsSql(ctx, { sources, bind: binder(values) })
  return ctx.sql.rows<TimedGroup>(
    `select g."group", min(e.delay_from) as first_from, max(e.delay_from) as last_from, count(*)::int as count,
       count(*) filter (where t.is_due and ${excluded})::int as excluded
     from jsonb_to_recordset($3::jsonb)
         as g("group" int, last_position int, processed_email_ids int[], next_email_id int, due_from timestamptz)
       join enrollment e on e.processed_email_ids = g.processed_email_ids
         and e.last_position is not distinct from g.last_position and e.next_email_id is not distinct from g.next_email_id
       ${WITH_SUBSCRIBER}
       cross join lateral (select coalesce(e.delay_from <= g.due_from, false) as is_due) t
     where ${IN_PROGRESS} and $4::text is null
     group by g."group", t.is_due limit ${2 * MAX_GROUPS}`,
    values,
  )
}

/** Returns due subscribers by email, separately for recipients and for subscribers who skip it. */
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
     group by 1 limit ${MAX_GROUPS}`,
    values,
  )
  return new Map(rows.map(({ id: email_id, ...counts }) => [email_id, counts]))
}

/** Counts subscribers in only one of two lists of sources, in both directions. */
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

/** SQL condition that `subscriber s` skips an email due at `$5`. */
const skipsSql = async (ctx: Ctx, { sources, bind }: { sources: readonly ExcludedSource[]; bind: Bind }) =>
  `(${await exclusionSql(ctx, { sources, bind, within: isEnrolled })} or coalesce(s.paused_until > $5, false))`
