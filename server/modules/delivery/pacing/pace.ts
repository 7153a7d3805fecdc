import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'

/** The plan for enqueueing an email's recipients, with everything settled at its start. Stored with the email. */
export const Pace = z.discriminatedUnion('kind', [
  /** A first group, in equal parts per variant. The rest has no variant until its release. */
  z.object({
    kind: z.literal('staged'),
    /** Share of the recipients, above 0 and below 1. */
    share: z.number(),
    variants: z.int(),
    expected_at: z.iso.datetime(),
  }),
  /** Everyone immediately, with the variant of the released rest. */
  z.object({ kind: z.literal('released'), variant: z.int() }),
  /** Evenly over this many minutes. */
  z.object({ kind: z.literal('spread'), from: z.iso.datetime(), minutes: z.int() }),
  /** At this local date and time of each subscriber. `from` decides which times have passed. */
  z.object({
    kind: z.literal('time_zones'),
    at: z.iso.datetime({ local: true }),
    from: z.iso.datetime(),
    late: z.enum(['now', 'next_day']),
    time_zone: z.string(),
  }),
])
export type Pace = z.infer<typeof Pace>

/**
 * SQL of two columns of a new delivery, over `s`: a row of the page with its `rank`, the page's `size`, and the number of recipients
 * `before` it. Pages are small when the audience is a small part of the account.
 */
export interface PaceSql {
  variant: string
  next_attempt_at: string
  values: unknown[]
}

/** In floating point, 0.07 of 100 is 7.000000000000001. */
const ROUNDING = 0.000001

/** The size of the first group, computed as in `paceSql`. */
export const firstGroupSize = ({ share, count }: { share: number; count: number }): number =>
  Math.min(count, Math.ceil(share * count - ROUNDING))

/** Returns the pace of a page of recipients. `first`: number of the first parameter. */
export async function paceSql(ctx: Ctx, pace: Pace, { first }: { first: number }): Promise<PaceSql> {
  const value = (offset: number) => `$${first + offset}`
  switch (pace.kind) {
    case 'staged': {
      // Computed over all pages, so the first group has its share of the whole audience, in equal variants.
      const firstOf = (count: string) => `ceil(${value(0)}::float8 * (${count}) - ${ROUNDING})::int`
      const isFirst = `s.rank <= ${firstOf('s.before + s.size')} - ${firstOf('s.before')}`
      return {
        variant: `case when ${isFirst} then ((${firstOf('s.before')} + s.rank - 1) % ${value(1)}::int + 1)::smallint end`,
        next_attempt_at: `case when not ${isFirst} then ${value(2)}::timestamptz end`,
        values: [pace.share, pace.variants, pace.expected_at],
      }
    }
    case 'released':
      return { variant: `${value(0)}::smallint`, next_attempt_at: 'null::timestamptz', values: [pace.variant] }
    case 'spread':
      return {
        variant: 'null::smallint',
        // A random minute within the recipient's interval. Otherwise pages of one recipient would all start at the first minute.
        next_attempt_at: `${value(0)}::timestamptz
          + make_interval(mins => floor((s.rank - 1 + s.random) * ${value(1)}::int / greatest(s.size, 1))::int)`,
        values: [pace.from, pace.minutes],
      }
    case 'time_zones':
      return {
        variant: 'null::smallint',
        next_attempt_at: zonedSql({ zone: 's.time_zone', value }),
        values: await zonedValues(ctx, pace),
      }
  }
}

type ZonedPace = Pick<Extract<Pace, { kind: 'time_zones' }>, 'at' | 'from' | 'late' | 'time_zone'>

/**
 * SQL of the time at which a subscriber in `zone` gets the email. Null: immediately. Zones unknown to PostgreSQL count as the account's.
 */
export function zonedSql({ zone, value }: { zone: string; value: (offset: number) => string }): string {
  const known = `case when ${zone} = any (${value(4)}::text[]) then ${zone} else ${value(3)}::text end`
  const at = (days: number) => `((${value(0)}::timestamp + interval '${days} days') at time zone (${known}))`
  return `case when ${at(0)} > ${value(1)}::timestamptz then ${at(0)} when ${value(2)}::boolean then ${at(1)} end`
}

/** The five values of `zonedSql`. */
export const zonedValues = async (ctx: Ctx, { at, from, late, time_zone }: ZonedPace): Promise<unknown[]> => [
  at,
  from,
  late === 'next_day',
  time_zone,
  await zoneNames(ctx),
]

let names: string[] | undefined

/** Time zones known to PostgreSQL. Reading them takes tens of milliseconds, so each process does it once. */
async function zoneNames(ctx: Ctx): Promise<string[]> {
  names ??= (await ctx.sql.rows<{ name: string }>('select name from pg_timezone_names where $1 > 0', [])).map(
    ({ name }) => name,
  )
  return names
}
