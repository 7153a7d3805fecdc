import type { Ctx } from '../../../core/context.ts'
import { IS_NOTED, NOTES_ITSELF, notedSql } from '../../../core/events/listened-to.ts'
import { ACCOUNT_SQL, emitSql, isSubscribedSql } from '../../../core/events/sql.ts'
import { attemptStatement, writeStatement } from '../../../core/write/statement.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { recordSql } from '../changes/record.ts'
import { hasAddress } from '../list/by-address.ts'
import type { FieldValues, State, Subscriber } from '../schema.ts'
import { hasRoomSql } from '../state/counts.ts'
import { ONE_SUBSCRIBER_COLUMNS } from '../view.ts'
import type { Origin } from './upsert.ts'

// Writes of one subscriber, in one statement each, because most API requests are such writes (decision 0050). They follow the rules
// of upsert.ts and change.ts, which write sets. one-statement.test.ts compares the two.

/** The subscriber as it is now, or why the statement changed nothing. */
export type OneResult =
  | { outcome: 'created' | 'saved'; subscriber: Subscriber }
  /** Another subscriber has the address. */
  | { outcome: 'taken' }
  /** No subscriber has the ID or address. */
  | { outcome: 'missing' }
  | { outcome: 'over_limit' }
  /** Queued values must be written before these, which only `applyChanges` does. */
  | { outcome: 'queued' }

interface Row extends Omit<Subscriber, 'id'> {
  id: number | null
  reason: 'taken' | 'missing' | 'over_limit' | 'queued'
}

/** Creates a subscriber unless the address is taken. */
export async function createOne(
  ctx: Ctx,
  {
    email_address,
    first_name,
    state,
    fields = {},
    origin: { cause, attribution, consent },
  }: {
    email_address: string
    first_name?: string | null | undefined
    state?: State | null | undefined
    fields?: FieldValues | undefined
    origin: Origin
  },
): Promise<OneResult> {
  const values = [email_address, ctx.now(), first_name ?? null, state ?? 'active', cause]
  const source = [attribution.source_type, attribution.source_mechanism, consent.source, consent.text]
  return outcomeOf(await run(ctx, CREATE, [...values, ...source], fields), 'created')
}

/** Changes only the given properties. */
export async function changeOne(
  ctx: Ctx,
  by: { id: number } | { address: string },
  {
    first_name,
    fields = {},
  }: {
    first_name?: string | null | undefined
    fields?: FieldValues | undefined
  },
): Promise<OneResult> {
  const [texts, who] = 'id' in by ? [CHANGE_BY_ID, by.id] : [CHANGE_BY_ADDRESS, by.address]
  const values = [who, ctx.now(), first_name !== undefined, first_name ?? null]
  // Not for upserts: they often change nothing, and have used a round trip already.
  if ('id' in by && Object.keys(fields).length === 0) {
    const row = await attemptStatement<Row>(ctx, CHANGE_BY_ID_FAST, values)
    if (row) return outcomeOf(row, 'saved')
  }
  return outcomeOf(await run(ctx, texts, values, fields), 'saved')
}

function run(ctx: Ctx, texts: Texts, values: readonly unknown[], fields: FieldValues): Promise<Row> {
  const keys = Object.keys(fields)
  if (keys.length === 0) return writeStatement(ctx, texts.without_fields, values)
  const text = keys.length === 1 ? texts.with_one_field : texts.with_fields
  return writeStatement(ctx, text, [...values, JSON.stringify(fields), keys])
}

function outcomeOf({ id, reason, ...rest }: Row, outcome: 'created' | 'saved'): OneResult {
  if (id === null) return { outcome: reason }
  const { first_name, email_address, state, created_at, fields } = rest
  return { outcome, subscriber: { id, first_name, email_address, state, created_at, fields } }
}

/** Most requests give no fields. The statement without them takes half the time. */
interface Texts {
  with_fields: string
  /** A single value has no event whose type repeats, and writing events one by one takes a third of the time of a set. */
  with_one_field: string
  without_fields: string
}

const COLUMNS = 's.account_id, s.id, s.first_name, s.email_address, s.state, s.created_at, s.fields'

/** Locks the fields of the values, as `lockFields` does, so no value is written to a slot that is being erased. */
const knownSql = (values: number) => `known as materialized (
    select f.id, f.name, f.key, f.label, f.slot, f.is_listened_to, $${values}::jsonb ->> f.key as value
    from custom_field f where f.account_id = $1 and f.key = any ($${values + 1}::text[]) order by f.id for key share
  )`

const withValues = (fields: string) => `(${fields}
    || (select coalesce(jsonb_object_agg(k.slot, k.value) filter (where k.value is not null), '{}') from known k))
    - (select coalesce(array_agg(k.slot) filter (where k.value is null), '{}') from known k)`

const valueEvents = (before: string) => `
    select 'subscriber.custom_field_value_updated' as type, json_build_object('subscriber', row_to_json(a), 'custom_field',
      json_build_object('id', k.id, 'name', k.name, 'key', k.key, 'label', k.label, 'value', k.value)) as data
    from answer a cross join known k
    where ${isSubscribedSql('subscriber.custom_field_value_updated')} and k.value is distinct from (${before}) ->> k.slot`

const notedValues = (from: string, isChanged: string) => `noted as (
    ${notedSql(
      'field_changed',
      `select k.id::text as object, t.id as subscriber_id, jsonb_build_object('value', k.value) as data, $3::timestamptz as at
       from ${from} t cross join known k where k.is_listened_to and ${isChanged} order by k.id`,
    )}
  )`

const answering = (from: string) => `answer as materialized (select ${ONE_SUBSCRIBER_COLUMNS} from ${from} t)`

