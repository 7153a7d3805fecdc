import type { Tx } from '../../../core/write/write.ts'
import type { Reentry } from '../graph-schema.ts'
import { ALL_RUNS, StepCounter } from '../running/moving.ts'
import { storeCounts } from '../running/store.ts'
import { lockPublished } from './published.ts'

export interface Entry {
  subscriber_id: number
  /** Null: by hand, or by a step of another automation. */
  trigger_id: string | null
  /** Evidence for the trace. */
  data: Record<string, unknown>
  /** Time of the event by which they enter. Default: now. */
  at?: Date | undefined
  /** The event by which they enter. Later events count as inside. */
  after?: number | undefined
}

/** Counts entries without a trigger. No step or trigger has this id. */
export const BY_HAND = 'by_hand'

/** Maximum entries of a subscriber into one automation per hour, because automations can start each other endlessly. */
export const MAX_PER_HOUR = 100
const HOUR_MS = 3_600_000
export const TOO_OFTEN = `The subscriber entered this automation ${MAX_PER_HOUR} times within an hour, so it probably starts itself, or automations start each other without end. Change what triggers them and publish, then try again or remove the subscriber.`

/** A subscriber who has entered. */
export interface Entered {
  run_id: number
  subscriber_id: number
  entry: Entry
}

/**
 * Lets active subscribers enter a live automation if its re-entry rule allows. Of several entries of a subscriber the first counts; with
 * parallel re-entry, one per moment. Returns the entered subscribers in the order of entries.
 */
export async function enter(
  tx: Tx,
  { automation_id, entries }: { automation_id: number; entries: readonly Entry[] },
): Promise<{ entered: number; runs: Entered[] }> {
  const nothing = { entered: 0, runs: [] }
  if (entries.length === 0) return nothing
  const entrance = await lockPublished<{ reentry: Reentry; first: string | null }>(tx, {
    automation_id,
    lock: 'key share',
    columns: `reentry, graph ->> 'first' as first`,
  })
  if (entrance?.state !== 'live') return nothing
  const candidates = firstOfEach(entries, entrance.reentry)
  const ids = [...new Set(candidates.map(({ subscriber_id }) => subscriber_id))]
  // Other transactions that let them enter wait here and then see these rows, so a subscriber enters once.
  const locked = await tx.sql.rows<{ id: number }>(
    `select id from subscriber where account_id = $1 and id = any ($2::bigint[]) and state = 'active'
     order by email_address for no key update`,
    [ids],
  )
  const active = new Set(locked.map(({ id }) => id))
  const entering = candidates.filter(({ subscriber_id }) => active.has(subscriber_id))
  if (entering.length === 0) return nothing
  const rows = await tx.sql.rows<{ id: number; place: number; is_held: boolean }>(ENTER[entrance.reentry], [
    automation_id,
    entrance.version,
    entrance.first,
    tx.now(),
    JSON.stringify(entering.map(({ at, ...entry }) => ({ ...entry, at: at ?? tx.now() }))),
    new Date(+tx.now() - HOUR_MS),
    TOO_OFTEN,
  ])
  if (rows.length === 0) return nothing
  const runs = rows.flatMap(({ id, place }) => {
    const entry = entering[place - 1]
    return entry ? [{ run_id: id, subscriber_id: entry.subscriber_id, entry }] : []
  })
  const counts = new StepCounter()
  const { version, first } = entrance
  counts.of(version, ALL_RUNS).entered += runs.length
  for (const { entry } of runs) counts.of(version, entry.trigger_id ?? BY_HAND).entered++
  if (first !== null) {
    counts.of(version, first).entered += runs.length
    counts.of(version, first).failed += rows.filter(({ is_held }) => is_held).length
  }
  await storeCounts(tx, { automation_id, counts, now: tx.now() })
  tx.emit('automation.work_requested', { automation_id })
  return { entered: runs.length, runs }
}

function firstOfEach(entries: readonly Entry[], reentry: Reentry): Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ subscriber_id, at }) => {
    const key = reentry === 'always' ? `${subscriber_id} ${at?.toISOString() ?? ''}` : String(subscriber_id)
    return !seen.has(key) && seen.add(key)
  })
}

/** Condition that the re-entry rule lets a subscriber enter an automation, whether or not they did before. */
export function mayReenterSql(reentry: Reentry, automation: () => string, subscriber: string): string {
  if (reentry === 'always') return 'true'
  return `not exists (select from automation_run r where r.account_id = $1 and r.automation_id = ${automation()}
    and r.subscriber_id = ${subscriber} ${reentry === 'never' ? '' : 'and r.ended_at is null'})`
}

/**
 * Reserves ids first, so one statement can also write the trace. A subscriber who enters too often is held once at the first step, where
 * members see the reason.
 */
const enterSql = (reentry: Reentry) => `
  with position as materialized (
    select nextval('automation_event_id_seq') as now
  ), given as materialized (
    select v.*, row_number() over (partition by v.subscriber_id order by v.place) + (
        select count(*) from automation_run r
        where r.account_id = $1 and r.subscriber_id = v.subscriber_id and r.automation_id = $2 and r.entered_at > $7::timestamptz
      ) as times
    from rows from (
      jsonb_to_recordset($6::jsonb) as (subscriber_id bigint, trigger_id text, data jsonb, at timestamptz, after bigint)
    ) with ordinality as v(subscriber_id, trigger_id, data, at, after, place)
    order by v.place
  ), wanted as materialized (
    select nextval('automation_run_id_seq') as id, v.subscriber_id, v.trigger_id, v.data, v.at, coalesce(v.after, p.now) as after, v.place,
      v.times > ${MAX_PER_HOUR} as is_held
    from position p, (select * from given order by place) v
    -- As a case and not a join, this looks up each subscriber by the index and keeps the order.
    where case when v.times <= ${MAX_PER_HOUR + 1} then ${mayReenterSql(reentry, () => '$2', 'v.subscriber_id')}
      and (${reentry !== 'always'} or v.trigger_id is null or not exists (
        select from automation_run r
        where r.account_id = $1 and r.subscriber_id = v.subscriber_id and r.automation_id = $2 and r.entered_at = v.at
          and r.trigger_id is not null)) end
  ), entered as (
    insert into automation_run (account_id, automation_id, subscriber_id, id, version, state, step_id, due_at, arrived_at, trigger_id, entered_at,
      entered_after, arrived_after, attempts, problem, event)
    select $1, $2, w.subscriber_id, w.id, $3::int, case when w.is_held then 'held' else 'ready' end, $4::text,
      case when not w.is_held then $5::timestamptz end, w.at, w.trigger_id, w.at, w.after, w.after, w.is_held::int,
      case when w.is_held then $8::text end, w.data #> '{event,properties}'
    from wanted w order by w.place
  ), traced as (
    insert into automation_trace (account_id, run_id, step_id, event, data, at)
    select $1, w.id, t.step_id, t.event, t.data, t.at from wanted w, lateral (
      select 1 as number, null as step_id, 'entered' as event, w.data || jsonb_build_object('trigger_id', w.trigger_id) as data, w.at
      union all
      select 2, $4::text, 'failed', jsonb_build_object('problem', $8::text, 'again_at', null), $5::timestamptz where w.is_held
    ) t order by w.place, t.number
  )
  select id, place::int, is_held from wanted order by place`

const ENTER = { never: enterSql('never'), after_leaving: enterSql('after_leaving'), always: enterSql('always') }
