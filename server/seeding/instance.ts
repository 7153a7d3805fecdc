import { systemCtx } from '../core/context.ts'
import { database, unscoped } from '../db/client.ts'
import { newAccount } from '../modules/accounts/service.ts'
import { CULTURES, familyNames, givenNames } from './content/names.ts'
import { inParallel } from './parallel.ts'
import { numbers } from './random.ts'
import { seedAccount } from './seed.ts'

const DAYS = 730
const DAY_MS = 86_400_000
const WORKERS = 4

/** One of so many accounts has sent broadcasts, to so many subscribers. */
const SENDERS_PER = 20
const SENT_TO = 150

const SUBJECTS =
  `Field Notes|Kitchen Table|The Slow Web|Woodshop Weekly|Morning Pages|Small Gardens|Trail Report|Color Theory|Analog Sound
  |Sourdough Club|Pocket Astronomy|Postcards from the Coast|Paper & Ink|The Reading Room|Bike Commute|Film on Film|Quiet Software|Mending Circle
  |Tide Tables|Second Spring`
    .split('|')
    .map((subject) => subject.trim())
const TIME_ZONES = ['Europe/Oslo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo', 'UTC']

export interface InstanceCounts {
  accounts: number
  users: number
  subscribers: number
}

/**
 * Adds accounts as an instance has them after two years: of every plan, on trial, canceled, suspended, with teams, near their limit,
 * with poor sending health, and the figures that such an instance shows its administrators. No one can sign in to them before a password is set, and their email is always caught. Returns what was
 * added. The same seed at the same time makes the same accounts.
 */
export async function seedInstance({
  accounts,
  random_seed,
  now,
  on_progress,
}: {
  accounts: number
  random_seed: number
  now: Date
  on_progress?: (done: number) => void
}): Promise<InstanceCounts> {
  const draw = numbers(random_seed, 'instance')
  const planned = Array.from({ length: accounts }, (_, n) => planAccount(draw, { n, random_seed, now }))
  const ids: number[] = []
  await inParallel(WORKERS, planned, async ({ owner, name, time_zone, created_at }) => {
    const { id } = await unscoped().account.create({
      data: {
        ...(await newAccount({ name, time_zone, owner, proof: 'operator' })),
        mail_is_caught: true,
        created_at,
        memberships: { create: { role: 'owner', created_at, user: { create: userOf(owner, created_at) } } },
      },
    })
    ids.push(id)
    on_progress?.(ids.length)
  })
  ids.sort((a, b) => a - b)
  const { pool } = database()
  for (const statement of [TEAMS, SUBSCRIBERS, PLANS, SUSPENSIONS, NOTES, HEALTH, API_DAYS])
    await pool.query(statement, [ids, now])
  await pool.query(FIGURES, [now, accounts])
  await pool.query(RECEIVERS, [now, accounts])
  await pool.query(OUTBOUND, [now, accounts])
  for (const id of ids.filter((_, n) => n % SENDERS_PER === 0))
    await seedAccount(systemCtx(id), { subscribers: SENT_TO, days: 60, broadcasts: 4, random_seed: random_seed + id })
  const { rows } = await pool.query<InstanceCounts>(COUNTS, [ids])
  return rows[0] ?? { accounts: 0, users: 0, subscribers: 0 }
}

function planAccount(draw: () => number, { n, random_seed, now }: { n: number; random_seed: number; now: Date }) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
  const culture = pick(CULTURES)
  const given = pick(givenNames(culture))
  const family = pick(familyNames(culture))
  const subject = SUBJECTS[n % SUBJECTS.length]
  return {
    // Which subjects repeat, the name of the owner tells apart.
    name: n < SUBJECTS.length ? `${subject}` : `${subject} by ${given.given}`,
    owner: { name: given.given, email: `${given.given_ascii}.${family}.${random_seed}.${n}@creators.example` },
    time_zone: pick(TIME_ZONES),
    // More and more each month.
    created_at: new Date(+now - Math.floor(DAYS * (1 - Math.sqrt(draw())) * DAY_MS)),
  }
}

