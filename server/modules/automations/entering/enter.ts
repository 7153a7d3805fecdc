import type { Tx } from '../../../core/write/write.ts'
import type { Reentry } from '../graph-schema.ts'

export interface Entry {
  subscriber_id: number
  /** Null: by hand, or by a step of another automation. */
  trigger_id: string | null
  /** Evidence for the trace. */
  data: Record<string, unknown>
  /** When the event happened that they enter by; otherwise now. */
  at?: Date | undefined
}

/** The step under which entries without a trigger are counted. No step or trigger has this id. */
export const BY_HAND = 'by_hand'

/** A subscriber enters an automation that allows it always at most so often within an hour: it may be its own trigger. */
const MOST_PER_HOUR = 100
const HOUR_MS = 3_600_000

interface Entrance {
  version: number
  reentry: Reentry
  first: string | null
}

/** A subscriber who has entered. */
export interface Entered {
  run_id: number
  subscriber_id: number
  entry: Entry
}

/**
 * Lets subscribers enter an automation that is live: those who are active and may enter (again). Of several entries of a subscriber the
 * first counts; if the automation allows to be inside several times, one for each moment. Returns who entered, in the order of entries.
 */
export async function enter(
  tx: Tx,
  { automation_id, entries }: { automation_id: number; entries: readonly Entry[] },
): Promise<{ entered: number; runs: Entered[] }> {
  const nothing = { entered: 0, runs: [] }
  if (entries.length === 0) return nothing
  const entrance = await tx.sql.one<Entrance>(
    `select a.version, v.reentry, v.graph ->> 'first' as first
     from automation a join automation_version v on v.account_id = a.account_id and v.automation_id = a.id and v.version = a.version
     where a.account_id = $1 and a.id = $2 and a.state = 'live' and a.deleted_at is null for key share of a`,
    [automation_id],
  )
  if (!entrance) return nothing
  const wanted = firstOfEach(entries, entrance.reentry)
  const ids = [...new Set(wanted.map(({ subscriber_id }) => subscriber_id))]
  // Others who let them enter wait, and see what is written here: a subscriber enters once.
  const locked = await tx.sql.rows<{ id: number }>(
    `select id from subscriber where account_id = $1 and id = any ($2::bigint[]) and state = 'active'
     order by email_address for no key update`,
    [ids],
  )
  const active = new Set(locked.map(({ id }) => id))
  const entering = wanted.filter(({ subscriber_id }) => active.has(subscriber_id))
  if (entering.length === 0) return nothing
  const rows = await tx.sql.rows<{ id: number; place: number }>(ENTER, [
    automation_id,
    entrance.version,
    entrance.first,
    tx.now(),
    entrance.reentry,
    JSON.stringify(entering.map(({ at, ...entry }) => ({ ...entry, at: at ?? tx.now() }))),
    new Date(+tx.now() - HOUR_MS),
  ])
  if (rows.length === 0) return nothing
  const runs = rows.flatMap(({ id, place }) => {
    const entry = entering[place - 1]
    return entry ? [{ run_id: id, subscriber_id: entry.subscriber_id, entry }] : []
  })
  await countEntries(
    tx,
    automation_id,
    runs.map(({ entry }) => entry.trigger_id ?? BY_HAND),
  )
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

/** Ids are taken first, so the same statement writes the trace. */
const ENTER = `
  with wanted as materialized (
    select nextval('automation_run_id_seq') as id, v.subscriber_id, v.trigger_id, v.data, v.at, v.place
    from rows from (
      jsonb_to_recordset($7::jsonb) as (subscriber_id bigint, trigger_id text, data jsonb, at timestamptz)
    ) with ordinality as v(subscriber_id, trigger_id, data, at, place)
    where case $6::text
      when 'always' then (
        select count(*) from automation_run r
        where r.account_id = $1 and r.subscriber_id = v.subscriber_id and r.automation_id = $2 and r.entered_at > $8::timestamptz
      ) < ${MOST_PER_HOUR}
      else not exists (
        select from automation_run r where r.account_id = $1 and r.subscriber_id = v.subscriber_id and r.automation_id = $2
          and ($6::text = 'never' or r.ended_at is null))
    end
  ), entered as (
    insert into automation_run (account_id, automation_id, subscriber_id, id, version, state, step_id, due_at, arrived_at, trigger_id, entered_at)
    select $1, $2, w.subscriber_id, w.id, $3::int, 'ready', $4::text, $5::timestamptz, w.at, w.trigger_id, w.at from wanted w order by w.place
  ), traced as (
    insert into automation_trace (account_id, run_id, event, data, at)
    select $1, w.id, 'entered', w.data || jsonb_build_object('trigger_id', w.trigger_id), w.at from wanted w order by w.place
  )
  select id, place::int from wanted order by place`

async function countEntries(tx: Tx, automation_id: number, trigger_ids: readonly string[]): Promise<void> {
  await tx.sql.run(
    `insert into automation_step_count as c (account_id, automation_id, step_id, day, entered)
     select $1, $2, v.step_id, ($4::timestamptz at time zone a.time_zone)::date, count(*)
     from unnest($3::text[]) as v(step_id), account a where a.id = $1 group by 3, 4 order by 3
     on conflict (account_id, automation_id, step_id, day) do update set entered = c.entered + excluded.entered`,
    [automation_id, trigger_ids, tx.now()],
  )
}
