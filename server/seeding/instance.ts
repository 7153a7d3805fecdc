import { recordEntries } from '../core/audit/entries.ts'
import { type Ctx, serviceCtx, systemCtx } from '../core/context.ts'
import { write } from '../core/write/write.ts'
import { database, unscoped } from '../db/client.ts'
import { newAccount } from '../modules/accounts/service.ts'
import { storeSubscriberCounts } from '../modules/accounts/settings/subscriber-order.ts'
import type { Suspendable } from '../modules/accounts/settings-schema.ts'
import { SUSPENDABLE } from '../modules/accounts/values-schema.ts'
import { sampleFigures } from '../modules/admin/overview/sample.ts'
import { changeState } from '../modules/subscribers/state/state.ts'
import { patternHash } from '../modules/subscribers/state/suppression.ts'
import { issue } from './content/issues.ts'
import { byAdministrator } from './history/by-administrator.ts'
import { addCounts, PAST_SAMPLES } from './history/counts.ts'
import {
  API_USE,
  addAppsInReview,
  EACH,
  INSTANCE_SUPPRESSION,
  INVITATIONS,
  JOB_RUNS,
  jobRuns,
  OUTBOUND,
} from './history/instance-rows.ts'
import { suppressLeavers } from './history/sending-signs.ts'
import { at as atTime } from './history/sent-broadcast.ts'
import { addTemplateInReview } from './history/template-in-review.ts'
import { addWebhookHistory } from './history/webhook-history.ts'
import { inParallel } from './parallel.ts'
import { type PlannedAccount, planAccounts, SIGN_INS } from './planned-accounts.ts'
import { seedList, updateStatistics } from './seed.ts'

const DAY_MS = 86_400_000
const WORKERS = 4

/** One account of this many has sent broadcasts, to `SENT_TO` subscribers. */
const SENDERS_PER = 10
const SENT_TO = 150
const SENDING_DAYS = 60
/** Days before today on which most senders sent: daily in the last week, weekly before that. Some have a bad list and rarely sent to it. */
const SENT_ON = [50, 43, 36, 29, 22, 15, 10, 6, 5, 4, 3, 2, 1, 0]
const SENT_LITTLE_ON = [38, 24, 10, 1]

export interface InstanceCounts {
  accounts: number
  users: number
  subscribers: number
}

/**
 * Adds accounts like on a two-year-old instance: of every plan, on trial, canceled, suspended, with teams, near their limit, with
 * poor sending health, and the figures of such an instance for its administrators. Users cannot sign in before a password is set, and email
 * is always caught. Returns the numbers of added records. The same seed at the same time creates the same accounts.
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
  const planned = planAccounts({ accounts, random_seed, now })
  const ids: number[] = []
  await inParallel(WORKERS, planned, async (account) => {
    ids.push(await addAccount(account))
    on_progress?.(ids.length)
  })
  ids.sort((a, b) => a - b)
  const { pool } = database()
  for (const statement of [SIGN_INS, SUBSCRIBERS, PLANS, SUSPENSIONS, NOTES, API_USE, INVITATIONS, OUTBOUND])
    await pool.query(statement, [ids, now])
  await recordSuspensions(ids, now)
  const senders = ids.filter((_, n) => n % SENDERS_PER === 0)
  for (const [index, id] of senders.entries()) await seedSender(id, { index, count: senders.length, random_seed, now })
  const withWebhooks = ids.filter((_, n) => n % 6 === 2)
  for (const [index, id] of withWebhooks.entries()) await seedWebhook(id, { index, random_seed, now })
  const published = await addAppsInReview(ids.slice(3), now)
  if (published) await addTemplateInReview(published, now)
  await suppressForInstance(now)
  await addCounts((statement) => pool.query(statement('$1::int[]'), [ids, now]))
  await updateStatistics()
  for (let after: number | null = 0; after !== null; after = await storeSubscriberCounts(after));
  await sampleNow(now)
  const [first] = ids
  if (first !== undefined && (await hasEngine())) await pool.query(JOB_RUNS, [jobRuns(first, now)])
  const { rows } = await pool.query<InstanceCounts>(COUNTS, [ids])
  return rows[0] ?? { accounts: 0, users: 0, subscribers: 0 }
}

/** Adds broadcasts at the sender's own hour of the day. Every fifth sender has a list that bounces. */
async function seedSender(
  account_id: number,
  { index, count, random_seed, now }: { index: number; count: number; random_seed: number; now: Date },
): Promise<void> {
  const ctx = atTime(systemCtx(account_id), now)
  const isBad = index % 5 === 2
  const emails = (isBad ? SENT_LITTLE_ON : SENT_ON).map((days, i) => ({
    email: issue(i),
    send_at: new Date(+now - days * DAY_MS - ((index + 0.5) / count) * DAY_MS),
  }))
  await seedList(ctx, { subscribers: SENT_TO, days: SENDING_DAYS, random_seed: random_seed + account_id, emails })
  // The week has 150 messages, so the guard warns at the first number and pauses at the second.
  if (isBad) await bounceLast(ctx, { count: index % 10 === 2 ? 14 : 30 })
  await write(ctx, suppressLeavers)
}