const userOf = ({ name, email }: { name: string; email: string }, created_at: Date) => ({
  ...{ name, email, created_at },
  email_verified_at: created_at,
  email_proof: 'operator' as const,
})

// $1 are the accounts, $2 is the time. `n` counts them from 1. Every account gets at most one of the exceptions.
const EACH = 'unnest($1::int[]) with ordinality as a(id, n)'

/** Every third account has an editor, every ninth a viewer too. */
const TEAMS = `
  with planned as (
    select a.id, r.role::role, 'team-' || r.role || '.' || a.id || '@creators.example' as email
    from ${EACH}, (values ('editor', 3), ('viewer', 9)) r(role, every) where a.n % r.every = 0 and $2::timestamptz is not null
  ), made as (
    insert into users (email, name, email_verified_at, email_proof) select email, initcap(role::text), $2, 'operator' from planned
    returning id, email
  )
  insert into membership (account_id, user_id, role) select p.id, m.id, p.role from planned p join made m using (email)`

/** A few large lists and many small ones. */
const SUBSCRIBERS = `
  insert into subscriber (account_id, email_address, created_at)
  select a.id, 'subscriber' || k || '@list' || a.id || '.example', $2::timestamptz - k * interval '1 hour'
  from ${EACH}, generate_series(1, 5 + (1500 / (1 + a.n))::int + (a.n % 17)::int * 4) k where a.n % ${SENDERS_PER} <> 1`

const PLANS = `
  update account set
    plan_type = case when a.n % 11 = 0 then 'creator_pro' when a.n % 3 = 0 then 'creator' else 'free' end,
    subscriber_limit = case when a.n % 11 = 0 then null when a.n % 3 = 0 then 5000 else 1000 end,
    plan_interval = case when a.n % 4 = 0 then 'year' else 'month' end,
    renews_at = case when (a.n % 11 = 0 or a.n % 3 = 0) and a.n % 13 <> 0 then $2::timestamptz + (a.n % 27 + 1) * interval '1 day' end,
    renewal_anchor = case when (a.n % 11 = 0 or a.n % 3 = 0) and a.n % 13 <> 0 then $2::timestamptz + (a.n % 27 + 1) * interval '1 day' end,
    cancels_at = case when a.n % 3 = 0 and a.n % 13 = 0 then $2::timestamptz + interval '9 days' end,
    trial_lapse_date = case when a.n % 15 = 7 then $2::timestamptz + (a.n % 12 + 1) * interval '1 day' end,
    is_trial_open = a.n % 15 = 7
  from ${EACH} where account.id = a.id`

const SUSPENSIONS = `
  update account set sign_in_disabled = a.n % 150 = 41, api_disabled = a.n % 50 = 43, sending_disabled = a.n % 40 = 37
  from ${EACH} where account.id = a.id and $2::timestamptz is not null
    and (a.n % 150 = 41 or a.n % 50 = 43 or a.n % 40 = 37)`

const NOTES = `
  insert into account_note (account_id, text, author_id, author, created_at)
  select a.id, 'Bought a list: asked to confirm everyone again before sending is released.', u.id, u.email, $2
  from ${EACH} cross join lateral (select id, email from users where is_admin order by id limit 1) u where a.n % 40 = 37`

const HEALTH = `
  insert into sending_guard (account_id, domain, state, cause, sent, hard_bounced, complained, since)
  select a.id, 'creators.example', case when a.n % 58 = 21 then 'paused' else 'warned' end, case when a.n % 2 = 0 then 'bounces' else 'complaints' end,
    4200, case when a.n % 2 = 0 then 311 else 12 end, case when a.n % 2 = 0 then 1 else 9 end, $2::timestamptz - interval '2 days'
  from ${EACH} where a.n % 29 = 21`

