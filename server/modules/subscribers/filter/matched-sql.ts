import {
  type CountCondition,
  type EngagementMatch,
  engagementSql,
  namesEmailsOrLinks,
  opposite,
  UNTRACKED,
  windowSql,
} from '../engagement/condition-sql.ts'
import { type Condition, NUMBER } from '../filter-schema.ts'
import type { SegmentCondition } from '../segment-filter-schema.ts'
import type { Bind } from '../view.ts'
import type { Clauses, Term } from './clauses.ts'
import type { IdSet } from './id-set.ts'
import { choiceFieldSql, dateFieldSql, ownSet, storedSql } from './own-conditions.ts'

/** Input for compiling a filter, besides its conditions. */
export interface FilterScope {
  now: Date
  /** Returns a condition on an id expression that limits the subscribers considered. */
  within?: ((id: string) => string) | undefined
}

/**
 * Returns the matching subscribers as common table expressions, the last of which is `matched (id, ...columns)`; `columns` are expressions
 * over `subscriber t`. `$1` is the account. All values are bound, so no caller's text becomes SQL. The order of evaluation is fixed,
 * because PostgreSQL cannot know correlations of conditions: id sets from indexes first (tags, clicks on named links, events of named
 * emails), then rows of the remaining subscribers, then their events of any email. Alternatives are evaluated separately and united.
 */
export function matchedSql(
  { clauses, counting_mode }: Clauses,
  scene: FilterScope,
  bind: Bind,
  columns: readonly string[] = [],
): string {
  const united: string[] = []
  const sets: IdSet[] = []
  const rows: string[] = []
  const wide: IdSet[] = []
  for (const clause of clauses) {
    if ('any' in clause) {
      const name = `any_${united.length}`
      united.push(`${name} as materialized (${anySql(clause.any, counting_mode, scene, bind)})`)
      sets.push({ query: `select id from ${name}`, has: (id) => `${id} in (select id from ${name})` })
      continue
    }
    const { condition, is_negated } = clause
    if (isRow(condition)) rows.push(signedRow(rowSql(condition, scene, bind), is_negated))
    else {
      const set = setOf({ condition, is_negated }, counting_mode, scene, bind)
      if (condition.type === 'tags') sets.unshift(set)
      else if (isEngagement(condition) && !namesEmailsOrLinks(condition)) wide.push(set)
      else sets.push(set)
    }
  }
  const steps = [...firstSteps(sets, rows, scene)]
  for (const set of wide) steps.push(engagedStep(set, `step_${steps.length - 1}`))
  const named = steps.map((step, i) => `step_${i} as materialized (${step})`)
  const last = `step_${steps.length - 1}`
  const matched =
    columns.length === 0
      ? `select id from ${last}`
      : `select t.id, ${columns.join(', ')} from ${last} m join subscriber t on t.account_id = $1 and t.id = m.id`
  return [...united, ...named, `matched as materialized (${matched})`].join(', ')
}

/** Evaluates conditions on the subscriber's own row together, in one pass. */
function anySql(
  alternatives: readonly Term[][],
  counting_mode: Clauses['counting_mode'],
  scene: FilterScope,
  bind: Bind,
): string {
  const rows: string[] = []
  const queries: string[] = []
  for (const terms of alternatives) {
    const [only, ...others] = terms
    if (!only || others.length > 0)
      queries.push(`(with ${matchedSql({ clauses: terms, counting_mode }, scene, bind)} select id from matched)`)
    else if (isRow(only.condition)) rows.push(signedRow(rowSql(only.condition, scene, bind), only.is_negated))
    else queries.push(...firstSteps([setOf(only, counting_mode, scene, bind)], [], scene))
  }
  if (rows.length > 0) queries.push(...firstSteps([], [`(${rows.join(' or ')})`], scene))
  return queries.length > 0 ? queries.join(' union ') : 'select null::bigint as id where false'
}

/** Returns the set of a condition that needs more than the subscriber's row. */
function setOf(
  { condition, is_negated }: Term,
  counting_mode: Clauses['counting_mode'],
  scene: FilterScope,
  bind: Bind,
): IdSet {
  if (isEngagement(condition)) {
    const engaged = engagementSql(condition, counting_mode, scene.now, bind)
    return engagedSet(is_negated ? opposite(engaged) : engaged)
  }
  if (condition.type === 'tags') return signed(taggedSet(condition, bind), is_negated)
  if (isRow(condition)) throw new Error(`${condition.type} is a condition on the row`)
  return ownSet(condition, is_negated, scene.now, bind)
}