/** Makes `count` recipients of the last email bounce. */
async function bounceLast(ctx: Ctx, { count }: { count: number }): Promise<void> {
  const hits = await ctx.sql.rows<{ mail_id: number; subscriber_id: number; bounced_at: Date }>(
    `update delivery d set bounced_at = d.sent_at + interval '20 seconds', bounce_type = 'hard', opened_at = null, last_opened_at = null,
       opens = 0, clicked_at = null, last_clicked_at = null, clicks = 0
     from (
       select d.id from delivery d join subscriber s on s.account_id = $1 and s.id = d.subscriber_id and s.state = 'active'
       where d.account_id = $1 and d.mail_id = (select max(id) from mail where account_id = $1) and d.state = 'sent' and d.opened_at is null
         and d.bounced_at is null and d.complained_at is null and d.unsubscribed_at is null order by d.id limit $2
     ) hit
     where d.account_id = $1 and d.id = hit.id
     returning d.mail_id, d.subscriber_id::float8 as subscriber_id, d.bounced_at`,
    [count],
  )
  const [hit] = hits
  if (!hit) return
  const { mail_id, bounced_at } = hit
  await changeState(atTime(ctx, bounced_at), {
    ids: hits.map(({ subscriber_id }) => subscriber_id),
    transition: 'bounce',
    cause: 'bounce',
    mail_id,
  })
  await ctx.sql.run(
    'update mail set bounced = bounced + $3, hard_bounced = hard_bounced + $3 where account_id = $1 and id = $2',
    [mail_id, hits.length],
  )
  // Counted together with everything else.
  await ctx.sql.run('delete from reputation_change where account_id = $1')
}

/** Adds a webhook in varying health: most respond, some have failed for days, some are disabled. */
function seedWebhook(
  account_id: number,
  { index, random_seed, now }: { index: number; random_seed: number; now: Date },
): Promise<void> {
  const isFailing = index % 8 === 1 || index % 8 === 4
  const disabled_by = index % 8 === 4 ? 'failures' : index % 8 === 6 ? 'creator' : undefined
  return write(atTime(systemCtx(account_id), now), (tx) =>
    addWebhookHistory(tx, {
      random_seed: random_seed + account_id,
      name: 'Shop orders',
      url: `https://shop${index}.example/hooks`,
      deliveries: 60 + Math.floor(600 / (1 + index)),
      days: 7,
      fails_for_hours: isFailing ? 54 : 0,
      ...(disabled_by && { disabled_by }),
    }),
  )
}

/** Records the reasons for suspensions in the audit log and on the accounts' pages. */
async function recordSuspensions(ids: readonly number[], now: Date): Promise<void> {
  const accounts = await unscoped().account.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: 'asc' } })
  const notes = accounts.flatMap((account) =>
    (Object.keys(SUSPENDED_FOR) as Suspendable[])
      .filter((what) => account[`${what}_disabled`])
      .map((what) => ({
        action: 'account_suspended' as const,
        account_id: account.id,
        details: { account: account.name, what: SUSPENDABLE[what].label, reason: SUSPENDED_FOR[what] },
      })),
  )
  if (notes.length === 0) return
  await write(await byAdministrator(atTime(serviceCtx(), now)), (tx) => recordEntries(tx, notes))
}

async function suppressForInstance(now: Date): Promise<void> {
  await unscoped().instanceSuppression.createMany({
    data: INSTANCE_SUPPRESSION.map((entry) => ({
      ...entry,
      pattern_hash: patternHash(entry.pattern),
      created_at: now,
    })),
    skipDuplicates: true,
  })
}