/** Every fifth account uses the API, and few use it much. */
const API_DAYS = `
  insert into api_day (account_id, day, kind, subject_id, requests, refused, faults)
  select a.id, d.at::date, 'api_key', 1, m.n, m.n / 70, m.n / 900
  from ${EACH}, generate_series($2::timestamptz - interval '29 days', $2::timestamptz, interval '1 day') d(at),
    lateral (select (9000 / (1 + a.n))::int + (a.n::int * 7 + extract(day from d.at)::int * 13) % 40 as n) m
  where a.n % 5 = 2 on conflict do nothing`

/** A wave over the day, with noise that only the hour decides. $1 is the time, $2 how many accounts there are. */
const WAVE = `$2::int * (1.2 + sin(extract(hour from b.at) / 24 * 2 * pi())) * (0.7 + (hashint8(extract(epoch from b.at)::bigint) & 63) / 100.0)`

/** The last 30 days of what an overview draws: by ten minutes, and the samples that it draws by day. Figures that are there stay. */
const FIGURES = `
  insert into instance_figure (name, at, value)
  select f.name, b.at, greatest(0, round(f.factor * ${WAVE}))::bigint
  from generate_series(date_bin('10 minutes', $1::timestamptz, '2000-01-01Z') - interval '1 day', $1::timestamptz, interval '10 minutes') b(at),
    (values ('messages_sent', 6.0), ('messages_bounced', 0.05), ('messages_complained', 0.004), ('messages_failed', 0.02), ('api_requests', 3.0),
      ('api_refused', 0.04), ('api_faults', 0.002), ('webhook_attempts', 1.5), ('webhook_failures', 0.03), ('queue_depth', 0.1),
      ('queue_wait_seconds', 0.005), ('webhook_backlog', 0.03)) f(name, factor)
  union all
  select f.name, d.at, (f.last * (0.6 + 0.4 * d.n / 30.0))::bigint
  from (select date_bin('10 minutes', $1::timestamptz, '2000-01-01Z') - (30 - n) * interval '1 day' as at, n from generate_series(0, 30) n) d,
    (values ('accounts', $2::float8), ('new_accounts', $2 * 0.08), ('active_senders', $2 * 0.3), ('database_bytes', $2 * 9000000.0),
      ('disk_bytes', 80000000000.0), ('disk_free_bytes', 52000000000.0)) f(name, last)
  on conflict do nothing`

/** Sixty days of hours, at receivers as most lists have them. */
const RECEIVERS = `
  insert into receiver_hour (hour, receiver, attempts, accepted, deferred, refused, unconfirmed, hard_bounced, soft_bounced, complained)
  select b.at, r.name, n, n - n / r.defers - n / r.bounces, n / r.defers, n / 900, 0, n / r.bounces, n / 400, n / 1500
  from generate_series(date_trunc('hour', $1::timestamptz) - interval '60 days', $1::timestamptz, interval '6 hours') b(at),
    (values ('gmail.com', 40, 120, 250), ('outlook.com', 18, 40, 160), ('yahoo.com', 9, 60, 140), ('icloud.com', 8, 200, 300),
      ('gmx.net', 5, 25, 200), ('proton.me', 3, 500, 400), ('*', 12, 90, 90)) r(name, share, defers, bounces),
    lateral (select round(r.share * ${WAVE})::int as n) m
  on conflict do nothing`

/** A week of calls to other servers. */
const OUTBOUND = `
  insert into outbound_hour (hour, kind, host, calls, failures, last_error)
  select b.at, h.kind, h.host, n, n / h.fails, case when h.fails < 100 then 'answered 503' end
  from generate_series(date_trunc('hour', $1::timestamptz) - interval '7 days', $1::timestamptz, interval '1 hour') b(at),
    (values ('callback', 'hooks.shop.example', 0.4, 300), ('link_check', 'courses.example', 0.1, 12)) h(kind, host, share, fails),
    lateral (select round(h.share * ${WAVE})::int as n) m
  on conflict do nothing`

const COUNTS = `
  select count(*)::int as accounts,
    (select count(distinct m.user_id)::int from membership m where m.account_id = any ($1::int[])) as users,
    (select count(*)::int from subscriber s where s.account_id = any ($1::int[])) as subscribers
  from unnest($1::int[])`
