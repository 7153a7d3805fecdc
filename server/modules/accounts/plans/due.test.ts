import { expect, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { configure } from '../../../testing/servers/provider-webhooks.ts'
import { getAccount } from '../service.ts'
import { applyDuePlans } from './due.ts'
import { noteEndingTrials, sendPlanNotices } from './notices.ts'
import { setPlan } from './plans.ts'

// The job reads due plans of all accounts, so this file has its own database.
runInOwnDatabase()

const at = (text: string) => new Date(text)
const query = async (text: string, values: unknown[] = []) => (await systemPool().query(text, values)).rows

/** Runs everything that the job does. */
async function run(time: string): Promise<void> {
  const now = at(time)
  await applyDuePlans({ now })
  await noteEndingTrials({ now })
  await sendPlanNotices({ now })
}

const rowOf = async ({ account_id }: TestAccount) =>
  (
    await query('select plan_type, subscriber_limit, plan_interval, renews_at, cancels_at from account where id = $1', [
      account_id,
    ])
  )[0]
const subjectsTo = async ({ email }: TestAccount) => (await serviceEmailsTo(email)).map(({ subject }) => subject)
const planAt = async ({ ctx }: TestAccount, time: string) =>
  (await getAccount({ ...ctx, now: () => at(time) })).account.plan

const FREE = { plan_type: 'free', subscriber_limit: 1_000, plan_interval: 'month', renews_at: null, cancels_at: null }

test('a trial without a renewal warns its owner once, ends on the free plan, and says so once', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, {
    plan_type: 'creator_pro',
    interval: 'year',
    trial_lapse_date: at('2099-03-10T12:00:00Z'),
  })
  await run('2099-03-07T11:00:00Z')
  expect(await subjectsTo(account)).toEqual([])
  for (const time of ['2099-03-07T12:00:00Z', '2099-03-07T12:05:00Z', '2099-03-10T11:59:00Z']) await run(time)
  expect(await subjectsTo(account)).toEqual(['Your Creator Pro trial ends soon'])
  // The account's time zone is Oslo.
  expect((await serviceEmailsTo(account.email))[0]?.text).toContain('March 10, 2099 at 1:00 PM (Europe/Oslo)')
  expect(await planAt(account, '2099-03-10T11:59:00Z')).toMatchObject({ plan_type: 'creator_pro', on_trial: true })
  for (const time of ['2099-03-10T12:00:00Z', '2099-03-10T12:05:00Z']) await run(time)
  expect(await rowOf(account)).toEqual(FREE)
  expect(await planAt(account, '2099-03-10T12:01:00Z')).toEqual({
    plan_type: 'free',
    interval: 'month',
    subscriber_limit: 1_000,
    on_trial: false,
    trial_lapse_date: '2099-03-10T12:00:00Z',
    renews_at: null,
    cancels_at: null,
  })
  expect((await api('GET /v4/account', key(account))).body.account.plan_type).toBe('free')
  expect(await subjectsTo(account)).toEqual([
    'Your Creator Pro trial ends soon',
    '“Studio North” is on the free plan now',
  ])
  const { audit } = dashboard(account, account.ctx, { is_admin: true }).admin
  expect((await audit.list({ account_id: account.account_id, action: 'plan_lapsed' })).rows).toMatchObject([
    {
      acted_as: 'service',
      details: { account: 'Studio North', from: 'Creator Pro', plan: 'Free', reason: 'its trial ended' },
    },
  ])
  const events = await query('select summary from security_event where account_id = $1 order by id desc limit 1', [
    account.account_id,
  ])
  expect(events).toEqual([{ summary: 'The plan Creator Pro became Free, because its trial ended' }])
})

test('a trial with a renewal ends silently, and one whose end was entered in the past has no effect', async () => {
  const [renewed, past] = [await testAccount(), await testAccount()]
  await setPlan(renewed.ctx, { trial_lapse_date: at('2099-03-10'), renews_at: at('2099-04-10') })
  await setPlan(past.ctx, { trial_lapse_date: at('2001-03-10') })
  await run('2099-03-08T00:00:00Z')
  await run('2099-03-11T00:00:00Z')
  for (const account of [renewed, past]) {
    expect(await rowOf(account)).toMatchObject({ plan_type: 'creator' })
    expect(await subjectsTo(account)).toEqual([])
  }
})

test('a plan canceled at the end of its period becomes the free plan when the period ends', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { subscriber_limit: 9, cancels_at: at('2099-05-01T00:00:00Z') })
  await run('2099-04-30T23:59:59Z')
  expect(await rowOf(account)).toMatchObject({ plan_type: 'creator', subscriber_limit: 9 })
  await run('2099-05-01T00:00:00Z')
  expect(await rowOf(account)).toEqual(FREE)
  expect(await subjectsTo(account)).toEqual(['“Studio North” is on the free plan now'])
})

