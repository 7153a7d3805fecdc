import type { Crowd } from './crowd.ts'
import { type Draw, drawByNumber } from './random.ts'

// $2-$4 numbers and IDs of the batch, $5 offset, $6 now, $7 lists, $8 tickets of cities, $9 of sources, $10 domains, $11-$13
// starts, ends and IDs of the emails, $14-$15 the form, $16 the custom fields.

/** Probabilities per email that a subscriber unsubscribes from it or reports it as spam. */
const UNSUBSCRIBES = 0.004
const COMPLAINS = 0.0003
/** Share of addresses that do not exist. */
const BOUNCES = 0.012
/** Days after which two thirds of the subscribers have unsubscribed for other reasons than an email. */
const STAYS_DAYS = 3500

export function subscribersStatement(
  { random_seed, fields, tags }: Crowd,
  { given_total, family_total }: { given_total: number; family_total: number },
): string {
  const u = drawByNumber('n', random_seed)
  return `
  with joined as materialized (
    select j.n, j.id, ${ms(`d.starts + (d.ends - d.starts) * ${timeOfDay('(i - d.before - 1 + j.within) / d.new_subscribers')}`)} as created_at
    from ${list('days')} as d(starts timestamptz, ends timestamptz, before bigint, new_subscribers int)
    cross join lateral generate_series(greatest(d.before + 1, $2::bigint), least(d.before + d.new_subscribers, $3::bigint)) i
    cross join lateral (select i + $5::bigint as n, ($4::bigint[])[i - $2::bigint + 1] as id,
      ${drawByNumber('(i + $5::bigint)', random_seed)('minute')} as within) j
  ), placed as (
    select j.*, c.*, w.*, ${u('foreign name')} < 0.14 as is_foreign, ${u('known place')} < 0.93 as has_place,
      width_bucket(j.created_at, $11::timestamptz[]) as emails_before,
      cardinality($11::timestamptz[]) - width_bucket(j.created_at, $11::timestamptz[]) as emails_after,
      extract(epoch from $6::timestamptz - j.created_at)::float8 / 86400 as age
    from joined j
    join ${list('cities')} as c(city_no int, city text, region text, country text, latitude float8, longitude float8, time_zone text,
      given_before int, given_count int, family_before int, family_count int) on city_no = ${ticket('$8', u('city'))}
    join ${list('ways')} as w(way_no int, cause text, consent text, consent_text text, source_type text, source_mechanism text,
      referrer text, utm_source text, utm_medium text, utm_campaign text) on way_no = ${ticket('$9', u('way in'))}
  ), named as materialized (
    select p.*, g.given, g.given_ascii, f.family, ${fate(u)} as fate
    from placed p
    join ${list('given')} as g(given_no int, given text, given_ascii text) on given_no = ${nameNo('given', given_total, u('given name'))}
    join ${list('family')} as f(family_no int, family text) on family_no = ${nameNo('family', family_total, u('family name'))}
  ), aimed as (
    select n.*, case when fate in ('unsubscribes', 'complains') then emails_before + 1 + floor(${u('which mail')} * emails_after)::int
      when fate = 'bounces' then emails_before + 1 + (${u('first mail')} > 0.75)::int * floor(${u('which mail')} * emails_after)::int
      end as mail_no
    from named n
  ), drawn as materialized (
    select a.*, case fate when 'unconfirmed' then 'inactive' when 'bounces' then 'bounced' when 'complains' then 'complained'
        when 'stays' then 'active' else 'cancelled' end::subscriber_state as state,
      ${ms(leftAt(u))} as left_at
    from aimed a
  ), made as (
    insert into subscriber (account_id, id, email_address, first_name, state, fields, created_at, updated_at, canceled_at, city,
      region, country, latitude, longitude, time_zone, source_type, source_name, source_mechanism, source_form_id, referrer,
      utm_source, utm_medium, utm_campaign)
    select $1, id, ${address(u)}, case when ${u('gives name')} < 0.89 then given end, state, ${fieldsOf(fields, u)}, created_at,
      coalesce(left_at, least($6::timestamptz, created_at + interval '20 days' * greatest(${u('edited')} - 0.6, 0))),
      case when state = 'cancelled' then left_at end,
      ${PLACE},
      source_type, case when ${BY_FORM} then $15::text end, source_mechanism, case when ${BY_FORM} then $14::int end, referrer,
      utm_source, utm_medium, utm_campaign
    from drawn
  ), moved as (
    insert into state_change (account_id, subscriber_id, from_state, to_state, cause, mail_id, occurred_at)
    select $1, id, null::subscriber_state, (case when state = 'inactive' then 'inactive' else 'active' end)::subscriber_state,
      cause, null::int, created_at
    from drawn
    union all
    select $1, id, 'active', state, case fate when 'bounces' then 'bounce' when 'complains' then 'complaint' else
      case when ${u('one click')} < 0.6 then 'one_click' else 'unsubscribe_link' end end, ($13::int[])[mail_no], left_at
    from drawn where left_at is not null
  ), agreed as (
    insert into consent (account_id, subscriber_id, source, text, form_id, ip, given_at)
    select $1, id, consent, consent_text, case when ${BY_FORM} then $14::int end,
      case when consent in ('form', 'api') then '203.0.113.' || (1 + n % 254) end, created_at
    from drawn
  ), tagged as (
    insert into tagging (account_id, tag_id, subscriber_id, tagged_at)
    select $1, tag_id, id, ${ms(`created_at + ($6::timestamptz - created_at) * power(${drawByNumber('(n * 97 + tag_no)', random_seed)('tagged')}, 3)`)}
    from drawn cross join lateral (values ${tagValues(tags, u)}) as t(tag_no, tag_id, has) where has
    returning 1
  ), subscribed as (
    insert into form_subscription (account_id, form_id, subscriber_id, added_at, referrer, utm_source, utm_medium, utm_campaign)
    select $1, $14::int, id, created_at, referrer, utm_source, utm_medium, utm_campaign
    from drawn where ${BY_FORM}
    returning 1
  )
  select (select count(*) from drawn) as subscribers, (select count(*) from tagged) as taggings,
    (select count(*) from subscribed) as form_subscriptions`
}

