import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { definitionSql, readDefinitions } from '../../segments/service.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { binder } from '../../subscribers/view.ts'
import { enter } from './enter.ts'

// Finds entries into a segment by comparing its current matches with the previous ones, in slices: a segment can have a million
// subscribers.

/** Subscribers per transaction. */
const SLICE = 1_500
/** Skips segments evaluated this recently, unless a publication followed. */
const EVERY_MS = 4 * 60_000

/**
 * Watches the segments that listeners name, and removes the others. A segment that is named again later starts with a first evaluation, by
 * which no one enters. Leaves a segment whose slice is being evaluated to `evaluateSegment`.
 */
export async function watchSegments(tx: Tx): Promise<void> {
  await tx.sql.run(
    `with unheard as (
       select s.segment_id from automation_segment s
       where s.account_id = $1 and (s.evaluated_at is not null or s.after_id is not null) and not exists (select from automation_listener l
         where l.account_id = $1 and l.type = 'segment_entered' and l.object = s.segment_id::text)
       order by s.segment_id for update skip locked
     )
     update automation_segment s set evaluated_at = null, after_id = null from unheard u where s.account_id = $1 and s.segment_id = u.segment_id`,
    [],
  )
  await tx.sql.run(
    `insert into automation_segment (account_id, segment_id)
     select distinct $1::int, l.object::int from automation_listener l where l.account_id = $1 and l.type = 'segment_entered'
     on conflict (account_id, segment_id) do nothing`,
    [],
  )
}

interface Watched {
  segment_id: number
  evaluated_at: Date | null
  after_id: number | null
}

/** Evaluates a slice of a segment that is due. Returns false when none is. */
export function evaluateSegment(ctx: Ctx): Promise<boolean> {
  return write(ctx, async (tx) => {
    const watched = await tx.sql.one<Watched>(
      `select s.segment_id, s.evaluated_at, s.after_id from automation_segment s
       where s.account_id = $1 and (s.after_id is not null or s.evaluated_at is null or s.evaluated_at <= $2 or exists (
         select from automation_listener l where l.account_id = $1 and l.type = 'segment_entered' and l.object = s.segment_id::text
           and l.listens_since > s.evaluated_at))
       order by s.evaluated_at nulls first, s.segment_id limit 1 for update skip locked`,
      [new Date(+tx.now() - EVERY_MS)],
    )
    if (!watched) return false
    const { segment_id: id } = watched
    const definition = (await readDefinitions(tx, { ids: [id] })).get(id)
    if (!definition || !(await isListenedTo(tx, id))) {
      await forgetSegment(tx, id)
      return true
    }
    const from = watched.after_id ?? 0
    const slice = await tx.sql.one<{ last: number | null }>(
      `select max(id) as last from (select id from subscriber where account_id = $1 and id > $2 order by id limit ${SLICE}) s`,
      [from],
    )
    const last = slice?.last ?? null
    if (last === null) {
      const data = { evaluated_at: tx.now(), after_id: null }
      await tx.db.automationSegment.updateMany({ where: { segment_id: id }, data })
      return true
    }
    const new_ids = await compare(tx, { id, definition, from, last })
    if (watched.evaluated_at !== null && new_ids.length > 0)
      await enterBySegment(tx, { segment_id: id, ids: new_ids, known_at: watched.evaluated_at })
    await tx.db.automationSegment.updateMany({ where: { segment_id: id }, data: { after_id: last } })
    return true
  })
}

/** Removes a slice of stored matches, or the segment after the last slice. Until then, the segment counts as never evaluated. */
async function forgetSegment(tx: Tx, segment_id: number): Promise<void> {
  const forgotten = await tx.sql.run(
    `delete from automation_segment_member x where x.account_id = $1 and x.segment_id = $2 and x.subscriber_id in (
       select m.subscriber_id from automation_segment_member m where m.account_id = $1 and m.segment_id = $2
       order by m.subscriber_id limit ${SLICE})`,
    [segment_id],
  )
  const where = { segment_id }
  if (forgotten === 0) await tx.db.automationSegment.deleteMany({ where })
  else await tx.db.automationSegment.updateMany({ where, data: { evaluated_at: null, after_id: null } })
}

const isListenedTo = async (tx: Tx, segment_id: number): Promise<boolean> =>
  (await tx.db.automationListener.count({ where: { type: 'segment_entered', object: String(segment_id) } })) > 0

/** Stores the current matches in a range of ids, and returns the new ones. */
async function compare(
  tx: Tx,
  { id, definition, from, last }: { id: number; definition: SegmentFilter; from: number; last: number },
): Promise<number[]> {
  const values: unknown[] = []
  const bind = binder(values)
  const [segment, after, until] = [bind(id), bind(from), bind(last)]
  const within = (expr: string) => `${expr} > ${after}::bigint and ${expr} <= ${until}::bigint`
  const rows = await tx.sql.rows<{ subscriber_id: number }>(
    `with present as materialized (select id from ${definitionSql(tx, { definition, bind, within })} m),
     gone as (
       delete from automation_segment_member x
       where x.account_id = $1 and x.segment_id = ${segment}::int and ${within('x.subscriber_id')} and x.subscriber_id not in (select id from present)
     )
     insert into automation_segment_member (account_id, subscriber_id, segment_id)
     select $1, s.id, ${segment}::int from subscriber s
     where s.account_id = $1 and s.id in (select id from present) order by s.email_address for key share
     on conflict (account_id, subscriber_id, segment_id) do nothing returning subscriber_id`,
    values,
  )
  return rows.map(({ subscriber_id }) => subscriber_id)
}

/**
 * Lets subscribers enter who were not in the segment at `known_at`. Skips automations published since, because these subscribers may have
 * matched before the publication. The evaluation that the publication requests follows within seconds.
 */
async function enterBySegment(
  tx: Tx,
  { segment_id, ids, known_at }: { segment_id: number; ids: readonly number[]; known_at: Date },
): Promise<void> {
  const listeners = await tx.db.automationListener.findMany({
    where: {
      type: 'segment_entered',
      object: String(segment_id),
      purpose: 'entry',
      OR: [{ listens_since: null }, { listens_since: { lte: known_at } }],
    },
    orderBy: [{ automation_id: 'asc' }, { step_id: 'asc' }],
  })
  const data = { event: { type: 'segment_entered', object: String(segment_id), at: tx.now() } }
  for (const { automation_id, step_id: trigger_id } of listeners) {
    const entries = ids.map((subscriber_id) => ({ subscriber_id, trigger_id, data, at: tx.now() }))
    await enter(tx, { automation_id, entries })
  }
}
