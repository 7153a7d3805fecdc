import { unscoped } from '../../db/client.ts'
import { ulid } from '../../jobs/engine/storage/ids.ts'
import { randomToken } from '../../lib/crypto/crypto.ts'
import { bars, drawSign, drop, kiln } from './app-signs.ts'

// Rows of an instance other than its accounts' lists and emails, for administrators' pages. In statements, `$1` are the accounts and `$2`
// is the time; `n` counts accounts from 1.

export const EACH = 'unnest($1::int[]) with ordinality as a(id, n)'

/** A hash of an unknown value. */
const UNKNOWN = `encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex')`

/** Every fifth account uses the API with a key, mostly rarely. Today's requests are proportional to its hours so far. */
export const API_USE = `
  with made as (
    insert into api_key (account_id, name, prefix, key_hash, scopes, created_at, last_used_at)
    select a.id, 'Shop', 'envoi_' || substr(md5(a.id::text), 1, 4), ${UNKNOWN}, array['public'], $2::timestamptz - interval '60 days', $2
    from ${EACH} where a.n % 5 = 2
    returning account_id, id
  )
  insert into api_day (account_id, day, kind, subject_id, requests, refused, faults)
  select a.id, d.day, 'api_key', k.id, m.n, m.n / 70, m.n / 900
  from ${EACH} join made k on k.account_id = a.id,
    generate_series(0, 29) ago, lateral (select ($2::timestamptz at time zone 'UTC')::date - ago as day) d,
    lateral (select case when ago = 0 then extract(epoch from $2::timestamptz at time zone 'UTC')::bigint % 86400 / 86400.0 else 1 end as part) p,
    lateral (select (p.part * (9000 / (1 + a.n) + (a.n::int * 7 + extract(day from d.day)::int * 13) % 40))::int as n) m`

/** Open, accepted and expired invitations. */
export const INVITATIONS = `
  with teams as (
    insert into invitation (account_id, email, role, token_hash, created_at, expires_at)
    select a.id, 'invited.' || a.id || '@creators.example', 'editor', ${UNKNOWN}, t.at, t.at + interval '7 days'
    from ${EACH}, lateral (select $2::timestamptz - a.n % 9 * interval '1 day' as at) t where a.n % 7 = 4
  )
  insert into instance_invitation (email, token_hash, created_at, expires_at, accepted_at)
  select 'creator.' || a.id || '@studios.example', ${UNKNOWN}, t.at, t.at + interval '7 days',
    case when a.n % 3 = 0 then t.at + interval '5 hours' end
  from ${EACH}, lateral (select $2::timestamptz - a.n * interval '1 day' as at) t where a.n <= 12`

/** Local parts at any domain, and whole domains, that no account may email. */
export const INSTANCE_SUPPRESSION = [
  { pattern: 'abuse@', reason: 'role_account', note: 'Complaints desks of providers' },
  { pattern: '@spamtraps.example', reason: 'spam_trap', note: 'Named by a blocklist in a report' },
  {
    pattern: 'k.berg@lawfirm.example',
    reason: 'legal',
    note: 'Asked through a lawyer that no creator here writes again',
  },
] as const

/** Calls to other servers in the last week. Links in emails lead to many hosts, so their calls are counted together. */
export const OUTBOUND = `
  insert into outbound_hour (hour, kind, host, calls, failures, last_error)
  select b.at, h.kind, h.host, n, n / h.fails, case when n >= h.fails then 'Status 503' end
  from generate_series(date_trunc('hour', $2::timestamptz, 'UTC') - interval '7 days', $2::timestamptz, interval '1 hour') b(at),
    (values ('callback', 'hooks.shop.example', 0.4, 300), ('link_check', '*', 0.1, 12)) h(kind, host, share, fails),
    lateral (select round(h.share * cardinality($1::int[]) * (1.2 + sin(extract(hour from b.at) / 24 * 2 * pi()))
      * (0.7 + (hashint8(extract(epoch from b.at)::bigint) & 63) / 100.0))::int as n) m
  on conflict do nothing`

