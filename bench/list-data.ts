import { createHash } from 'node:crypto'
import pg from 'pg'

/** Sizes of the account for measuring lists and filters. */
interface ListDataSize {
  subscribers: number
  /** Opens and clicks together. */
  events: number
}

/** Apps of the account, with one bearer token each. An app may send 600 requests a minute. */
export const APPS = 400
export const tokenNumber = (n: number): string => `at_only-for-measuring-number-${n}`
export const SECRET_KEY = 'only-for-benchmarks-only-for-benchmarks'
/** Domain of the subscribers that a measurement creates and deletes again. */
export const CREATED_DOMAIN = 'created.example'
const FIELDS = 10
const EMAILS = 16
/** Each email goes to three quarters of the subscribers, and one was sent every eleven days. */
const DAYS_BETWEEN = 11
const LINKS = 10
const EVENTS_PER_DELIVERY = 20 / 12

/**
 * Fills an empty, migrated database with one account in a state like after months of use, and returns the account's id. Triggers and foreign
 * keys are off and indexes are created last, because loading would take hours otherwise. Values maintained by triggers are recounted.
 */
export async function loadListData(url: string, { subscribers, events }: ListDataSize): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
  try {
    await run(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
    const [account] = await run(
      `insert into account (name, plan_type, subscriber_limit, time_zone) values ('Measured', 'creator_pro', null, 'UTC') returning id`,
    )
    const id: number = account.id
    await addApps(client, id)
    await run(
      `insert into custom_field (account_id, label, label_folded, key, name, slot)
       select $1, 'Field ' || f, 'field ' || f, 'field_' || f, 'service_field_' || f || '_field_' || f, 'field_' || f
       from generate_series(1, $2::int) f`,
      [id, FIELDS],
    )
    const restore = await strip(client)
    await run(SUBSCRIBERS, [id, subscribers, FIELDS])
    await run(
      `insert into tag (account_id, name, name_folded) select $1, 'Tag ' || n, 'tag ' || n from generate_series(1, 10) n`,
      [id],
    )
    await run(
      `insert into tagging (account_id, tag_id, subscriber_id, tagged_at)
       select $1, g.id, s.id, s.created_at + interval '1 day' from subscriber s join tag g on g.account_id = $1
         and abs(hashint8(s.id * 31 + g.id)) % 10 = 0 where s.account_id = $1`,
      [id],
    )
    await run(MAIL, [id, EMAILS, DAYS_BETWEEN, LINKS])
    const emails = await run('select id from mail where account_id = $1 order by id', [id])
    const share = events / (subscribers * 0.75 * EMAILS * EVENTS_PER_DELIVERY)
    for (const mail of emails) {
      await run(DELIVERIES, [id, mail.id])
      await run(EVENTS, [id, mail.id, share])
    }
    await run(SEARCH_TEXTS, [id])
    for (const sql of restore) await run(sql)
    await run(RANKS, [id])
    await run(
      `insert into subscriber_count (account_id, state, change) select $1, state, count(*) from subscriber where account_id = $1 group by 2`,
      [id],
    )
    await run('vacuum analyze')
    return id
  } finally {
    await client.end()
  }
}

async function addApps(client: pg.Client, account_id: number): Promise<void> {
  const hashes = Array.from({ length: APPS }, (_, n) => createHash('sha256').update(tokenNumber(n)).digest('hex'))
  await client.query(
    `with owner as (
       insert into users (email, name) values ('measured@studio.example', 'Measured') returning id
     ), membership as (
       insert into membership (account_id, user_id, role) select $1, owner.id, 'owner' from owner
     ), wanted as (
       select n, hash from unnest($2::text[]) with ordinality as w(hash, n)
     ), made as (
       insert into app (client_id, name) select 'only-for-measuring-' || n, 'Measured ' || n from wanted returning id, client_id
     ), home as (
       insert into installation (account_id, app_id, state) select $1, made.id, 'installed' from made returning id, app_id
     ), consent as (
       insert into oauth_grant (account_id, app_id, user_id, installation_id, scopes, redirect_uri, code_hash, code_expires_at)
       select $1, home.app_id, owner.id, home.id, '{public}', 'https://app.example', 'only-for-measuring-' || home.app_id, now()
       from home, owner returning id, app_id, user_id
     )
     insert into oauth_token (account_id, app_id, grant_id, user_id, access_token_hash, scopes, expires_at)
     select $1, consent.app_id, consent.id, consent.user_id, wanted.hash, '{public}', now() + interval '1 year'
     from consent join made on made.id = consent.app_id join wanted on made.client_id = 'only-for-measuring-' || wanted.n`,
    [account_id, hashes],
  )
}

