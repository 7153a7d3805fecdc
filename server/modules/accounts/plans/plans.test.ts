import { expect, onTestFinished, test } from 'vitest'
import type { OpenRuntime } from '../../../boot.ts'
import type { Values } from '../../../cli/command.ts'
import { setAccountPlan } from '../../../cli/plan.ts'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { env, setEnv } from '../../../env.ts'
import type { Closing } from '../../../stop.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { PlanInput } from '../plan-schema.ts'
import { createAccount, getAccount } from '../service.ts'
import { setPlan } from './plans.ts'

const planOf = async (account: { api_key: string }) => (await api('GET /v4/account', key(account))).body.account.plan

test('a plan sets its own limit or a given one, and the account shows it', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { plan_type: 'free' })
  expect(await planOf(account)).toMatchObject({ plan_type: 'free', interval: 'month', subscriber_limit: 1000 })
  await setPlan(account.ctx, { plan_type: 'creator', interval: 'year', subscriber_limit: 25_000 })
  expect(await planOf(account)).toMatchObject({ plan_type: 'creator', interval: 'year', subscriber_limit: 25_000 })
  await setPlan(account.ctx, { plan_type: 'creator_pro' })
  expect(await planOf(account)).toMatchObject({ plan_type: 'creator_pro', subscriber_limit: null })
})

test('statistics lists need a plan with reporting or an app with access [contract 8.10.9]', async () => {
  const account = await testAccount()
  const refused = { status: 403, body: { errors: ['Broadcast stats require a plan with access to reporting.'] } }
  for (const plan_type of ['free', 'creator'] as const) {
    await setPlan(account.ctx, { plan_type })
    expect(await api('GET /v4/broadcasts/stats', key(account))).toMatchObject(refused)
    expect(await api('GET /v4/broadcasts/stats', bearer(account))).toMatchObject({ status: 200 })
  }
  await setPlan(account.ctx, { plan_type: 'creator_pro' })
  expect(await api('GET /v4/broadcasts/stats', key(account))).toMatchObject({ status: 200 })
})

test('every way of adding subscribers respects the limit and leaves no partial data', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { plan_type: 'free', subscriber_limit: 1 })
  const add = (email_address: string) => api('POST /v4/subscribers', key(account), { email_address })
  const limit_error = { status: 403, body: { errors: ['This request would exceed your subscriber limit'] } }
  expect(await add('one@example.net')).toMatchObject({ status: 201 })
  expect(await add('two@example.net')).toMatchObject(limit_error)
  expect(await add('one@example.net')).toMatchObject({ status: 200 })
  const purchase = {
    email_address: 'three@example.net',
    transaction_id: 'T',
    products: [{ name: 'a', pid: 1, lid: 1 }],
  }
  expect(await api('POST /v4/purchases', bearer(account), purchase)).toMatchObject(limit_error)
  await expect(dashboard(account).subscribers.add({ email_address: 'four@example.net' })).rejects.toThrow(
    'This request would exceed your subscriber limit',
  )
  const { body } = await api('GET /v4/subscribers?status=all&include_total_count=1', key(account))
  expect(body.pagination.total_count).toBe(1)
})

test('new accounts start on the plan in the settings', async () => {
  const { user_id, email } = await testAccount()
  const start = async () => {
    const user = { id: user_id, email, name: null }
    const { account_id } = await createAccount(serviceCtx(), { user, name: 'Another', time_zone: 'UTC' })
    const { ctx } = await testAccount()
    return ctx.sql.one('select plan_type, subscriber_limit from account where id = $2 and $1 > 0', [account_id])
  }
  expect(await start()).toEqual({ plan_type: 'creator_pro', subscriber_limit: null })
  const before = env()
  const { SECRET_KEY, DATABASE_URL, DATA_DIR, NODE_ENV } = before
  onTestFinished(() => void setEnv({ SECRET_KEY, DATABASE_URL, DATA_DIR, NODE_ENV }))
  setEnv({ SECRET_KEY, DATABASE_URL, DATA_DIR, NODE_ENV, SIGN_UP_PLAN: 'free' })
  expect(await start()).toEqual({ plan_type: 'free', subscriber_limit: 1000 })
})

