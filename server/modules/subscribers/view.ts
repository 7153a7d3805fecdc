import type { Ctx } from '../../core/context.ts'
import { isoSql } from '../../core/wire.ts'
import { type FieldDefinitions, loadDefinitions } from '../custom-fields/definitions.ts'
import type { Include, SlimSubscriber, Subscriber } from './schema.ts'

// Converts a row of `subscriber t` to what answers show: one builder for lists, single reads and events.

/** Adds a value to a statement and returns its parameter, e.g. `$3`. */
export type Bind = (value: unknown) => string

/** Numbers parameters after `$1`, which is the account, and after `taken` others. */
export const binder =
  (values: unknown[], taken = 0): Bind =>
  (value) =>
    `$${values.push(value) + taken + 1}`

/** Returns the columns of every answer. Without definitions the row is slim: it has no `fields`. */
export function subscriberColumns(definitions?: FieldDefinitions, bind: Bind = binder([])): string {
  const base = `t.id, t.first_name, t.email_address, t.state, ${isoSql('t.created_at')} as created_at`
  return definitions ? `${base}, ${fieldsSql(definitions, bind)} as fields` : base
}

/**
 * The columns of one row with `fields`, in a statement that reads the definitions too: one round trip instead of two. Two arrays take
 * half the time of `jsonb_object_agg`.
 */
export const ONE_SUBSCRIBER_COLUMNS = `${subscriberColumns()}, (
  select coalesce(json_object(array_agg(f.key), array_agg(t.fields ->> f.slot)), '{}') from custom_field f where f.account_id = t.account_id
) as fields`

/** Columns on request. */
export const INCLUDE_SQL: Record<Include, string> = {
  attribution: `json_build_object('referrer', t.referrer, 'utm_source', t.utm_source, 'utm_medium', t.utm_medium,
    'utm_campaign', t.utm_campaign, 'utm_term', t.utm_term, 'utm_content', t.utm_content, 'source_type', t.source_type,
    'source_name', t.source_name, 'source_mechanism', t.source_mechanism,
    'source_mechanism_id', t.source_mechanism_id) as attribution`,
  tags: `(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by x.tagged_at desc, x.id desc), '[]')
    from tagging x join tag g on g.account_id = x.account_id and g.id = x.tag_id
    where x.account_id = t.account_id and x.subscriber_id = t.id) as tags`,
  location: `case when num_nonnulls(t.city, t.region, t.country, t.latitude, t.longitude, t.time_zone) > 0
    then ${locationSql()} end as location`,
  canceled_at: `${isoSql('t.canceled_at')} as canceled_at`,
}

/** Returns the location as an object whose properties can be null. */
export function locationSql(): string {
  return `json_build_object('city', t.city, 'state', t.region, 'country', t.country, 'latitude', t.latitude,
    'longitude', t.longitude, 'timezone', t.time_zone)`
}

/** Returns subscribers as answers and events show them, by ID. */
export async function readSubscribers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Subscriber>> {
  if (ids.length === 0) return new Map()
  const values: unknown[] = [ids]
  const columns =
    ids.length === 1 ? ONE_SUBSCRIBER_COLUMNS : subscriberColumns(await loadDefinitions(ctx), binder(values))
  const rows = await ctx.sql.rows<Subscriber>(
    `select ${columns} from subscriber t where t.account_id = $1 and t.id = any ($2::bigint[])`,
    values,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns subscribers without the values of their fields, by ID. */
export async function readSlimSubscribers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, SlimSubscriber>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.sql.rows<SlimSubscriber>(
    `select ${subscriberColumns()} from subscriber t where t.account_id = $1 and t.id = any ($2::bigint[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the values merged into an object of nulls. A row that has every value is used as it is, which takes half the time.
 * Values of renamed fields (key and slot differ) are moved one by one; slots of deleted fields are omitted.
 */
export function fieldsSql({ fields, retired }: FieldDefinitions, bind: Bind): string {
  const keys = fields.map(({ key }) => key)
  const nulls = `${bind(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))))}::jsonb`
  const renamed = fields.filter(({ key, slot }) => key !== slot)
  const hidden = [...renamed.map(({ slot }) => slot), ...retired]
  if (hidden.length === 0) {
    return `case when t.fields ?& ${bind(keys)}::text[] then t.fields else ${nulls} || t.fields end`
  }
  const moved = renamed.map(
    ({ key, slot }) => `jsonb_build_object(${bind(key)}::text, t.fields -> ${bind(slot)}::text)`,
  )
  return [nulls, `(t.fields - ${bind(hidden)}::text[])`, ...moved].join(' || ')
}