const TABLES = ['subscriber', 'subscriber_search', 'tagging', 'delivery', 'engagement']

/** Drops objects that slow down loading, and returns the statements that restore them. */
async function strip(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
       format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[])
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index
     where indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     union all
     select format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name)
     from unnest($1::text[]) as name`,
    [TABLES],
  )
  for (const { away } of rows) await client.query(away)
  return rows.map(({ back }) => back).reverse()
}

/** Returns the address of the nth subscriber, as created by SUBSCRIBERS. */
export const addressNumber = (n: number) => `subscriber.${n}@mail${n % 97}.example`

const SUBSCRIBERS = `
  insert into subscriber (account_id, email_address, first_name, state, fields, created_at, updated_at, canceled_at, city, country,
    latitude, longitude)
  select $1, 'subscriber.' || n || '@mail' || n % 97 || '.example', 'Name ' || n % 1000, s.state::subscriber_state,
    (select jsonb_object_agg('field_' || f, 'value ' || (n * f) % 20) from generate_series(1, $3::int) f),
    s.at, s.at, case when s.state = 'cancelled' then s.at end, 'City ' || n % 500, 'NO', (n % 1800) / 10.0 - 90, (n % 3600) / 10.0 - 180
  from generate_series(1, $2::int) n, lateral (select
    case when n % 100 < 85 then 'active' when n % 100 < 95 then 'cancelled' when n % 100 < 98 then 'bounced' else 'inactive' end as state,
    now() - interval '400 days' * (1 - n::float8 / $2) as at) s`

const SEARCH_TEXTS = `
  insert into subscriber_search (account_id, subscriber_id, state, text)
  select account_id, id, state, email_address || ' ' || coalesce(first_name, '') from subscriber where account_id = $1`

const RANKS = `
  insert into subscriber_engagement (account_id, subscriber_id, sent, opens, clicks, first_sent_at)
  select $1, s.id, count(d.sent_at), count(d.opened_at), count(d.clicked_at), min(d.sent_at)
  from subscriber s left join delivery d on d.account_id = s.account_id and d.subscriber_id = s.id and d.sent_at >= now() - interval '90 days'
  where s.account_id = $1 group by s.id`

const MAIL = `
  with sent as (
    insert into broadcast (account_id, subject, content, status, send_at)
    select $1, 'News ' || n, '<p>Hello</p>', 'completed', now() - n * $3::int * interval '1 day' from generate_series($2::int, 1, -1) n
    returning id, send_at
  ), made as (
    insert into mail (account_id, kind, broadcast_id, started_at, completed_at) select $1, 'broadcast', id, send_at, send_at from sent
    returning id, broadcast_id
  )
  insert into link (account_id, mail_id, number, url)
  select $1, id, n, case when n = 1 then 'https://studio.example/shop' else 'https://studio.example/news-' || broadcast_id || '/story-' || n end
  from made, generate_series(1, $4::int) n`

const DELIVERIES = `
  insert into delivery (account_id, mail_id, subscriber_id, state, sent_at, opened_at, last_opened_at, opens, clicked_at, last_clicked_at,
    clicks)
  select $1, m.id, s.id, 'sent', m.started_at, d.opened_at, d.opened_at, d.opens, d.clicked_at, d.clicked_at, d.clicks
  from mail m, subscriber s, lateral (select abs(hashint8(s.id * 1009 + m.id)) as h) r, lateral (select
    case when h % 100 < 45 then m.started_at + interval '1 minute' * (h % 5000) end as opened_at,
    case when h % 100 < 45 then 1 + h % 5 else 0 end as opens,
    case when h % 100 < 15 then m.started_at + interval '1 minute' * (h % 5000) end as clicked_at,
    case when h % 100 < 15 then 1 + h % 3 else 0 end as clicks) d
  where m.account_id = $1 and m.id = $2 and s.account_id = $1 and abs(hashint8(s.id * 17 + m.id)) % 4 > 0`

const EVENTS = `
  insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, link_id, user_agent, occurred_at)
  select $1, e.kind::engagement_kind, d.subscriber_id, d.mail_id, d.id,
    case when e.kind = 'click' then (select min(id) from link where account_id = $1 and mail_id = $2) + least(9, (abs(hashint8(d.id + e.n)) % 25)) end,
    'Mozilla/5.0 (X11; Linux x86_64)', d.opened_at + e.n * interval '7 hours'
  from delivery d, lateral (
    select 'open' as kind, n from generate_series(1, d.opens) n union all select 'click', n from generate_series(1, d.clicks) n
  ) e
  where d.account_id = $1 and d.mail_id = $2 and abs(hashint8(d.id * 7 + e.n)) % 1000 < 1000 * $3::float8
  order by e.n, hashint8(d.id)`