/** Starts with the first set that can be listed. Reads rows only for conditions that need them. */
function firstSteps(sets: IdSet[], rows: string[], { within }: FilterScope): string[] {
  const first = sets.find(({ query }) => query !== null)
  const others = sets.filter((set) => set !== first)
  const on = (id: string) => [...others.map(({ has }) => has(id)), ...(within ? [within(id)] : [])]
  const all = (conditions: string[]) => (conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '')
  if (!first) return [`select t.id from subscriber t${all(['t.account_id = $1', ...rows, ...on('t.id')])}`]
  const ids = `select x.id from (${first.query}) x${all(on('x.id'))}`
  if (rows.length === 0) return [ids]
  return [ids, `select t.id from step_0 p join subscriber t on t.account_id = $1 and t.id = p.id${all(rows)}`]
}

function engagedStep({ query, among, has }: IdSet, before: string): string {
  return query !== null && among ? among(before) : `select t.id from ${before} t where ${has('t.id')}`
}

const ENGAGEMENT = new Set<string>(['opens', 'clicks', 'sent', 'delivered'])
const isEngagement = (condition: SegmentCondition): condition is CountCondition => ENGAGEMENT.has(condition.type)

const ROW = [
  'subscribed',
  'subscriber_state',
  'attribution',
  'custom_field',
  'location',
  'date_field',
  'choice_field',
  'country',
  'distance',
] as const
type RowCondition = Extract<SegmentCondition, { type: (typeof ROW)[number] }>
const isRow = (condition: SegmentCondition): condition is RowCondition => ROW.some((type) => type === condition.type)

/** A row with an unknown value, such as a missing field, fails a condition and so satisfies its opposite. */
const signedRow = (sql: string, isNegated: boolean) => (isNegated ? `(${sql}) is not true` : sql)

const signed = (set: IdSet, isNegated: boolean): IdSet =>
  isNegated ? { query: null, has: (id) => `not ${set.has(id)}` } : set

function taggedSet({ any }: Extract<Condition, { type: 'tags' }>, bind: Bind): IdSet {
  const ids = [...new Set(any.flatMap(({ matching }) => matching))]
  const [only, ...others] = ids
  const isOne = others.length === 0
  const tagged = `from tagging g where g.account_id = $1 and g.tag_id ${isOne ? `= ${bind(only)}::int` : `= any (${bind(ids)}::int[])`}`
  return {
    // The taggings of one tag have each subscriber once, and can be read by several workers.
    query: `select ${isOne ? '' : 'distinct '}g.subscriber_id as id ${tagged}`,
    has: (id) => `${id} in (select g.subscriber_id ${tagged})`,
  }
}

function engagedSet(engaged: EngagementMatch): IdSet {
  if (engaged.kind === 'everyone') return { query: null, has: () => 'true' }
  if (engaged.kind === 'no one') return { query: null, has: () => 'false' }
  const { kind, from, where, having } = engaged
  const events = `from ${from} where ${where}`
  // Opens and clicks of subscribers who objected to tracking are unknown, not zero (L4).
  const isKnown = (id: string) => (from === 'engagement e' ? ` and ${id} not in (${UNTRACKED})` : '')
  // Without a count, the planner can also start from the subscriber and search for an event.
  if (having === null) {
    const exists = (id: string) => `exists (select ${events} and e.subscriber_id = ${id})`
    if (kind === 'not in') return { query: null, has: (id) => `not ${exists(id)}${isKnown(id)}` }
    return { query: `select distinct e.subscriber_id as id ${events}`, has: exists }
  }
  const query = `select e.subscriber_id as id ${events} group by e.subscriber_id having ${having}`
  // NOT IN would need a hash table of all subscribers or, without enough memory, compare every pair.
  const has = (id: string) => `exists (select from (${query}) y where y.id = ${id})`
  if (kind === 'not in') return { query: null, has: (id) => `not ${has(id)}${isKnown(id)}` }
  const among = (step: string) =>
    `select p.id from ${step} p join ${from} on e.subscriber_id = p.id where ${where} group by p.id having ${having}`
  return { query, among, has }
}

function rowSql(condition: RowCondition, scene: FilterScope, bind: Bind): string {
  switch (condition.type) {
    case 'subscribed':
      return and(windowSql('t.created_at', condition, scene.now, bind))
    case 'subscriber_state':
      return `t.state = any (${bind(condition.states)}::text[]::subscriber_state[])`
    case 'attribution':
      return `(${condition.any.map((entry) => attributionSql(entry, bind)).join(' or ')})`
    case 'custom_field':
      return customFieldSql(condition, bind)
    case 'location':
      return boxSql(condition, bind)
    case 'date_field':
      return dateFieldSql(condition, scene.now, bind)
    case 'choice_field':
      return choiceFieldSql(condition, bind)
    case 'country':
      return `t.country = any (${bind(condition.codes)}::text[])`
    case 'distance':
      return withinSql(condition, bind)
  }
}