test('without billing a renewal advances by calendar months from its first day', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { interval: 'month', renews_at: at('2099-01-31T10:00:00Z') })
  const renewals: string[] = []
  for (const time of ['2099-01-31T10:00:00Z', '2099-02-28T10:00:00Z', '2099-03-31T10:00:00Z', '2099-04-30T10:01:00Z']) {
    await run(time)
    renewals.push((await rowOf(account)).renews_at.toISOString())
  }
  expect(renewals).toEqual([
    '2099-02-28T10:00:00.000Z',
    '2099-03-31T10:00:00.000Z',
    '2099-04-30T10:00:00.000Z',
    '2099-05-31T10:00:00.000Z',
  ])
  // Several missed renewals count as one.
  await run('2100-02-28T10:00:00Z')
  expect((await rowOf(account)).renews_at).toEqual(at('2100-03-31T10:00:00Z'))
  expect(await rowOf(account)).toMatchObject({ plan_type: 'creator' })
})

test('a yearly renewal on 29 February stays at the end of February', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { interval: 'year', renews_at: at('2096-02-29T00:00:00Z') })
  const renewals: string[] = []
  for (const time of ['2096-03-01T00:00:00Z', '2097-02-28T00:00:00Z', '2099-06-01T00:00:00Z']) {
    await run(time)
    renewals.push((await rowOf(account)).renews_at.toISOString().slice(0, 10))
  }
  expect(renewals).toEqual(['2097-02-28', '2098-02-28', '2100-02-28'])
})

test('with billing a renewal that was not confirmed becomes the free plan after seven days', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { renews_at: at('2099-05-01T00:00:00Z') })
  configure({ BILLING_WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of billing for tests').toString('base64')}` })
  await run('2099-05-07T23:59:00Z')
  expect(await rowOf(account)).toMatchObject({ plan_type: 'creator', renews_at: at('2099-05-01T00:00:00Z') })
  await run('2099-05-08T00:00:00Z')
  expect(await rowOf(account)).toEqual(FREE)
})

test('two hundred accounts lapse in one run, each with one email and one entry, even if the run dies repeatedly', async () => {
  const [{ id: first }] = (await query('select max(id) + 1 as id from account')) as [{ id: number }]
  await query(
    `insert into account (id, name, plan_type, subscriber_limit, trial_lapse_date, is_trial_open)
     select $1 + n, 'Studio ' || n, 'creator', 5000, '2098-06-01Z', true from generate_series(1, 200) n`,
    [first],
  )
  await query(
    `with u as (insert into users (email) select 'lapse' || n || '@studio.example' from generate_series(1, 200) n returning id, email)
     insert into membership (account_id, user_id, role)
     select $1 + substring(email from '\\d+')::int, id, 'owner' from u`,
    [first],
  )
  const count = async (text: string) =>
    (await query(`select count(*)::int as n from ${text} and account_id > $1`, [first]))[0].n
  const lapsedCount = () => count(`(select id as account_id, plan_type from account) t where plan_type = 'free'`)
  const now = at('2098-06-01T00:00:00Z')
  // The process dies before the last statement of the transaction.
  await query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`)
  await query('create trigger killed before insert on audit_entry for each statement execute function refuse()')
  await expect(applyDuePlans({ now })).rejects.toThrow()
  expect(await lapsedCount()).toBe(0)
  await query('drop trigger killed on audit_entry')
  await Promise.all([applyDuePlans({ now }), applyDuePlans({ now })])
  expect(await lapsedCount()).toBe(200)
  // The process dies between two emails.
  await query(
    `create trigger killed before insert on service_mail for each row when (new.to_address like 'lapse15%') execute function refuse()`,
  )
  await expect(sendPlanNotices({ now })).rejects.toThrow()
  await query('drop trigger killed on service_mail')
  await Promise.all([sendPlanNotices({ now }), sendPlanNotices({ now })])
  await sendPlanNotices({ now })
  const emails = await query(
    `select count(*)::int as all, count(distinct to_address)::int as owners from service_mail where to_address like 'lapse%'`,
  )
  expect(emails).toEqual([{ all: 200, owners: 200 }])
  expect(await count('security_event where true')).toBe(200)
  expect(
    await count(`(select subject_account_id as account_id, action from audit_entry) t where action = 'plan_lapsed'`),
  ).toBe(200)
})
