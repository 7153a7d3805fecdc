import { systemPool } from '../../../core/context.ts'

// Limits shared by all processes. Each is a row, from which one statement per batch takes messages.

export interface RateRequest {
  key: string
  per_second: number
  wanted: number
}

/** Messages may be sent this many seconds ahead of their rate, so batches are not split into single messages. */
const AHEAD_S = 10

/**
 * Takes up to `wanted` messages of each rate, atomically. A row's `free_at` is the time at which all granted messages would have been sent
 * at that rate. In any `t` seconds no more than rate x (t + AHEAD_S) are granted, or one if that is less.
 * @returns the number granted by key
 */
export async function takeRates(requests: readonly RateRequest[], now: Date): Promise<Map<string, number>> {
  if (requests.length === 0) return new Map()
  const { rows } = await systemPool().query<{ key: string; granted: number }>(
    `insert into sending_rate as r (key, free_at, granted)
     select key, $4::timestamptz + make_interval(secs => granted / per_second), granted
     from unnest($1::text[], $2::float8[], $3::int[]) as w(key, per_second, wanted),
       lateral (select least(wanted, greatest(floor(per_second * ${AHEAD_S}), 1))::int as granted) g
     order by key
     on conflict (key) do update set (free_at, granted) = (
       select begins + make_interval(secs => fits / w.per_second), fits
       from unnest($1::text[], $2::float8[], $3::int[]) as w(key, per_second, wanted),
         lateral (select greatest(r.free_at, $4::timestamptz) as begins) b,
         lateral (select least(w.wanted, greatest(floor(w.per_second
           * extract(epoch from $4::timestamptz + make_interval(secs => greatest(${AHEAD_S}, 1 / w.per_second)) - begins)::float8 + 0.000001), 0))::int as fits) f
       where w.key = r.key)
     returning key, granted`,
    [
      requests.map(({ key }) => key),
      requests.map(({ per_second }) => per_second),
      requests.map(({ wanted }) => wanted),
      now,
    ],
  )
  return new Map(rows.map(({ key, granted }) => [key, granted]))
}

/** Returns granted messages that were not sent. A negative count takes messages that were sent without a grant. */
export async function returnRates(
  returns: readonly { key: string; per_second: number; count: number }[],
  now: Date,
): Promise<void> {
  if (returns.length === 0) return
  // `granted` passes the count to an existing row.
  await systemPool().query(
    `insert into sending_rate as r (key, free_at, granted)
     select key, $4::timestamptz - make_interval(secs => count / per_second), count
     from unnest($1::text[], $2::float8[], $3::int[]) as w(key, per_second, count) order by key
     on conflict (key) do update set free_at = case when excluded.granted > 0 then r.free_at else greatest(r.free_at, $4::timestamptz) end
       + (excluded.free_at - $4::timestamptz)`,
    [
      returns.map(({ key }) => key),
      returns.map(({ per_second }) => per_second),
      returns.map(({ count }) => count),
      now,
    ],
  )
}

/** A request for part of a day's messages. */
export interface AllowanceRequest {
  subject: string
  number: number
  allowance: number
  wanted: number
}

/** Takes up to `wanted` messages from each subject's allowance of that day, atomically. Returns the number granted by subject. */
export async function takeAllowances(requests: readonly AllowanceRequest[], day: string): Promise<Map<string, number>> {
  if (requests.length === 0) return new Map()
  const { rows } = await systemPool().query<{ subject: string; granted: number }>(
    `insert into daily_allowance as d (subject, day, number, allowance, used, granted)
     select subject, $5::date, number, allowance, least(wanted, allowance), least(wanted, allowance)
     from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as w(subject, number, allowance, wanted) order by subject
     on conflict (subject, day) do update set allowance = excluded.allowance,
       granted = least(excluded.granted, greatest(excluded.allowance - d.used, 0)),
       used = d.used + least(excluded.granted, greatest(excluded.allowance - d.used, 0))
     returning subject, granted`,
    [
      requests.map(({ subject }) => subject),
      requests.map(({ number }) => number),
      requests.map(({ allowance }) => allowance),
      requests.map(({ wanted }) => wanted),
      day,
    ],
  )
  return new Map(rows.map(({ subject, granted }) => [subject, granted]))
}

/** Returns messages of an allowance that were not sent. A negative count takes messages that were sent without a grant. */
export async function returnAllowances(
  returns: readonly (Omit<AllowanceRequest, 'wanted'> & { count: number })[],
  day: string,
): Promise<void> {
  if (returns.length === 0) return
  await systemPool().query(
    `insert into daily_allowance as d (subject, day, number, allowance, used, granted)
     select subject, $5::date, number, allowance, greatest(-count, 0), count
     from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as w(subject, number, allowance, count) order by subject
     on conflict (subject, day) do update set used = greatest(d.used - excluded.granted, 0)`,
    [
      returns.map(({ subject }) => subject),
      returns.map(({ number }) => number),
      returns.map(({ allowance }) => allowance),
      returns.map(({ count }) => count),
      day,
    ],
  )
}

/** Returns the day (UTC) for which a message counts. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
