import { isDeepStrictEqual } from 'node:util'
import { systemCtx, systemPool } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { filledSettings } from '../../plugins/settings-schema.ts'
import { watchApps } from '../apps/pulled-nodes.ts'
import type { Graph, Listener, Trigger } from '../graph-schema.ts'
import { INSIDE } from '../running/inside.ts'
import type { EventProperties } from '../schema.ts'
import { forgetDates, watchDates } from './dates.ts'
import { holdsForEvent } from './event-conditions.ts'
import { watchSegments } from './segments.ts'

/** Event type, object and limits of a listener, as `automation_listener` stores them. An empty `object` means any. */
export interface ListenedTo {
  type: Trigger['on']['type']
  object: string
  detail: Record<string, unknown>
}

/** Returns the listener's event type and object as the database's triggers write them. */
export function listenedTo(on: Listener | Trigger['on']): ListenedTo {
  const { type } = on
  const of = (object: string | number | null, detail = {}): ListenedTo => ({
    type,
    object: object === null ? '' : String(object),
    detail,
  })
  switch (type) {
    case 'form_joined':
      return of(on.form_id)
    case 'tag_added':
    case 'tag_removed':
      return of(on.tag_id)
    case 'field_changed':
      return of(on.custom_field_id, on.value === null ? {} : { value: on.value })
    case 'purchased':
      return of(on.product_id)
    case 'link_clicked':
      return of(on.url)
    case 'sequence_completed':
      return of(on.sequence_id)
    case 'automation_completed':
      return of(on.automation_id)
    case 'api_event':
      return of(on.name, on.where ? { where: on.where } : {})
    case 'app_event':
      return of(on.plugin_id, { settings: filledSettings(on.settings) })
    case 'segment_entered':
      return of(on.segment_id)
    case 'date_reached': {
      const { offset_days, at, zone, yearly } = on
      return of(on.custom_field_id, { offset_days, at, zone, yearly })
    }
  }
}

type Where = Parameters<typeof holdsForEvent>[0]

export const keyOf = ({ type, object }: { type: string; object: string }): string => `${type} ${object}`

/** An event. `settings`: nodes with other settings do not receive it. */
interface Event {
  type: string
  object: string
  value?: unknown
  settings?: unknown
  properties?: unknown
}

/** Returns the listeners that receive an event, in their order: first listeners to its object, then listeners to any. */
export const receiversOf = <One extends { detail: { value?: unknown; settings?: unknown; where?: unknown } }>(
  listeners: ReadonlyMap<string, readonly One[]>,
  { type, object, value, settings, properties }: Event,
): One[] =>
  [...new Set([keyOf({ type, object }), keyOf({ type, object: '' })])]
    .flatMap((key) => listeners.get(key) ?? [])
    .filter(
      ({ detail }) =>
        (detail.value === undefined || detail.value === value) &&
        (detail.settings === undefined || settings === undefined || isDeepStrictEqual(detail.settings, settings)) &&
        holdsForEvent(detail.where as Where, properties as EventProperties | undefined),
    )

interface Row extends ListenedTo {
  step_id: string
  number: number
  purpose: 'entry' | 'goal' | 'wait'
}

/** Lists the listeners of a graph. */
export function listenersOf({ triggers, steps }: Graph): Row[] {
  const entries = triggers.map(({ id, on }): Row => ({ step_id: id, number: 0, purpose: 'entry', ...listenedTo(on) }))
  const inside = steps.flatMap((step) => {
    if (step.kind !== 'goal' && step.kind !== 'wait_for_event') return []
    const purpose = step.kind === 'goal' ? 'goal' : 'wait'
    return step.events.map((on, number): Row => ({ step_id: step.id, number, purpose, ...listenedTo(on) }))
  })
  return [...entries, ...inside]
}

/**
 * Makes a version the one that subscribers enter: adds its listeners, and removes entry listeners of earlier versions. Listeners inside
 * earlier versions stay, because subscribers are still in them.
 */
