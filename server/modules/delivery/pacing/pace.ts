import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'

/** Plan by which the recipients of an email are enqueued, with what the start has settled. Stored with the email. */
export const Pace = z.discriminatedUnion('kind', [
  /** A first group, in equal parts for each variant. The rest has no variant until it is released. */
  z.object({
    kind: z.literal('staged'),
    /** Share of the recipients, above 0 and below 1. */
    share: z.number(),
    variants: z.int(),
    expected_at: z.iso.datetime(),
  }),
  /** Everyone immediately, with the variant that the rest of a staged email got. */
  z.object({ kind: z.literal('released'), variant: z.int() }),
  /** Evenly over this many minutes. */
  z.object({ kind: z.literal('spread'), from: z.iso.datetime(), minutes: z.int() }),
  /** At this local date and time of each subscriber. `from` decides whose time has passed. */
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
 * SQL of two columns of a new delivery, over `s`: a row of the page with its `rank`, the `size` of the page, and the number of
 * recipients `before` it. A page has few recipients when the audience is a small part of the account.
 */
export interface PaceSql {
  variant: string
  next_attempt_at: string
  values: unknown[]
}

/** 0.07 of 100 is 7.000000000000001 in floating point. */
const ROUNDING = 0.000001

/** The size of a first group, as `paceSql` counts it. */
export const firstGroupSize = ({ share, count }: { share: number; count: number }): number =>
  Math.min(count, Math.ceil(share * count - ROUNDING))

/** Returns how a page of recipients is paced. `first` is the number of the first value. */
export async function paceSql(ctx: Ctx, pace: Pace, { first }: { first: number }): Promise<PaceSql> {
  const value = (offset: number) => `$${first + offset}`
  switch (pace.kind) {
    case 'staged': {
      // Counted over all pages, so the first group has its share of the audience and its variants are equal.
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
        // A random minute of the recipient's part, or pages of one recipient would all begin at the first minute.
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

/** SQL of when a subscriber in `zone` gets the email; null means immediately. A zone that PostgreSQL does not know is the account's. */
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

/** The time zones that PostgreSQL knows. Reading them takes it tens of milliseconds, so a process asks once. */
async function zoneNames(ctx: Ctx): Promise<string[]> {
  names ??= (await ctx.sql.rows<{ name: string }>('select name from pg_timezone_names where $1 > 0', [])).map(
    ({ name }) => name,
  )
  return names
}