/** Adds samples of the current state and the past. */
async function sampleNow(now: Date): Promise<void> {
  const { pool } = database()
  await sampleFigures({ now, queue: (await hasEngine()) ? { depth: 0, wait_seconds: 0 } : null })
  await pool.query(PAST_SAMPLES, [now])
}

async function hasEngine(): Promise<boolean> {
  const { rows } = await database().pool.query<{ found: boolean }>(
    `select to_regclass('jobs.run') is not null as found`,
  )
  return rows[0]?.found ?? false
}

async function addAccount({ name, time_zone, created_at, owner, team }: PlannedAccount): Promise<number> {
  const { id } = await unscoped().account.create({
    data: {
      ...(await newAccount({ name, time_zone, owner, proof: 'operator' })),
      mail_is_caught: true,
      postal_address: 'Storgata 1, 0155 Oslo, Norway',
      created_at,
      memberships: {
        create: [owner, ...team].map(({ name, email, role, joined_at, is_verified }) => ({
          role,
          created_at: joined_at,
          user: {
            create: {
              name,
              email,
              created_at: joined_at,
              ...(is_verified && { email_verified_at: joined_at, email_proof: 'operator' as const }),
            },
          },
        })),
      },
    },
  })
  return id
}

// $1 are the accounts, $2 is the time. `n` counts the accounts from 1. Every account gets at most one of the exceptions.

/** A few large lists and many small ones. */
const SUBSCRIBERS = `
  insert into subscriber (account_id, email_address, created_at)
  select a.id, 'subscriber' || k || '@list' || a.id || '.example', $2::timestamptz - k * interval '1 hour'
  from ${EACH}, generate_series(1, 5 + (1500 / (1 + a.n))::int + (a.n % 17)::int * 4) k where a.n % ${SENDERS_PER} <> 1`

const PLANS = `
  update account set
    plan_type = case when a.n % 11 = 0 then 'creator_pro' when a.n % 3 = 0 or a.n % 15 = 7 then 'creator' else 'free' end,
    subscriber_limit = case when a.n % 11 = 0 then null when a.n % 3 = 0 or a.n % 15 = 7 then 5000 else 1000 end,
    plan_interval = case when a.n % 4 = 0 then 'year' else 'month' end,
    renews_at = case when (a.n % 11 = 0 or a.n % 3 = 0) and a.n % 13 <> 0 and a.n % 15 <> 7 then $2::timestamptz + (a.n % 27 + 1) * interval '1 day' end,
    renewal_anchor = case when (a.n % 11 = 0 or a.n % 3 = 0) and a.n % 13 <> 0 and a.n % 15 <> 7 then $2::timestamptz + (a.n % 27 + 1) * interval '1 day' end,
    cancels_at = case when a.n % 3 = 0 and a.n % 13 = 0 then $2::timestamptz + interval '9 days' end,
    trial_lapse_date = case when a.n % 15 = 7 then $2::timestamptz + (a.n % 12 + 1) * interval '1 day' end,
    is_trial_open = a.n % 15 = 7
  from ${EACH} where account.id = a.id`

const SUSPENSIONS = `
  update account set sign_in_disabled = a.n % 150 = 41, api_disabled = a.n % 50 = 43, sending_disabled = a.n % 40 = 37
  from ${EACH} where account.id = a.id and $2::timestamptz is not null
    and (a.n % 150 = 41 or a.n % 50 = 43 or a.n % 40 = 37)`

const SUSPENDED_FOR: Record<Suspendable, string> = {
  sign_in: 'Someone else signed in as the owner',
  api: 'Thousands of faulty requests each hour',
  sending: 'Bought a list of addresses',
}

const NOTES = `
  insert into account_note (account_id, text, author_id, author, created_at)
  select a.id, 'Bought a list: asked to confirm everyone again before sending is released.', u.id, u.email, $2
  from ${EACH} cross join lateral (select id, email from users where is_admin order by id limit 1) u where a.n % 40 = 37`

const COUNTS = `
  select count(*)::int as accounts,
    (select count(distinct m.user_id)::int from membership m where m.account_id = any ($1::int[])) as users,
    (select count(*)::int from subscriber s where s.account_id = any ($1::int[])) as subscribers
  from unnest($1::int[])`
