import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { EventProperties, KnownEvent, KnownProperty } from '../schema.ts'

// The properties that events carried, by event name. Values are read from the recorded events of the last subscribers, so they are erased
// with them and kept as long.

/** Properties of an account that are remembered. */
const MAX_KNOWN = 2_000
const MAX_PATH = 200
/** Events whose values are shown. */
const SHOWN = 3
/** Counts the events themselves. No property has this path. */
const EVENT = ''
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/

/** Returns the own property at a path such as `cart.total`, or undefined. */
export function valueAt(properties: EventProperties | null | undefined, path: string): unknown {
  let value: unknown = properties
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

function typeOf(value: unknown): KnownProperty['type'] {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean'
  return DATE.test(String(value)) ? 'date' : 'text'
}

/** Calls `visit` for each value that is no object, with its path. Omits names that a path cannot have. */
function eachValue(object: object, visit: (path: string, value: unknown) => void, above = ''): void {
  for (const [name, value] of Object.entries(object)) {
    const path = above + name
    if (value === null || name === '' || name.includes('.') || path.length > MAX_PATH) continue
    if (typeof value === 'object' && !Array.isArray(value)) eachValue(value, visit, `${path}.`)
    else visit(path, value)
  }
}

interface Noted {
  name: string
  subscriber_id: number
  properties?: EventProperties | undefined
}

/** Adds to the known properties of events. A property keeps the type of its first value. */
export async function noteProperties(tx: Tx, events: readonly Noted[]): Promise<void> {
  const known = new Map<
    string,
    { event: string; property: string; type: string; count: number; subscriber_ids: number[] }
  >()
  for (const { name: event, subscriber_id, properties } of events) {
    if (!properties) continue
    const note = (property: string, type: string) => {
      const key = `${event} ${property}`
      const one = known.get(key) ?? { event, property, type, count: 0, subscriber_ids: [] }
      one.count++
      one.subscriber_ids = lastOf([...one.subscriber_ids, subscriber_id])
      known.set(key, one)
    }
    note(EVENT, 'event')
    eachValue(properties, (property, value) => note(property, typeOf(value)))
  }
  if (known.size === 0) return
  await tx.sql.run(
    `insert into automation_event_property as p (account_id, event, property, type, count, subscriber_ids, last_at)
     select $1, v.event, v.property, v.type, v.count, v.subscriber_ids, $3::timestamptz
     from jsonb_to_recordset($2::jsonb) as v(event text, property text, type text, count bigint, subscriber_ids bigint[])
     where exists (select from automation_event_property k where k.account_id = $1 and k.event = v.event and k.property = v.property)
       or (select count(*) from automation_event_property k where k.account_id = $1) < ${MAX_KNOWN}
     order by v.event, v.property
     on conflict (account_id, event, property) do update set count = p.count + excluded.count, last_at = excluded.last_at,
       subscriber_ids = (p.subscriber_ids || excluded.subscriber_ids)[greatest(1, cardinality(p.subscriber_ids || excluded.subscriber_ids) - ${SHOWN - 1}):]`,
    [JSON.stringify([...known.values()]), tx.now()],
  )
}

const lastOf = (ids: readonly number[]) => [...new Set(ids.toReversed())].slice(0, SHOWN).reverse()

/** Lists the events that programs reported with properties, by name; all, or those with the given names. */
export async function listKnownEvents(
  ctx: Ctx,
  { names = null }: { names?: readonly string[] | null } = {},
): Promise<KnownEvent[]> {
  const rows = await ctx.sql.rows<Omit<KnownProperty, 'last_values'> & { event: string; events: EventProperties[] }>(
    `with known as materialized (select * from automation_event_property where account_id = $1 and ($2::text[] is null or event = any ($2::text[]))),
     last as materialized (
       select k.event, k.subscriber_id, (select c.data -> 'properties' from subscriber_change c
           where c.account_id = $1 and c.subscriber_id = k.subscriber_id and c.kind = 'api_event' and c.object = k.event
           order by c.id desc limit 1) as properties
       from (select distinct event, unnest(subscriber_ids) as subscriber_id from known) k
     )
     select k.event, k.property as name, k.type, k.count, ${isoSql('k.last_at')} as last_at,
       array(select l.properties from unnest(k.subscriber_ids) with ordinality as u(id, place)
         join last l on l.event = k.event and l.subscriber_id = u.id where l.properties is not null order by u.place desc) as events
     from known k order by k.event, k.property`,
    [names],
  )
  return [...Map.groupBy(rows, ({ event }) => event)].map(([name, known]) => ({
    name,
    count: known.find((one) => one.name === EVENT)?.count ?? 0,
    properties: known.flatMap(({ event: _, events, ...one }) =>
      one.name === EVENT ? [] : { ...one, last_values: valuesOf(events, one.name) },
    ),
  }))
}

/** Lists the known events of programs that the draft of an automation reacts to. */
export async function listEventsOf(ctx: Ctx, { automation_id }: { automation_id: number }): Promise<KnownEvent[]> {
  const names = await ctx.sql.rows<{ name: string }>(
    `select distinct n.name #>> '{}' as name
     from automation a, jsonb_path_query(a.draft, '$.** ? (@.type == "api_event").name') as n(name)
     where a.account_id = $1 and a.id = $2`,
    [automation_id],
  )
  return names.length === 0 ? [] : listKnownEvents(ctx, { names: names.map(({ name }) => name) })
}

/** Returns an event with the last known values, for previews. */
export function sampleEvent(events: readonly KnownEvent[]): EventProperties {
  // A property may have the name of one that every object inherits.
  const empty = () => Object.create(null) as EventProperties
  const sample = empty()
  for (const { name, last_values } of events.flatMap(({ properties }) => properties)) {
    const path = name.split('.')
    const last = path.pop() ?? ''
    let within = sample
    for (const part of path) {
      if (typeof within[part] !== 'object') within[part] = empty()
      within = within[part] as EventProperties
    }
    within[last] ??= last_values[0]
  }
  return sample
}

const valuesOf = (events: readonly EventProperties[], path: string): unknown[] => [
  ...new Set(events.map((properties) => valueAt(properties, path)).filter((value) => value !== undefined)),
]
