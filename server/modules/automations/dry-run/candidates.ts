import type { Ctx } from '../../../core/context.ts'
import { filledSettings } from '../../plugins/settings-schema.ts'
import { definitionSql } from '../../segments/service.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { type Bind, binder } from '../../subscribers/view.ts'
import { candidateSql, candidates as datesOf } from '../entering/date-window.ts'
import { conditionsOf, isDerivable } from '../facts/segments-over-time.ts'
import type { Graph, Trigger } from '../graph-schema.ts'
import { MAX_SIMULATED } from '../values-schema.ts'
import { fieldIdsOf, type Plan, tagIdsOf } from './plan.ts'

// Finds subscribers for whom a trigger happened during a dry run, by indexes, one slice at a time.

/** Subscribers looked at per transaction. */
const SLICE = 10_000
/** Maximum number of subscribers followed per transaction. The slice ends at the last one. */
const MOST = 500
/** Units of the sample rate. */
const PARTS = 1_000_000

interface Slice {
  ids: number[]
  looked_at: number
  /** Null behind the last subscriber. */
  last: number | null
}

interface Sought {
  plan: Plan
  segments: ReadonlyMap<number, SegmentFilter>
  after_id: number
}

interface Counted extends Omit<Slice, 'ids'> {
  count: number
  /** By trigger: subscribers in its segment today whose time of entry is unknown. */
  untold: Record<string, number>
}

/** Counts candidates in the next slice. */
export async function countSlice(ctx: Ctx, sought: Sought): Promise<Counted> {
  const values: unknown[] = [sought.after_id, SLICE]
  const bind = binder(values)
  const matches = matchSql(sought, bind)
  const row = await ctx.sql.one<Counted>(
    `with ${SLICE_SQL}
     select (select count(*)::int from slice s where ${matches}) as count, ${untoldSql(ctx, sought, bind)} as untold,
       count(*)::int as looked_at, max(id) as last from slice`,
    values,
  )
  return row ?? { count: 0, untold: {}, looked_at: 0, last: null }
}

/** Finds candidates in the next slice. Above the limit, returns the same random sample each time. */
export async function findSlice(ctx: Ctx, { matched, ...sought }: Sought & { matched: number }): Promise<Slice> {
  const values: unknown[] = [sought.after_id, SLICE]
  const bind = binder(values)
  const matches = matchSql(sought, bind)
  const share = Math.floor((PARTS * MAX_SIMULATED) / Math.max(matched, 1))
  const sample = share >= PARTS ? '' : `and abs(hashint8extended(s.id, 0) % ${PARTS}) < ${share}`
  const row = await ctx.sql.one<Slice & { end: number | null }>(
    `with ${SLICE_SQL}, found as (select s.id from slice s where ${matches} ${sample} order by s.id limit ${MOST}),
     o as (select case when (select count(*) from found) = ${MOST} then (select max(id) from found) else (select max(id) from slice) end as last)
     select (select coalesce(json_agg(id order by id), '[]') from found) as ids, o.last,
       (select count(*)::int from slice where id <= o.last) as looked_at from o`,
    values,
  )
  return row ?? { ids: [], looked_at: 0, last: null }
}

const SLICE_SQL = `slice as materialized (
  select s.id, s.fields, s.created_at, s.state from subscriber s where s.account_id = $1 and s.id > $2 order by s.id limit $3)`

/** Returns the condition that `slice s` has an event by which they may enter. */
function matchSql({ plan, segments }: Sought, bind: Bind): string {
  const from = `${bind(new Date(plan.from))}::timestamptz`
  const until = `${bind(new Date(plan.until))}::timestamptz`
  const automation_id = `${bind(plan.automation_id)}::int`
  const within = (column: string) => `${column} > ${from} and ${column} <= ${until}`
  const by_hand = `exists (select from automation_run r where r.account_id = $1 and r.automation_id = ${automation_id}
    and r.subscriber_id = s.id and r.trigger_id is null and ${within('r.entered_at')})`
  const conditions = plan.graph.triggers.map(({ on }) => triggerSql(on, { bind, within, segments, plan }))
  return `(${[by_hand, ...conditions].join(' or ')})`
}

