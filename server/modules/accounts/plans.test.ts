import { expect, onTestFinished, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { env, setEnv } from '../../env.ts'
import { testAccount } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { createCaller } from '../../trpc/root.ts'
import { setPlan } from './plans.ts'
import { createAccount } from './service.ts'

const planOf = async (account: { api_key: string }) => (await api('GET /v4/account', key(account))).body.account.plan

test('a plan brings its limit, or the one it is given, and the account says so', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { plan_type: 'free' })
  expect(await planOf(account)).toMatchObject({ plan_type: 'free', interval: 'month', subscriber_limit: 1000 })
  await setPlan(account.ctx, { plan_type: 'creator', interval: 'year', subscriber_limit: 25_000 })
  expect(await planOf(account)).toMatchObject({ plan_type: 'creator', interval: 'year', subscriber_limit: 25_000 })
  await setPlan(account.ctx, { plan_type: 'creator_pro' })
  expect(await planOf(account)).toMatchObject({ plan_type: 'creator_pro', subscriber_limit: null })
})

test('contract 8.10.9: lists of statistics need a plan with reporting, or an app that was let in', async () => {
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

test('the limit holds for every way in, and leaves nothing behind', async () => {
  const account = await testAccount()
  await setPlan(account.ctx, { plan_type: 'free', subscriber_limit: 1 })
  const add = (email_address: string) => api('POST /v4/subscribers', key(account), { email_address })
  const refused = { status: 403, body: { errors: ['This request would exceed your subscriber limit'] } }
  expect(await add('one@example.net')).toMatchObject({ status: 201 })
  expect(await add('two@example.net')).toMatchObject(refused)
  expect(await add('one@example.net')).toMatchObject({ status: 200 })
  const purchase = {
    email_address: 'three@example.net',
    transaction_id: 'T',
    products: [{ name: 'a', pid: 1, lid: 1 }],
  }
  expect(await api('POST /v4/purchases', bearer(account), purchase)).toMatchObject(refused)
  await expect(dashboard(account).subscribers.add({ email_address: 'four@example.net' })).rejects.toThrow(
    'This request would exceed your subscriber limit',
  )
  const { body } = await api('GET /v4/subscribers?status=all&include_total_count=1', key(account))
  expect(body.pagination.total_count).toBe(1)
})

test('new accounts start on the plan that the settings name', async () => {
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

test('an administrator sets plans, and nobody else does', async () => {
  const [account, admin] = [await testAccount(), await testAccount()]
  const plan = { account_id: account.account_id, plan_type: 'free' } as const
  await expect(dashboard(account).admin.setPlan(plan)).rejects.toThrow('administrator')
  const app = createCaller({
    user: { id: admin.user_id, email: admin.email, name: null, is_admin: true, session_id: 's' },
    account: admin.ctx,
    source: { ip: '127.0.0.1', user_agent: null },
    request_id: 'test',
  })
  expect(await app.admin.setPlan(plan)).toEqual({ ...plan, subscriber_limit: 1000, interval: 'month' })
  expect(await planOf(admin)).toMatchObject({ plan_type: 'creator' })
  await expect(app.admin.setPlan({ ...plan, account_id: 2_000_000_000 })).rejects.toThrow('Not Found')
})
