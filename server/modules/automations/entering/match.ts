import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import type { ListenerType, PropertyCondition } from '../graph-schema.ts'
import { leaveAll } from '../running/leave.ts'
import { lockRuns, reachGoals, resumeWaits } from '../running/resume.ts'
import { type Entry, enter } from './enter.ts'
import { keyOf, receiversOf } from './listeners.ts'
import type { NotedEvent } from './noted-event.ts'

// Matches events noted by database triggers and other modules with the account's listeners, in their order. One transaction applies the
// effects and deletes the events.

/** Events per transaction. */
const EVENTS = 1_500

interface MatchedListener {
  automation_id: number
  version: number
  step_id: string
  purpose: 'entry' | 'goal' | 'wait'
  type: ListenerType
  object: string
  detail: { value?: string; settings?: Record<string, unknown>; where?: PropertyCondition[] }
  /** Subscribers can enter the version now. */
  is_open: boolean
}

/** Matches noted events for about `work_ms`. Returns whether more may wait. One process per account at a time. */
export function matchEvents(ctx: Ctx, { work_ms }: { work_ms: number }): Promise<boolean> {
  return sliceOf(work_ms, () => matchSome(ctx))
}

/** Returns whether events wait to be matched. */
export const hasEvents = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.sql.one('select 1 from automation_event where account_id = $1 limit 1')) !== undefined

function matchSome(ctx: Ctx): Promise<boolean> {
  return write(ctx, async (tx) => {
    // Waiting keeps the order of events: the next process continues where this one ends.
    await tx.sql.one(`select 1 from pg_advisory_xact_lock($1, hashtext('automation events'))`)
    const events = await takeEvents(tx)
    if (events.length === 0) return false
    await apply(tx, events)
    return events.length === EVENTS
  })
}

async function takeEvents(tx: Tx): Promise<NotedEvent[]> {
  const rows = await tx.sql.rows<Omit<NotedEvent, 'at'> & { at: Date | null }>(
    `with taken as (
       delete from automation_event where (account_id, id) in (
         select account_id, id from automation_event where account_id = $1 order by id limit $2
       ) returning id, type, object, subscriber_id, data, at, is_dated
     ) select * from taken order by id`,
    [EVENTS],
  )
  return rows.map((row) => ({ ...row, at: row.at ?? tx.now() }))
}

interface Match {
  listener: MatchedListener
  event: NotedEvent
}

async function apply(tx: Tx, events: readonly NotedEvent[]): Promise<void> {
  const listeners = await findListeners(tx, events)
  const matches = matchAll(events, listeners)
  const inside = matches.filter(({ listener }) => listener.purpose !== 'entry')
  const entries = matches.filter(({ listener }) => listener.purpose === 'entry' && listener.is_open)
  await lockSubscribers(
    tx,
    [...inside, ...entries].map(({ event }) => event.subscriber_id),
  )
  await lockRuns(tx, inside)
  await leaveAll(tx, {
    subscriber_ids: events.filter(({ type }) => type === 'subscriber_left').map((event) => event.subscriber_id),
  })
  // Events after an entry also end waits and reach goals of the new run.
  for (const [automation_id, of_automation] of Map.groupBy(entries, ({ listener }) => listener.automation_id))
    await enter(tx, { automation_id, entries: of_automation.map(entryOf) })
  const waits = inside.filter(({ listener }) => listener.purpose === 'wait')
  const goals = inside.filter(({ listener }) => listener.purpose === 'goal')
  // A goal comes before a wait for the same event.
  const moved = new Set([...(await resumeWaits(tx, waits)), ...(await reachGoals(tx, goals))])
  for (const automation_id of moved) tx.emit('automation.work_requested', { automation_id })
}

const entryOf = ({ listener, event }: Match): Entry => ({
  subscriber_id: event.subscriber_id,
  trigger_id: listener.step_id,
  data: { event: evidenceOf(event) },
  at: event.at,
  after: event.id,
})

/** Returns the facts of an event that the trace shows. */
const evidenceOf = ({ type, object, data, at }: NotedEvent) => ({ ...data, type, object, at })

/** Locks all subscribers of a batch in the order that all sets use. */
async function lockSubscribers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.sql.run(
    `with locked as (select id from subscriber where account_id = $1 and id = any ($2::bigint[]) order by email_address for no key update)
     select count(*) from locked`,
    [[...new Set(ids)]],
  )
}

function findListeners(tx: Tx, events: readonly NotedEvent[]): Promise<MatchedListener[]> {
  const pairs = new Map(
    events.flatMap(({ type, object }) => [object, ''].map((one) => [`${type} ${one}`, { type, object: one }])),
  )
  return tx.sql.rows<MatchedListener>(
    `select l.automation_id, l.version, l.step_id, l.purpose, l.type, l.object, l.detail,
       a.state = 'live' and a.version = l.version as is_open
     from jsonb_to_recordset($2::jsonb) as w(type text, object text)
     join automation_listener l on l.account_id = $1 and l.type = w.type and l.object = w.object
     join automation a on a.account_id = $1 and a.id = l.automation_id and a.deleted_at is null
     order by l.automation_id, l.version, l.step_id, l.number`,
    [JSON.stringify([...pairs.values()])],
  )
}

/** Returns the events of each listener, in order. */
function matchAll(events: readonly NotedEvent[], listeners: readonly MatchedListener[]): Match[] {
  const by_object = Map.groupBy(listeners, keyOf)
  return events.flatMap((event) =>
    receiversOf(by_object, { ...event.data, ...event })
      .filter((listener) => isForNode(event, listener))
      .map((listener) => ({ listener, event })),
  )
}

/** An event pulled for one node is for that node: another one with the same settings pulls it itself. */
const isForNode = ({ data: { node } }: NotedEvent, { automation_id, step_id }: MatchedListener): boolean =>
  node === undefined || isDeepStrictEqual(node, { automation_id, step_id })