interface Scene {
  bind: Bind
  within: (column: string) => string
  segments: ReadonlyMap<number, SegmentFilter>
  plan: Plan
}

/** The subscriber became active, by confirming or again. */
const activatedSql = (within: Scene['within']) =>
  `exists (select from state_change c where c.account_id = $1 and c.subscriber_id = s.id and c.to_state = 'active' and ${within('c.occurred_at')})`

function triggerSql(on: Trigger['on'], { bind, within, segments, plan }: Scene): string {
  const of = (value: number | string | null, column: string, type: string) =>
    value === null ? '' : `and ${column} = ${bind(value)}::${type}`
  const exists = (from: string) => `exists (select from ${from})`
  const changed = (kinds: readonly string[], also: string) =>
    exists(
      `subscriber_change c where c.account_id = $1 and c.subscriber_id = s.id and c.kind = any (${bind(kinds)}::text[]) and ${also}`,
    )
  /** Condition of recorded changes of an object. */
  const about = (object: string | number) => `c.object = ${bind(String(object))}::text`
  switch (on.type) {
    case 'tag_added':
      return `(${exists(
        `tagging g where g.account_id = $1 and g.subscriber_id = s.id and g.tag_id = ${bind(on.tag_id)}::int and ${within('g.tagged_at')}`,
      )} or ${changed(
        ['tag_removed', 'tag_addition_undone'],
        `${about(on.tag_id)} and ${within(`(c.data ->> 'tagged_at')::timestamptz`)}`,
      )})`
    case 'tag_removed':
      return `(${changed(['tag_removed'], `${about(on.tag_id)} and ${within('c.at')}`)} or ${tracedSql(on.type, { bind, within })})`
    case 'field_changed':
      return `(${fieldChangedSql(on, { bind, within })} or ${tracedSql(on.type, { bind, within })})`
    case 'api_event':
      return `(${changed(['api_event'], `${about(on.name)} and ${within('c.at')}`)} or ${tracedSql(on.type, { bind, within })})`
    case 'app_event': {
      const settings = `${bind(JSON.stringify(filledSettings(on.settings)))}::jsonb`
      return `(${changed(
        ['app_event'],
        `${about(on.plugin_id)} and ${within('c.at')} and coalesce(c.data -> 'settings', ${settings}) = ${settings}`,
      )} or ${tracedSql(on.type, { bind, within })})`
    }
    case 'form_joined': {
      const joined = `form_subscription f where f.account_id = $1 and f.subscriber_id = s.id ${of(on.form_id, 'f.form_id', 'int')}`
      return `exists (select from ${joined} and (${within('f.added_at')} or ${activatedSql(within)}))`
    }
    case 'purchased':
      return exists(`purchase p join purchase_line l on l.account_id = $1 and l.purchase_id = p.id ${of(on.product_id, 'l.product_id', 'int')}
        where p.account_id = $1 and p.subscriber_id = s.id and ${within('coalesce(l.added_at, p.created_at)')}`)
    case 'link_clicked':
      return exists(`engagement e join link k on k.account_id = $1 and k.id = e.link_id ${of(on.url, 'k.url', 'text')}
        where e.account_id = $1 and e.subscriber_id = s.id and e.kind = 'click' and not e.is_machine and ${within('e.occurred_at')}`)
    case 'sequence_completed':
      return `(${exists(`enrollment e where e.account_id = $1 and e.subscriber_id = s.id and e.sequence_id = ${bind(on.sequence_id)}::int
        and e.state = 'completed' and ${within('e.completed_at')}`)} or ${changed(
        ['sequence_left', 'sequence_restarted'],
        `${about(on.sequence_id)} and ${within(`(c.data ->> 'completed_at')::timestamptz`)}`,
      )})`
    case 'automation_completed':
      return exists(`automation_run r where r.account_id = $1 and r.subscriber_id = s.id and r.automation_id = ${bind(on.automation_id)}::int
        and r.state = 'completed' and ${within('r.ended_at')}`)
    case 'segment_entered': {
      const definition = segments.get(on.segment_id)
      if (!definition || !isDerivable(definition)) return 'false'
      const conditions = conditionsOf(definition)
      const [tags, fields] = [tagIdsOf(conditions), fieldIdsOf(conditions)]
      // The simulation decides whether they entered.
      return `(${within('s.created_at')}
        or ${exists(`state_change c where c.account_id = $1 and c.subscriber_id = s.id and ${within('c.occurred_at')}`)}
        or ${exists(`tagging g where g.account_id = $1 and g.subscriber_id = s.id and g.tag_id = any (${bind(tags)}::int[]) and ${within('g.tagged_at')}`)}
        or ${changed(TAG_KINDS, `c.object = any (${bind(tags.map(String))}::text[]) and ${within('c.at')}`)}
        or ${changed(['field_changed'], `c.object = any (${bind(fields.map(String))}::text[]) and ${within('c.at')}`)})`
    }
    case 'date_reached': {
      const slot = `(select f.slot from custom_field f where f.account_id = $1 and f.id = ${bind(on.custom_field_id)}::int)`
      const dates = `${bind(datesOf(on, { from: new Date(plan.from), until: new Date(plan.until) }))}::text[]`
      const isDue = (value: string) => `${candidateSql(on, value)} = any (${dates})`
      return `(${isDue(`s.fields ->> ${slot}`)} or ${changed(
        ['field_changed'],
        `${about(on.custom_field_id)} and c.at > ${bind(new Date(plan.from))}::timestamptz
         and (${isDue(`(c.data ->> 'from')`)} or ${isDue(`(c.data ->> 'to')`)})`,
      )})`
    }
  }
}

