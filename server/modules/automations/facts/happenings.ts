import type { Ctx } from '../../../core/context.ts'
import type { Happening } from '../dry-run/history.ts'
import { objectsOf, type Plan } from '../dry-run/plan.ts'
import type { ListenerType } from '../graph-schema.ts'
import { loadVersions } from '../running/graph.ts'
import type { EventProperties } from '../schema.ts'

// Reads the events of a page of subscribers, with one statement per kind. Times are read as numbers.

export type Happened = Happening & { subscriber_id: number }

interface Source {
  type: ListenerType
  sql: (objects: string) => string
}

/** `$2`: subscribers; `$3`, `$4`: the range; `$5`: objects of listeners, with an empty one for any. */
const within = (column: string) => `${column} > $3::timestamptz and ${column} <= $4::timestamptz`
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Kinds of events with a row and a time. */
const SOURCES: readonly Source[] = [
  {
    type: 'purchased',
    sql: (
      objects,
    ) => `select p.subscriber_id, l.product_id::text as object, ${ms('coalesce(l.added_at, p.created_at)')} as at
      from purchase p join purchase_line l on l.account_id = $1 and l.purchase_id = p.id
      where p.account_id = $1 and p.subscriber_id = any ($2::bigint[]) and ${within('coalesce(l.added_at, p.created_at)')}
        and (l.product_id::text = any (${objects}) or '' = any (${objects})) order by p.id, l.position`,
  },
  {
    type: 'link_clicked',
    sql: (objects) => `select e.subscriber_id, k.url as object, ${ms('e.occurred_at')} as at
      from engagement e join link k on k.account_id = $1 and k.id = e.link_id
      where e.account_id = $1 and e.subscriber_id = any ($2::bigint[]) and ${within('e.occurred_at')} and e.kind = 'click' and not e.is_machine
        and (k.url = any (${objects}) or '' = any (${objects})) order by e.id`,
  },
  {
    type: 'sequence_completed',
    sql: (
      objects,
    ) => `select e.subscriber_id, e.sequence_id::text as object, ${ms('e.completed_at')} as at from enrollment e
      where e.account_id = $1 and e.subscriber_id = any ($2::bigint[]) and e.state = 'completed' and ${within('e.completed_at')}
        and e.sequence_id::text = any (${objects}) order by e.id`,
  },
  {
    type: 'automation_completed',
    // Events caused by the automation itself are simulated instead.
    sql: (
      objects,
    ) => `select r.subscriber_id, r.automation_id::text as object, ${ms('r.ended_at')} as at from automation_run r
      where r.account_id = $1 and r.subscriber_id = any ($2::bigint[]) and r.state = 'completed' and ${within('r.ended_at')}
        and r.automation_id::text = any (${objects}) and r.automation_id <> $6::int order by r.id`,
  },
]

export async function readEvents(ctx: Ctx, plan: Plan, ids: readonly number[]): Promise<Happened[]> {
  const happenings: Happened[] = []
  for (const { type, sql } of SOURCES) {
    const objects = objectsOf(plan, type)
    if (objects.length === 0) continue
    const values = [ids, new Date(plan.from), new Date(plan.until), objects, plan.automation_id]
    const unused = type === 'automation_completed' ? values : values.slice(0, 4)
    const rows = await ctx.sql.rows<Omit<Happened, 'type'>>(sql('$5::text[]'), unused)
    for (const row of rows) happenings.push({ ...row, type })
  }
  return happenings
}

/** Facts from traces: events from before changes were recorded, entries by hand, and actions of this automation. */
interface Traced {
  happened: Happened[]
  /** This automation's changes, replaced by the simulation, as `ownKey` writes them. */
  own: ReadonlySet<string>
}

export const ownKey = (subscriber_id: number, type: string, object: string, at: number): string =>
  `${subscriber_id} ${type} ${object} ${at}`

const UNRECORDED: ReadonlySet<string> = new Set(['tag_removed', 'field_changed', 'api_event', 'app_event'])

interface TraceRow {
  subscriber_id: number
  automation_id: number
  version: number
  event: string
  step_id: string | null
  at: number
  data: {
    trigger_id?: string | null
    unchanged?: boolean
    event?: {
      type: ListenerType
      object: string
      at: string
      value?: string | null
      settings?: Record<string, unknown>
      properties?: EventProperties
    }
  }
}

export async function readTraces(ctx: Ctx, plan: Plan, ids: readonly number[]): Promise<Traced> {
  const rows = await ctx.sql.rows<TraceRow>(
    `select r.subscriber_id, r.automation_id, r.version, t.event, t.step_id, ${ms('t.at')} as at, t.data
     from automation_run r join automation_trace t on t.account_id = $1 and t.run_id = r.id
     where r.account_id = $1 and r.subscriber_id = any ($2::bigint[]) and ${within('t.at')}
       and (t.data ? 'event' or (r.automation_id = $5 and t.event in ('entered', 'passed'))) order by t.id`,
    [ids, new Date(plan.from), new Date(plan.until), plan.automation_id],
  )
  const happened = new Map<string, Happened>()
  const add = (one: Happened) =>
    happened.set(`${ownKey(one.subscriber_id, one.type, one.object, one.at)} ${one.value}`, one)
  const own = new Set<string>()
  const { automation_id } = plan
  const versions = rows.flatMap((row) => (row.automation_id === automation_id ? row.version : []))
  const graphs = await loadVersions(ctx, { automation_id, versions })
  for (const { subscriber_id, event, at, data, ...row } of rows) {
    if (data.event && UNRECORDED.has(data.event.type)) {
      const { type, object, value, settings, properties } = data.event
      const time = Date.parse(data.event.at)
      add({
        subscriber_id,
        type,
        object,
        at: time,
        ...(value !== undefined && { value }),
        ...(settings && { settings }),
        ...(properties && { properties }),
      })
    }
    if (row.automation_id !== automation_id) continue
    if (event === 'entered' && (data.trigger_id ?? null) === null)
      add({ subscriber_id, type: 'by_hand', object: '', at })
    const step = graphs.get(row.version)?.steps.get(row.step_id ?? '')
    if (event !== 'passed' || step?.kind !== 'action' || data.unchanged) continue
    if (step.action.type === 'add_tag') own.add(ownKey(subscriber_id, 'tag_added', String(step.action.tag_id), at))
    if (step.action.type === 'remove_tag') own.add(ownKey(subscriber_id, 'tag_removed', String(step.action.tag_id), at))
    if (step.action.type === 'set_field')
      own.add(ownKey(subscriber_id, 'field_changed', String(step.action.custom_field_id), at))
    if (step.action.type === 'unsubscribe') own.add(ownKey(subscriber_id, 'state', 'cancelled', at))
  }
  return { happened: [...happened.values()], own }
}
