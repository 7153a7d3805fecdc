import type { Logger } from '../../core/log.ts'
import type { Sql } from '../engine/storage/database.ts'
import { formerIdsOf } from '../former-ids.ts'

/** Time for which an event is kept for a job, and the interval at which it is sent again until the job is done. */
export interface Keeping {
  resend_minutes: number
  hours: number
}

/** Longer than a job's own attempts take. */
export const KEEPING: Keeping = { resend_minutes: 6 * 60, hours: 7 * 24 }

/** The jobs for which events are kept, by event type. */
export type KeptTypes = ReadonlyMap<string, readonly { job: string; keeping: Keeping }[]>

interface Event {
  id: string
  type: string
  account_id: number
  data: unknown
}

/** Keeps events for their jobs, in the transaction that removes them from the outbox. */
export async function keepEvents(tx: Sql, types: KeptTypes, events: readonly Event[]): Promise<void> {
  const kept_events = events.flatMap((event) => (types.get(event.type) ?? []).map((one) => ({ ...event, ...one })))
  if (kept_events.length === 0) return
  await tx.rows(
    `insert into kept_event (event_id, job, account_id, type, data, resend_at, resend_minutes, until)
     select new.event_id, new.job, new.account_id, new.type, new.data, now() + new.minutes * interval '1 minute', new.minutes,
       now() + new.hours * interval '1 hour'
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::jsonb[], $6::int[], $7::int[])
       as new (event_id, job, account_id, type, data, minutes, hours)
     on conflict (event_id, job) do nothing`,
    [
      kept_events.map(({ id }) => id),
      kept_events.map(({ job }) => job),
      kept_events.map(({ account_id }) => account_id),
      kept_events.map(({ type }) => type),
      kept_events.map(({ data }) => JSON.stringify(data)),
      kept_events.map(({ keeping }) => keeping.resend_minutes),
      kept_events.map(({ keeping }) => keeping.hours),
    ],
  )
}

interface Queryable {
  query: (text: string, values: unknown[]) => Promise<{ rowCount: number | null; rows: unknown[] }>
}

/** Deletes the kept event of a job that is done. */
export async function forgetEvent(pool: Queryable, event: { id: string; job: string }): Promise<void> {
  const ids = [event.job, ...formerIdsOf(event.job)]
  await pool.query('delete from kept_event where event_id = $1 and job = any ($2)', [event.id, ids])
}

/**
 * Sends kept events again if their job failed or was lost, and deletes expired ones. Each gets a new id, because engines drop known ids.
 * Skips events of paused jobs, whose runs are waiting. Returns the number of sent events.
 */
export async function resendKeptEvents({
  pool,
  now,
  log,
  paused = [],
}: {
  pool: Queryable
  now: Date
  log: Logger
  paused?: readonly string[]
}): Promise<number> {
  const paused_ids = paused.flatMap((job) => [job, ...formerIdsOf(job)])
  const { rows: lost } = await pool.query(
    'delete from kept_event where until <= $1 and job <> all ($2) returning job, account_id',
    [now, paused_ids],
  )
  if (lost.length > 0) log.error({ lost }, 'jobs did not finish before their events expired')
  const { rowCount } = await pool.query(
    `with due as (
       select event_id, job from kept_event where resend_at <= $1 and job <> all ($2) order by resend_at limit 1000 for update skip locked
     ), renewed as (
       update kept_event k set event_id = gen_random_uuid()::text, resend_at = $1 + k.resend_minutes * interval '1 minute'
       from due where k.event_id = due.event_id and k.job = due.job returning k.event_id, k.account_id, k.type, k.data
     )
     insert into outbox (event_id, account_id, type, data) select event_id::uuid, account_id, type, data from renewed`,
    [now, paused_ids],
  )
  return rowCount ?? 0
}
