import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { zoneOf } from '../running/wait.ts'
import { canBeReached, candidateSql, candidates, type DateTrigger, reachedAt } from './date-window.ts'
import { enter } from './enter.ts'

/** Subscribers read per transaction. Few enter. */
const SLICE = 10_000
/** Maximum number of subscribers that enter per transaction. The slice ends at the last one. */
const MOST = 1_500
const EVERY_MS = 4 * 60_000
/** Maximum range of missed dates that is caught up after an outage. */
const MAX_MS = 7 * 86_400_000

/** Stops watching dates of published triggers unless `listeners` has an identical one. */
export async function forgetDates(
  tx: Tx,
  { automation_id, listeners }: { automation_id: number; listeners: readonly { step_id: string; type: string }[] },
): Promise<void> {
  await tx.sql.run(
    `delete from automation_date d where d.account_id = $1 and d.automation_id = $2 and not exists (
       select from automation_listener l
         join jsonb_to_recordset($3::jsonb) as v(step_id text, type text, object text, detail jsonb)
           on v.step_id = l.step_id and v.type = l.type and v.object = l.object and v.detail = l.detail
       where l.account_id = $1 and l.automation_id = $2 and l.purpose = 'entry' and l.type = 'date_reached' and l.step_id = d.step_id)`,
    [automation_id, JSON.stringify(listeners)],
  )
}

/** Watches the dates of a version's triggers from now on. */
export async function watchDates(
  tx: Tx,
  { automation_id, version }: { automation_id: number; version: number },
): Promise<void> {
  await tx.sql.run(
    `insert into automation_date (account_id, automation_id, step_id, done_until)
     select $1, $2, l.step_id, $4 from automation_listener l
     where l.account_id = $1 and l.automation_id = $2 and l.version = $3 and l.type = 'date_reached'
     on conflict (account_id, automation_id, step_id) do nothing`,
    [automation_id, version, tx.now()],
  )
}

interface Watched {
  automation_id: number
  step_id: string
  object: string
  detail: DateTrigger
  done_until: Date
  until: Date | null
  after_id: number
  time_zone: string
}

interface Candidate {
  id: number
  value: string
  time_zone: string | null
}

/** Lets subscribers enter in the next slice of a due trigger. Returns false when no trigger is due. */
export function findDates(ctx: Ctx): Promise<boolean> {
  return write(ctx, async (tx) => {
    const watched = await tx.sql.one<Watched>(
      `select d.*, l.object, l.detail, c.time_zone from automation_date d
       join automation_listener l on l.account_id = $1 and l.automation_id = d.automation_id and l.step_id = d.step_id and l.type = 'date_reached'
       join account c on c.id = $1
       where d.account_id = $1 and (d.until is not null or d.done_until <= $2)
       order by d.done_until, d.automation_id, d.step_id limit 1 for update of d skip locked`,
      [new Date(+tx.now() - EVERY_MS)],
    )
    if (!watched) return false
    const until = watched.until ?? tx.now()
    const from = new Date(Math.max(+watched.done_until, +until - MAX_MS))
    const isPossible = canBeReached(watched.detail, { window: { from, until }, zone: watched.time_zone })
    const { rows, last } = isPossible ? await readCandidates(tx, watched, { from, until }) : { rows: [], last: null }
    const entries = rows.flatMap(({ id: subscriber_id, value, time_zone }) => {
      const zone = zoneOf(watched.detail, { account_zone: watched.time_zone, subscriber_zone: time_zone })
      const at = reachedAt(watched.detail, { value, window: { from, until }, zone })
      const event = { type: 'date_reached', object: watched.object, value, at }
      return at ? [{ subscriber_id, trigger_id: watched.step_id, data: { event }, at }] : []
    })
    const { automation_id, step_id } = watched
    await enter(tx, { automation_id, entries })
    const data = last === null ? { done_until: until, until: null, after_id: 0 } : { until, after_id: last }
    await tx.db.automationDate.updateMany({ where: { automation_id, step_id }, data })
    return true
  })
}

/** Reads subscribers of the next slice who may have reached their date. `last`: null at the end. */
async function readCandidates(
  tx: Tx,
  { object, detail, after_id }: Watched,
  window: { from: Date; until: Date },
): Promise<{ rows: Candidate[]; last: number | null }> {
  const rows = await tx.sql.rows<Candidate & { last: number | null }>(
    `with slice as materialized (
       select s.id, s.fields, s.time_zone, s.state from subscriber s where s.account_id = $1 and s.id > $2 order by s.id limit ${SLICE}
     ), found as (
       select s.id, s.fields ->> f.slot as value, s.time_zone from slice s join custom_field f on f.account_id = $1 and f.id = $3::int
       where s.state = 'active' and ${candidateSql(detail, 's.fields ->> f.slot')} = any ($4::text[]) order by s.id limit ${MOST}
     )
     select o.last, f.id, f.value, f.time_zone from (select max(id) as last from slice) o left join found f on true order by f.id`,
    [after_id, object, candidates(detail, window)],
  )
  const found = rows.filter(({ id }) => id !== null)
  const end = rows[0]?.last ?? null
  return { rows: found, last: found.length === MOST ? (found.at(-1)?.id ?? end) : end }
}