test('only an administrator sets plans', async () => {
  const [account, admin] = [await testAccount(), await testAccount()]
  const plan = { account_id: account.account_id, plan_type: 'free' } as const
  await expect(dashboard(account).admin.setPlan(plan)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const app = dashboard(admin, admin.ctx, { is_admin: true })
  expect(await app.admin.setPlan({ ...plan, trial_lapse_date: '2099-01-31' })).toEqual({
    ...plan,
    subscriber_limit: 1000,
    interval: 'month',
    on_trial: false,
    trial_lapse_date: '2099-01-31T00:00:00Z',
    renews_at: null,
    cancels_at: null,
  })
  expect(await planOf(admin)).toMatchObject({ plan_type: 'creator' })
  await expect(app.admin.setPlan({ ...plan, account_id: 2_000_000_000 })).rejects.toThrow('Not Found')
})

const at = (text: string) => new Date(text)
const NOTHING = { on_trial: false, trial_lapse_date: null, renews_at: null, cancels_at: null }

test('a plan renews or is canceled, never both', async () => {
  const account = await testAccount()
  const { ctx } = account
  expect(await planOf(account)).toMatchObject(NOTHING)
  await setPlan(ctx, { renews_at: at('2099-05-01T00:00:00Z') })
  expect(await planOf(account)).toMatchObject({ renews_at: '2099-05-01T00:00:00Z', cancels_at: null })
  await setPlan(ctx, { cancels_at: at('2099-06-01T00:00:00Z') })
  expect(await planOf(account)).toMatchObject({ renews_at: null, cancels_at: '2099-06-01T00:00:00Z' })
  await setPlan(ctx, { renews_at: at('2099-07-01T00:00:00Z') })
  expect(await planOf(account)).toMatchObject({ renews_at: '2099-07-01T00:00:00Z', cancels_at: null })
  const both = { renews_at: '2099-05-01', cancels_at: '2099-05-01' }
  expect(PlanInput.safeParse(both).error?.issues[0]?.message).toContain('not both')
  const data = { renews_at: at(both.renews_at), cancels_at: at(both.cancels_at) }
  await expect(unscoped().account.update({ where: { id: account.account_id }, data })).rejects.toThrow(
    'account_renews_or_cancels',
  )
  await setPlan(ctx, { renews_at: null })
  expect(await planOf(account)).toMatchObject(NOTHING)
})

test("an account's trial, renewal and cancellation depend on the time", async () => {
  const { ctx } = await testAccount()
  await setPlan(ctx, { trial_lapse_date: at('2099-03-01T00:00:00Z'), cancels_at: at('2099-04-01T00:00:00Z') })
  const planAt = async (time: string) => (await getAccount({ ...ctx, now: () => at(time) })).account.plan
  const trial_lapse_date = '2099-03-01T00:00:00Z'
  const cancels_at = '2099-04-01T00:00:00Z'
  expect(await planAt('2099-02-28T23:59:59Z')).toMatchObject({ on_trial: true, trial_lapse_date, cancels_at })
  expect(await planAt('2099-03-01T00:00:00Z')).toMatchObject({ on_trial: false, trial_lapse_date, cancels_at })
  expect(await planAt('2099-04-01T00:00:00Z')).toMatchObject({ on_trial: false, trial_lapse_date, cancels_at: null })
  await setPlan(ctx, { renews_at: at('2099-04-01T00:00:00Z') })
  expect(await planAt('2099-03-31T00:00:00Z')).toMatchObject({ renews_at: '2099-04-01T00:00:00Z' })
  expect(await planAt('2099-04-02T00:00:00Z')).toMatchObject({ renews_at: null })
})

test("the free plan and a plan that renews are not on trial, whatever the trial's date", async () => {
  const [account, admin] = [await testAccount(), await testAccount()]
  const { ctx, account_id } = account
  const app = dashboard(admin, admin.ctx, { is_admin: true })
  const isListed = async () =>
    (await app.admin.accounts.list({ state: 'trial', search: String(account_id) })).rows.map(({ id }) => id)
  const trial_lapse_date = at('2099-03-01T00:00:00Z')
  await setPlan(ctx, { plan_type: 'creator', trial_lapse_date })
  expect(await planOf(account)).toMatchObject({ on_trial: true })
  expect(await isListed()).toEqual([account_id])
  await setPlan(ctx, { renews_at: at('2099-05-01T00:00:00Z') })
  expect(await planOf(account)).toMatchObject({ on_trial: false, trial_lapse_date: '2099-03-01T00:00:00Z' })
  expect(await isListed()).toEqual([])
  await setPlan(ctx, { cancels_at: at('2099-05-01T00:00:00Z') })
  expect(await planOf(account)).toMatchObject({ on_trial: true })
  await setPlan(ctx, { plan_type: 'free', trial_lapse_date })
  expect(await planOf(account)).toMatchObject({ on_trial: false, trial_lapse_date: '2099-03-01T00:00:00Z' })
  expect(await isListed()).toEqual([])
})

test('dates of a plan do not change its limit, and the free plan neither renews nor is canceled', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { plan_type: 'creator', subscriber_limit: 7, interval: 'year' })
  await setPlan(account.ctx, { renews_at: at('2099-05-01T00:00:00Z') })
  expect(await planOf(account)).toMatchObject({ plan_type: 'creator', subscriber_limit: 7, interval: 'year' })
  await setPlan(account.ctx, { plan_type: 'free' })
  expect(await planOf(account)).toMatchObject({ plan_type: 'free', renews_at: null })
  for (const name of ['renews_at', 'cancels_at'] as const) {
    await expect(setPlan(account.ctx, { [name]: at('2099-05-01') })).rejects.toMatchObject({
      // Other files add plans to the instance at the same time.
      messages: [expect.stringMatching(new RegExp(`^${name} needs a paid plan: (?:.* or )?creator\\b`))],
    })
    await expect(setPlan(account.ctx, { plan_type: 'creator', [name]: at('2001-05-01') })).rejects.toMatchObject({
      messages: [`${name} must be in the future`],
    })
  }
  await setPlan(account.ctx, { trial_lapse_date: at('2001-05-01') })
  expect(await planOf(account)).toMatchObject({ on_trial: false, trial_lapse_date: '2001-05-01T00:00:00Z' })
})

test('an administrator sets the dates of a plan on the command line', async () => {
  const account = await testAccount()
  const run = (values: Values) =>
    setAccountPlan.run({ account: String(account.account_id), ...values }, {} as OpenRuntime, {} as Closing)
  const { lines } = await run({ 'trial-lapse-date': '2099-01-31', 'renews-at': '2099-02-01T09:00:00+01:00' })
  expect(lines).toEqual([
    `Account ${account.account_id} is on creator: any number of subscribers.`,
    'Renews at 2099-02-01T08:00:00Z.',
  ])
  await run({ 'cancels-at': '2099-03-01' })
  expect(await planOf(account)).toMatchObject({ renews_at: null, cancels_at: '2099-03-01T00:00:00Z' })
  await run({ 'cancels-at': 'none', 'trial-lapse-date': 'none' })
  expect(await planOf(account)).toMatchObject(NOTHING)
  await expect(run({ 'renews-at': 'soon' })).rejects.toThrow('renews_at must be a date such as 2027-01-31')
  await expect(run({ 'renews-at': '2099-01-01', 'cancels-at': '2099-01-01' })).rejects.toThrow('not both')
  await expect(run({})).rejects.toThrow('Name what to change')
})