const FAILURES = [
  { job: 'exports-make', name: 'Error', message: 'ENOSPC: no space left on device, write' },
  { job: 'imports-apply', name: 'Error', message: 'Connection terminated unexpectedly' },
  { job: 'broadcasts-send', name: 'TransportError', message: '421 4.7.0 Try again later, closing connection' },
]

/**
 * Returns ended job runs of the last day by hour, including three failed ones. A retry finds nothing to do, because the account lacks such rows.
 */
export function jobRuns(account_id: number, now: Date): string {
  const runs = Array.from({ length: 24 }, (_, hours) => {
    const started_at = new Date(+now - (hours * 60 + 12) * 60_000)
    const failure = hours % 9 === 2 ? FAILURES[(hours - 2) / 9] : undefined
    const id = ulid(+started_at)
    return {
      id,
      at: started_at,
      state: failure ? 'failed' : 'completed',
      function_id: `envoi-${failure?.job ?? 'delivery-count-results'}`,
      event: JSON.stringify({
        id: `seeded-${id}`,
        ts: +started_at,
        name: failure ? 'seeded.event' : 'inngest/scheduled.timer',
        data: failure ? { account_id, export_id: 0, import_id: 0, broadcast_id: 0 } : {},
      }),
      error: failure ? JSON.stringify({ name: failure.name, message: failure.message }) : null,
    }
  })
  return JSON.stringify(runs)
}

/** SQL that inserts job runs; `$1` are the runs. */
export const JOB_RUNS = `
  insert into jobs.run (id, function_id, state, event, attempt, output, error, created_at, started_at, ended_at)
  select id, function_id, state, event, case when state = 'failed' then 5 else 0 end, case when state = 'completed' then 'null' end, error,
    at, at, at + interval '2 seconds'
  from jsonb_to_recordset($1::jsonb) as v(id text, function_id text, state text, event text, error text, at timestamptz)`

const IN_REVIEW = [
  {
    name: 'Checkout Notes',
    tagline: 'Tags buyers with the product and the date of their order',
    category: 'selling',
    description: 'Reads orders from your shop every hour and tags each buyer. Nothing is written to the shop.',
    sign: { background: [58, 92, 74], ink: [250, 246, 238], shape: kiln },
  },
  {
    name: 'City Map',
    tagline: 'Shows on a map where your subscribers live',
    category: 'growth',
    description: 'Draws subscribers by city and lists the largest cities, for the next reading tour.',
    sign: { background: [66, 62, 112], ink: [250, 246, 238], shape: bars },
  },
  {
    name: 'Rainy Day Archive',
    tagline: 'Puts an old post into each email',
    category: 'content',
    description: 'Chooses a post that the subscriber has not opened and adds it below the email.',
    sign: { background: [176, 84, 52], ink: [250, 246, 238], shape: drop },
  },
] as const

export interface SeededApp {
  id: number
  account_id: number
}

/**
 * Adds apps in review to some accounts. One is a change to a published app, which is returned. Undefined if there are not enough accounts.
 */
export async function addAppsInReview(accounts: readonly number[], now: Date): Promise<SeededApp | undefined> {
  let published_app: SeededApp | undefined
  for (const [index, { sign, ...app }] of IN_REVIEW.entries()) {
    const account_id = accounts[index]
    if (account_id === undefined) return undefined
    const submitted_at = new Date(+now - (index + 1) * 9 * 3_600_000)
    const isChange = index === 2
    const published_at = new Date(+now - 90 * 86_400_000)
    const { id } = await unscoped().app.create({
      select: { id: true },
      data: {
        ...app,
        account_id,
        client_id: `app_${randomToken(16)}`,
        website_url: 'https://apps.example/',
        support_url: 'mailto:help@apps.example',
        redirect_uris: ['https://apps.example/callback'],
        authorization_url: 'https://apps.example/install',
        logo: { create: { media_type: 'image/png', bytes: new Uint8Array(drawSign(sign)) } },
        ...(isChange
          ? {
              status: 'published' as const,
              published_at,
              reviewed_at: published_at,
              submitted_at: published_at,
              draft: { tagline: 'Puts one of your old posts into each email' },
              draft_submitted_at: submitted_at,
            }
          : { status: 'in_review' as const, submitted_at: submitted_at }),
      },
    })
    if (isChange) published_app = { id, account_id }
  }
  return published_app
}