const TAG_KINDS = ['tag_removed', 'tag_addition_undone', 'tag_removal_undone']

/** A trace of an automation that reacted: the only source from before changes were recorded. */
const tracedSql = (type: string, { bind, within }: Pick<Scene, 'bind' | 'within'>) =>
  `exists (select from automation_run r join automation_trace t on t.account_id = $1 and t.run_id = r.id
    where r.account_id = $1 and r.subscriber_id = s.id and ${within('t.at')} and t.data -> 'event' ->> 'type' = ${bind(type)}::text)`

/** Finds a change of the field, or a value set at creation: the first recorded previous value, or today's value. */
function fieldChangedSql(
  { custom_field_id, value }: Extract<Trigger['on'], { type: 'field_changed' }>,
  { bind, within }: Pick<Scene, 'bind' | 'within'>,
): string {
  const id = bind(custom_field_id)
  const changes = `subscriber_change c where c.account_id = $1 and c.subscriber_id = s.id and c.kind = 'field_changed'
    and c.object = ${id}::int::text`
  const given = `case when exists (select from ${changes}) then (select c.data ->> 'from' from ${changes} order by c.id limit 1)
    else s.fields ->> (select f.slot from custom_field f where f.account_id = $1 and f.id = ${id}::int) end`
  const wanted = (stored: string) => (value === null ? '' : `and ${stored} = ${bind(value)}::text`)
  return `(exists (select from ${changes} and ${within('c.at')} ${wanted(`c.data ->> 'to'`)})
    or ${within('s.created_at')} and (${given}) is not null ${wanted(`(${given})`)})`
}

/** Segment triggers whose entry times are unknown, with their filters. */
const untold = ({ plan, segments }: Sought): [string, SegmentFilter][] =>
  plan.graph.triggers.flatMap(({ id, on }) => {
    const definition = on.type === 'segment_entered' ? segments.get(on.segment_id) : undefined
    return definition && !isDerivable(definition) ? [[id, definition] satisfies [string, SegmentFilter]] : []
  })

/** Counts, by trigger, subscribers of the slice who are in such a segment today. Returns a JSON object. */
function untoldSql(ctx: Ctx, sought: Sought, bind: Bind): string {
  const within = (id: string) => `${id} > $2 and ${id} <= (select max(id) from slice)`
  const counts = untold(sought).map(
    ([trigger_id, definition]) =>
      `${bind(trigger_id)}::text, (select count(*) from ${definitionSql(ctx, { definition, bind, within })} m
        join slice s using (id) where s.state = 'active')`,
  )
  return `json_build_object(${counts.join(', ')})`
}

/** The segments of triggers. */
export const segmentIdsOf = ({ triggers }: Graph): number[] =>
  triggers.flatMap(({ on }) => (on.type === 'segment_entered' ? on.segment_id : []))