/** Rounds times before comparisons, because columns store milliseconds. */
const ms = (time: string) => `date_trunc('milliseconds', ${time})`
const list = (name: string) => `jsonb_to_recordset($7::jsonb -> '${name}')`
const ticket = (tickets: string, drawn: string) =>
  `(${tickets}::int[])[1 + floor(${drawn} * cardinality(${tickets}::int[]))::int]`
const BY_FORM = `source_type = 'form_subscription'`
const PLACE = ['city', 'region', 'country', 'latitude', 'longitude', 'time_zone']
  .map((column) => `case when has_place then ${column} end`)
  .join(', ')

/** SQL of the time of day, from 0 to 1, by which the share `p` of the day's subscribers has joined. Most join in the afternoon. */
const timeOfDay = (p: string) =>
  `(select 0.6 + case when x < 0 then 0.6 else 0.4 end * (0.5 * x + 0.5 * power(x, 3)) from (select 2 * ${p} - 1 as x) r)`

/** SQL of a name's number. Most subscribers have a name that is common where they live. */
const nameNo = (kind: 'given' | 'family', total: number, drawn: string) =>
  `1 + case when is_foreign then floor(${drawn} * ${total})::int else ${kind}_before + floor(${drawn} * ${kind}_count)::int end`

const fate = (u: Draw) => `case
  when cause = 'api' and ${u('confirms')} < 0.25 then 'unconfirmed'
  when emails_after > 0 and ${u('address exists')} < ${BOUNCES} then 'bounces'
  when ${u('reads on')} > power(1 - ${UNSUBSCRIBES}, emails_after) then 'unsubscribes'
  when ${u('is content')} > power(1 - ${COMPLAINS}, emails_after) then 'complains'
  when ${u('stays')} > exp(-age / ${STAYS_DAYS}) then 'leaves'
  else 'stays' end`

/**
 * SQL of the time when a subscriber leaves: a rejection during the sending, a bounce message hours later, others after they open the email.
 */
const leftAt = (u: Draw) => `case when fate not in ('stays', 'unconfirmed') then least($6::timestamptz, case
  when fate = 'bounces' and ${u('refused')} < 0.75
    then ${START} + (${END} - ${START}) * ${u('leaves after')}
  when fate = 'bounces' then ${END} + interval '1 hour' * (0.2 + 3 * ${u('leaves after')})
  when mail_no is not null then ${END} + interval '1 hour' * least(0.05 - 5 * ln(1 - ${u('leaves after')}), 40)
  when fate = 'leaves' then created_at + ($6::timestamptz - created_at) * ${u('leaves after')} end) end`
const START = '($11::timestamptz[])[mail_no]'
const END = '($12::timestamptz[])[mail_no]'

/** SQL of an address, which the number before the @ makes unique. */
const address = (
  u: Draw,
) => `given_ascii || (array['.', '', '_', '.'])[1 + floor(${u('separator')} * 4)::int] || family || n || '@' ||
  ($10::text[])[1 + floor(${u('domain')} * cardinality($10::text[]))::int]`

function fieldsOf(fields: Crowd['fields'], u: Draw): string {
  const members = fields.map(({ label, share, values }, i) => {
    const slot = `($16::jsonb -> ${i} ->> 'slot')`
    const choices = `($16::jsonb -> ${i} -> 'values')`
    const value =
      values === 'date'
        ? `to_char(created_at + ($6::timestamptz - created_at) * ${u(`value of ${label}`)}, 'YYYY-MM-DD')`
        : `(${choices} ->> floor(${u(`value of ${label}`)} * jsonb_array_length(${choices}))::int)`
    return `${slot}, case when ${u(`has ${label}`)} < ${share} then ${value} end`
  })
  return members.length > 0 ? `jsonb_strip_nulls(jsonb_build_object(${members.join(', ')}))` : `'{}'::jsonb`
}

/** Returns SQL rows with a tag's number, its ID, and whether the subscriber has it. */
function tagValues(tags: Crowd['tags'], u: Draw): string {
  const has = new Map<string, string>()
  for (const { name, share, among } of tags) {
    const chance = `${u(`tag ${name}`)} < ${share}`
    has.set(name, among ? `${has.get(among)} and ${chance}` : chance)
  }
  return tags.map(({ name, tag_id }, i) => `(${i}, ${tag_id}, ${has.get(name)})`).join(', ')
}