/** Nothing is inserted if the address was taken when the statement began, even if that subscriber is deleted while it runs. */
const createSql = (hasFields: boolean, repeats: boolean) => `${ONE_PLAN}with account as materialized (${ACCOUNT_SQL}),
  ${hasFields ? `${knownSql(11)},` : ''}
  room as materialized (
    select is_taken, case when is_taken then false when $5::subscriber_state <> 'active' then true else ${hasRoomSql('a', 1)} end as is_free
    from account a cross join (select exists (select from subscriber s where ${hasAddress('$2')}) as is_taken) s
  ), made as (
    insert into subscriber as s (account_id, email_address, first_name, state, fields, created_at, updated_at, canceled_at,
      source_type, source_mechanism)
    select $1, $2, $4::text, $5::subscriber_state, ${hasFields ? withValues(`'{}'::jsonb`) : `'{}'`}, $3::timestamptz, $3::timestamptz,
      case when $5::subscriber_state = 'cancelled' then $3::timestamptz end, $7::text, $8::text
    from account a where a.subscriber_limit is null or (select is_free from room)
    on conflict (account_id, email_address) do nothing
    returning ${COLUMNS}, ${NOTES_ITSELF}
  ), ${hasFields ? `${notedValues('made', 'k.value is not null')}, ` : ''}logged as (
    insert into state_change (account_id, subscriber_id, to_state, cause, occurred_at)
    select $1, m.id, m.state, $6, $3::timestamptz from made m
  ), agreed as (
    insert into consent (account_id, subscriber_id, source, text, given_at)
    select $1, m.id, $9, $10, $3::timestamptz from made m
  ), ${answering('made')}, event as (
    select 'subscriber.created' as type, json_build_object('subscriber', row_to_json(a)) as data from answer a
    where ${isSubscribedSql('subscriber.created')}
    union all
    select 'subscriber.activated', json_build_object('subscriber', row_to_json(a)) from answer a
    where ${isSubscribedSql('subscriber.activated')} and a.state = 'active'
    ${hasFields ? `union all (${valueEvents(`'{}'::jsonb`)} order by k.id)` : ''}
  )
  select a.*, case when b.subscriber_limit is null or (select is_taken or is_free from room) then 'taken' else 'over_limit' end as reason,
    ${emitSql({ at: '$3', repeats })}
  from account b left join answer a on true${hasFields ? ` where ${IS_NOTED}` : ''}`

/** Without values the old row is not needed, because changes of the name emit no event. */
const updateSql = (of: 's' | 't', where: string, returning: string) => `update subscriber ${of}
    set first_name = $5::text, updated_at = $3::timestamptz
    where ${where} and $4::boolean and ${of}.first_name is distinct from $5::text
    returning ${returning}, ${NOTES_ITSELF}`

/** Returns no row if nothing changes. Takes four fifths of the time of `changeSql`, which returns the reason. */
const CHANGE_BY_ID_FAST = `${ONE_PLAN}${updateSql(
  't',
  't.account_id = $1 and t.id = $2',
  `${ONE_SUBSCRIBER_COLUMNS}, 'missing' as reason, 0 as emitted`,
)}`

/** `same` is locked, because locking reads the row as the last writer committed it. */
const changeSql = (where: string) => `${ONE_PLAN}with changed as (
    ${updateSql('s', where, COLUMNS)}
  ), same as materialized (
    select ${COLUMNS}, null as quiet from subscriber s where ${where} and not exists (select from changed) for no key update
  ), ${answering('(select * from changed union all select * from same)')}
  select a.*, 'missing' as reason, 0 as emitted from (values (1)) one left join answer a on true`

const changeFieldsSql = (
  where: string,
  repeats: boolean,
) => `${ONE_PLAN}with account as materialized (${ACCOUNT_SQL}), ${knownSql(6)},
  target as materialized (
    select ${COLUMNS}, s.queued_fields from subscriber s where ${where} for no key update
  ), next as materialized (
    select s.account_id, s.id, case when $4::boolean then $5::text else s.first_name end as first_name,
      s.email_address, s.state, s.created_at, ${withValues('s.fields')} as fields
    from target s where s.queued_fields is null or not exists (select from known)
  ), changed as (
    update subscriber s set first_name = n.first_name, fields = n.fields, updated_at = $3::timestamptz
    from next n join target t using (id)
    where s.account_id = $1 and s.id = n.id and (n.first_name, n.fields) is distinct from (t.first_name, t.fields)
    returning ${NOTES_ITSELF}
  ), recorded as (
    ${recordSql(
      'field_changed',
      `select t.id as subscriber_id, k.id::text as object, jsonb_build_object('from', t.fields ->> k.slot, 'to', k.value) as data,
         $3::timestamptz as at
       from changed c cross join target t cross join known k where k.value is distinct from t.fields ->> k.slot order by k.id`,
    )}
  ), ${notedValues('changed c cross join target', 'k.value is distinct from t.fields ->> k.slot')}, ${answering('next')},
  event as (${valueEvents('select t.fields from target t')} order by k.id)
  select a.*, case when exists (select from target) then 'queued' else 'missing' end as reason,
    ${emitSql({ at: '$3', repeats })}
  from (values (1)) one left join answer a on true where ${IS_NOTED}`

const CREATE: Texts = {
  with_fields: createSql(true, true),
  with_one_field: createSql(true, false),
  without_fields: createSql(false, false),
}
const changing = (where: string): Texts => ({
  with_fields: changeFieldsSql(where, true),
  with_one_field: changeFieldsSql(where, false),
  without_fields: changeSql(where),
})
const CHANGE_BY_ID = changing('s.account_id = $1 and s.id = $2')
const CHANGE_BY_ADDRESS = changing(hasAddress('$2'))