type Source = Extract<Condition, { type: 'attribution' }>['any'][number]

function attributionSql(entry: Source, bind: Bind): string {
  if (entry.type === 'forms') return `t.source_form_id = any (${bind(entry.ids)}::int[])`
  const { source_type, source_ids, source_names, mechanism, mechanism_ids } = entry
  return and([
    ...(source_type === undefined ? [] : [`t.source_type = ${bind(source_type)}::text`]),
    ...(source_ids ? [`t.source_form_id = any (${bind(source_ids)}::int[])`] : []),
    ...(source_names ? [`t.source_name = any (${bind(source_names)}::text[])`] : []),
    ...(mechanism === undefined ? [] : [`t.source_mechanism = ${bind(mechanism)}::text`]),
    ...(mechanism_ids ? [`t.source_mechanism_id = any (${bind(mechanism_ids.map(String))}::text[])`] : []),
  ])
}

const COMPARED = {
  greater_than: '>',
  greater_than_or_equal: '>=',
  less_than: '<',
  less_than_or_equal: '<=',
}

/** An unknown field matches no one. */
function customFieldSql(
  { subscriber_custom_field_id, comparison, value = '' }: Extract<Condition, { type: 'custom_field' }>,
  bind: Bind,
): string {
  const stored = storedSql(subscriber_custom_field_id, bind)
  if (comparison === 'is') return `${stored} = ${bind(value)}::text`
  if (comparison === 'has_value' || (comparison === 'contains' && value.trim() === '')) return `${stored} <> ''`
  if (comparison === 'contains') return `position(lower(${bind(value)}::text) in lower(${stored})) > 0`
  // Only numbers reach the cast.
  return `case when ${stored} ~ ${bind(NUMBER.source)} then ${stored}::numeric ${COMPARED[comparison]} ${bind(value.trim())}::numeric else false end`
}

const EARTH_RADIUS_MILES = 3958.7613
const MILES_PER_DEGREE = (Math.PI * EARTH_RADIUS_MILES) / 180

/** Returns the condition for a bounding box. Around a pole it includes every longitude; across the date line it has two parts. */
function boxSql({ latitude, longitude, radius }: Point & { radius: number }, bind: Bind): string {
  const height = radius / MILES_PER_DEGREE
  const [south, north] = [latitude - height, latitude + height]
  const inside = [`t.latitude between ${bind(south)}::float8 and ${bind(north)}::float8`, 't.longitude is not null']
  const width = height / Math.cos((latitude * Math.PI) / 180)
  if (north >= 90 || south <= -90 || width >= 180) return and(inside)
  const [west, east] = [longitude - width, longitude + width]
  const between = (from: number, to: number) => `t.longitude between ${bind(from)}::float8 and ${bind(to)}::float8`
  if (west < -180) inside.push(`(${between(-180, east)} or ${between(west + 360, 180)})`)
  else if (east > 180) inside.push(`(${between(west, 180)} or ${between(-180, east - 360)})`)
  else inside.push(between(west, east))
  return and(inside)
}

const MILES_PER_KM = 1 / 1.609344

/** Returns the condition for a circle. Latitudes are compared first, which leaves few rows for the distance. */
function withinSql(condition: Extract<SegmentCondition, { type: 'distance' }>, bind: Bind): string {
  const { latitude, within, unit } = condition
  const miles = unit === 'km' ? within * MILES_PER_KM : within
  const height = miles / MILES_PER_DEGREE
  return and([
    `t.latitude between ${bind(latitude - height)}::float8 and ${bind(latitude + height)}::float8`,
    `${distanceSql(condition, bind)} <= ${bind(miles)}::float8`,
  ])
}

export interface Point {
  latitude: number
  longitude: number
}

/** Returns the distance in miles from a point to `subscriber t` (haversine). Null: unknown location. */
export function distanceSql({ latitude, longitude }: Point, bind: Bind): string {
  const [lat, lng] = [`${bind(latitude)}::float8`, `${bind(longitude)}::float8`]
  return `(2 * ${EARTH_RADIUS_MILES} * asin(least(1, sqrt(power(sin(radians(t.latitude - ${lat}) / 2), 2)
    + cos(radians(t.latitude)) * cos(radians(${lat})) * power(sin(radians(t.longitude - ${lng}) / 2), 2)))))`
}

const and = (conditions: string[]) => (conditions.length > 0 ? `(${conditions.join(' and ')})` : 'true')