export async function replaceListeners(
  tx: Tx,
  { automation_id, version, graph }: { automation_id: number; version: number; graph: Graph },
): Promise<void> {
  const listeners = listenersOf(graph)
  await forgetDates(tx, { automation_id, listeners })
  const removed = await tx.sql.rows<{ purpose: string; type: string; object: string; listens_since: Date | null }>(
    `delete from automation_listener where account_id = $1 and automation_id = $2 and (purpose = 'entry' or version = $3)
     returning purpose, type, object, listens_since`,
    [automation_id, version],
  )
  const segments = new Map(
    removed
      .filter(({ purpose, type }) => purpose === 'entry' && type === 'segment_entered')
      .map(({ object, listens_since }) => [object, listens_since]),
  )
  const sinceOf = ({ type, object }: Row) => {
    if (type !== 'segment_entered') return null
    const since = segments.get(object)
    return since === undefined ? tx.now() : since
  }
  await tx.sql.run(
    `insert into automation_listener (account_id, automation_id, version, step_id, number, purpose, type, object, detail, listens_since)
     select $1, $2, $3, v.step_id, v.number, v.purpose, v.type, v.object, v.detail, v.since
     from jsonb_to_recordset($4::jsonb)
       as v(step_id text, number int, purpose text, type text, object text, detail jsonb, since timestamptz)`,
    [automation_id, version, JSON.stringify(listeners.map((row) => ({ ...row, since: sinceOf(row) })))],
  )
  await watchSegments(tx)
  await watchApps(tx, { automation_id })
  await watchDates(tx, { automation_id, version })
}

/** Removes listeners inside earlier versions that are empty. Does nothing during a publication. Returns their number. */
export async function removeUnusedListeners(tx: Tx, { automation_id }: { automation_id: number }): Promise<number> {
  // No one enters an earlier version, and moving subscribers to one starts with a lock that waits for this.
  const automation = await tx.sql.one<{ version: number | null }>(
    'select version from automation where account_id = $1 and id = $2 for share skip locked',
    [automation_id],
  )
  if (!automation) return 0
  const removed = await tx.sql.run(
    `with used as materialized (
       select i.version from (${INSIDE}) i
       union
       select (t.input ->> 'to_version')::int from automation_task t
       where t.account_id = $1 and t.automation_id = $2 and t.state = 'running' and t.kind = 'migrate'
     )
     delete from automation_listener l where l.account_id = $1 and l.automation_id = $2 and l.version < $3
       and l.version not in (select u.version from used u)`,
    [automation_id, automation.version],
  )
  if (removed > 0) await watchApps(tx, { automation_id })
  return removed
}

/** A position in a pass, ordered by account and id. */
interface Position extends Record<string, number> {
  account_id: number
  id: number
}

const AUTOMATIONS = 100

/** Removes unused listeners of the automations after a position. Returns the position where it stopped, or null at the end. */
export async function purgeListeners({ after }: { after: Position }): Promise<Position | null> {
  const { rows } = await systemPool().query<Position>(
    `select distinct l.account_id, l.automation_id as id
     from automation_listener l join automation a on a.account_id = l.account_id and a.id = l.automation_id and l.version < a.version
     where (l.account_id, l.automation_id) > ($1, $2) order by 1, 2 limit ${AUTOMATIONS}`,
    [after.account_id, after.id],
  )
  for (const { account_id, id } of rows)
    await write(systemCtx(account_id), (tx) => removeUnusedListeners(tx, { automation_id: id }))
  return rows.length < AUTOMATIONS ? null : (rows.at(-1) ?? null)
}

/** Removes all listeners of a deleted automation. */
export async function removeListeners(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  await tx.sql.run('delete from automation_listener where account_id = $1 and automation_id = $2', [automation_id])
  await tx.sql.run('delete from automation_date where account_id = $1 and automation_id = $2', [automation_id])
  await tx.sql.run('delete from automation_pull where account_id = $1 and automation_id = $2', [automation_id])
  await watchSegments(tx)
}
