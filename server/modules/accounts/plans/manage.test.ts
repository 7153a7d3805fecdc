import { expect, onTestFinished, test } from 'vitest'
import type { OpenRuntime } from '../../../boot.ts'
import { listAllPlans } from '../../../cli/plan.ts'
import { serviceCtx, systemPool } from '../../../core/context.ts'
import type { Closing } from '../../../stop.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { PATIENCE } from '../../../testing/patience.ts'
import { configure } from '../../../testing/servers/provider-webhooks.ts'
import { PlanFields } from '../plan-schema.ts'
import { createAccount } from '../service.ts'
import { applyLimits } from './apply-limits.ts'
import { PlanCache, watchPlans } from './known-plans.ts'
import { setPlan } from './plans.ts'

// Plans belong to a whole instance, so this file has its own database.
runInOwnDatabase()

const FIELDS: PlanFields = {
  name: 'Team',
  description: '',
  subscriber_limit: 100,
  member_limit: null,
  has_reporting: false,
  has_api: true,
  price_month: 2_900,
  price_year: 29_000,
  currency: 'EUR',
  trial_days: 0,
  position: 40,
}

async function asAdministrator() {
  const account = await testAccount()
  const { plans, settings, audit, accounts } = dashboard(account, account.ctx, { is_admin: true }).admin
  const find = async (name: string) => (await plans.list()).find((plan) => plan.key === name) ?? expect.fail()
  return { plans, settings, audit, accounts, find }
}

const createdAccount = async () => {
  const { user_id: id, email } = await testAccount()
  const user = { id, email, name: null }
  return (await createAccount(serviceCtx(), { user, name: 'New', time_zone: 'UTC' })).account_id
}

const accountRow = async (id: number) =>
  (await systemPool().query('select plan_type, subscriber_limit, has_own_limit from account where id = $1', [id]))
    .rows[0]

test('the seeded plans have the former limits, and the command line lists them', async () => {
  const { lines } = await listAllPlans.run({}, {} as OpenRuntime, {} as Closing)
  expect(lines.map((line) => line.replace(/, \d+ accounts?$/, ''))).toEqual([
    'free: up to 1000 subscribers',
    'creator: up to 5000 subscribers',
    'creator_pro: any number of subscribers, reporting, for new accounts',
  ])
})

test('a plan is created, edited, archived, restored and deleted, each with its audit entry', async () => {
  const { plans, audit, find } = await asAdministrator()
  await plans.create({ key: 'team', ...FIELDS })
  await expect(plans.create({ key: 'team', ...FIELDS })).rejects.toThrow('The key team is in use')
  await plans.edit({ key: 'team', ...FIELDS, price_month: 3_900 })
  expect(await find('team')).toEqual({
    key: 'team',
    ...FIELDS,
    price_month: 3_900,
    accounts: 0,
    own_limits: 0,
    is_default: false,
    is_archived: false,
  })
  await plans.archive({ key: 'team' })
  expect(await find('team')).toMatchObject({ is_archived: true })
  await plans.restore({ key: 'team' })
  await plans.remove({ key: 'team' })
  await expect(plans.edit({ key: 'team', ...FIELDS })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await audit.list({})
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['plan_deleted', 'plan_restored', 'plan_archived', 'plan_edited', 'plan_created']),
  )
  expect(rows.find(({ action }) => action === 'plan_edited')?.details).toEqual({
    plan: 'Team',
    plan_key: 'team',
    names: 'price month',
    before: { price_month: 2_900 },
    after: { price_month: 3_900 },
  })
})

test('invalid fields of a plan are rejected, naming the accepted values', () => {
  const messageOf = (input: object) => PlanFields.safeParse({ ...FIELDS, ...input }).error?.issues[0]?.message
  expect(PlanFields.parse({ ...FIELDS, currency: ' usd ' })).toMatchObject({ currency: 'USD' })
  expect(messageOf({ currency: 'XYZ1' })).toContain('USD')
  expect(messageOf({ price_month: 1.5 })).toContain('minor units')
  expect(messageOf({ member_limit: 0 })).toContain('at least 1 member')
  expect(messageOf({ trial_days: 400 })).toContain('365')
})

test('the free and the default plan cannot be removed, and a plan with accounts is archived but not deleted', async () => {
  const { plans, settings } = await asAdministrator()
  await expect(plans.archive({ key: 'free' })).rejects.toThrow('The free plan cannot be archived')
  await expect(plans.remove({ key: 'free' })).rejects.toThrow('The free plan cannot be deleted')
  await expect(plans.archive({ key: 'creator_pro' })).rejects.toThrow('New accounts start on this plan')
  await expect(settings.save({ default_plan: 'golden' })).rejects.toThrow(
    'default_plan must be one of free, creator, creator_pro',
  )
  await settings.save({ default_plan: 'creator' })
  onTestFinished(async () => void (await settings.save({ default_plan: '' })))
  await expect(plans.archive({ key: 'creator' })).rejects.toThrow('New accounts start on this plan')
  await plans.archive({ key: 'creator_pro' })
  // Without the setting, new accounts would start on the archived plan of SIGN_UP_PLAN.
  await expect(settings.save({ default_plan: '' })).rejects.toThrow('SIGN_UP_PLAN names an archived plan')
  const account = await testAccount({ plan_type: 'creator_pro' })
  await expect(plans.remove({ key: 'creator_pro' })).rejects.toThrow('Archive it instead')
  const other = await testAccount()
  await expect(setPlan(other.ctx, { plan_type: 'creator_pro' })).rejects.toThrow(
    'plan_type names an archived plan. Use one of free, creator',
  )
  await expect(setPlan(other.ctx, { plan_type: 'golden' })).rejects.toThrow('plan_type must be one of free, creator')
  await setPlan(account.ctx, { interval: 'year' })
  await plans.restore({ key: 'creator_pro' })
})

test('a new limit applies to accounts on the plan, except accounts with their own limit', async () => {
  const { plans, find, accounts } = await asAdministrator()
  await plans.create({ key: 'studio', ...FIELDS })
  const [follows, with_own_limit] = [await testAccount(), await testAccount()]
  await setPlan(follows.ctx, { plan_type: 'studio' })
  await setPlan(with_own_limit.ctx, { plan_type: 'studio', subscriber_limit: 7 })
  expect(await find('studio')).toMatchObject({ accounts: 2, own_limits: 1 })
  expect(await accounts.get({ account_id: with_own_limit.account_id })).toMatchObject({ plan: { has_own_limit: true } })
  await plans.edit({ key: 'studio', ...FIELDS, subscriber_limit: 250 })
  expect(await accountRow(follows.account_id)).toMatchObject({ subscriber_limit: 250, has_own_limit: false })
  expect(await accountRow(with_own_limit.account_id)).toMatchObject({ subscriber_limit: 7, has_own_limit: true })
  // The plan's limit does not count as the account's own.
  await setPlan(with_own_limit.ctx, { subscriber_limit: 250 })
  expect(await accountRow(with_own_limit.account_id)).toMatchObject({ has_own_limit: false })
})

test('an interrupted change is completed by the next run, and then no run checks it again', async () => {
  const { plans } = await asAdministrator()
  await plans.create({ key: 'halfway', ...FIELDS })
  const account = await testAccount()
  await setPlan(account.ctx, { plan_type: 'halfway' })
  const now = new Date()
  await systemPool().query(`update plan set subscriber_limit = 300, limit_changed_at = $1 where key = 'halfway'`, [now])
  const pendingPlans = async () =>
    (await systemPool().query(`select from plan where key = 'halfway' and limit_changed_at is not null`)).rowCount
  await applyLimits({ now })
  expect(await accountRow(account.account_id)).toMatchObject({ subscriber_limit: 300 })
  expect(await pendingPlans()).toBe(1)
  await applyLimits({ now: new Date(+now + 61_000) })
  expect(await pendingPlans()).toBe(0)
})

test('a changed plan takes effect in every process within a second', async () => {
  const { plans } = await asAdministrator()
  const [one, other] = [new PlanCache(), new PlanCache()]
  for (const cache of [one, other]) expect((await cache.get()).has('quick')).toBe(false)
  await plans.create({ key: 'quick', ...FIELDS })
  for (const cache of [one, other]) await expect.poll(async () => (await cache.get()).has('quick'), PATIENCE).toBe(true)
  const deaf = new PlanCache()
  await deaf.refresh()
  expect(deaf.latest().get('quick')).toMatchObject({ name: 'Team' })
})

test('a plan without the API answers 401 to its keys and apps until it includes the API again', async () => {
  const { plans } = await asAdministrator()
  const account = await testAccount()
  await plans.create({ key: 'no_api', ...FIELDS, has_api: false })
  const answers = async () => [
    (await api('GET /v4/account', key(account))).status,
    (await api('GET /v4/account', bearer(account))).status,
  ]
  expect(await answers()).toEqual([200, 200])
  await setPlan(account.ctx, { plan_type: 'no_api' })
  await expect.poll(answers).toEqual([401, 401])
  expect((await api('GET /v4/account', key(account))).body).toMatchObject({ errors: ['The access token is invalid'] })
  await plans.edit({ key: 'no_api', ...FIELDS, has_api: true })
  await expect.poll(answers).toEqual([200, 200])
})

test('a plan limits members and open invitations, and an account above the limit keeps its members', async () => {
  const { plans } = await asAdministrator()
  const account = await testAccount()
  const { team } = dashboard(account)
  await plans.create({ key: 'duo', ...FIELDS, member_limit: 2 })
  await setPlan(account.ctx, { plan_type: 'duo' })
  const invite = (name: string) =>
    team.invite({ email_address: `${name}-${account.account_id}@x.example`, role: 'editor' })
  await invite('mia')
  // Inviting the same address replaces the invitation.
  await invite('mia')
  await expect(invite('ola')).rejects.toThrow('Your plan includes 2 members, open invitations included')
  await plans.edit({ key: 'duo', ...FIELDS, member_limit: 1 })
  expect(await team.invitations()).toHaveLength(1)
})

test('a new account on a plan with a trial starts it, as the API shows', async () => {
  const { plans, settings } = await asAdministrator()
  await plans.create({ key: 'tried', ...FIELDS, trial_days: 14 })
  await settings.save({ default_plan: 'tried' })
  onTestFinished(async () => void (await settings.save({ default_plan: '' })))
  const { rows } = await systemPool().query(
    `select plan_type, is_trial_open, subscriber_limit, extract(day from trial_lapse_date - created_at)::int as days
     from account where id = $1`,
    [await createdAccount()],
  )
  expect(rows).toEqual([{ plan_type: 'tried', is_trial_open: true, subscriber_limit: 100, days: expect.any(Number) }])
  expect(Math.abs(rows[0].days - 14)).toBeLessThanOrEqual(1)
})

test('starting with an unknown plan names the existing ones', async () => {
  configure({ SIGN_UP_PLAN: 'golden' })
  await expect(watchPlans()).rejects.toThrow('SIGN_UP_PLAN names no plan that new accounts can use: it is "golden"')
  configure({ SIGN_UP_PLAN: 'free' })
  ;(await watchPlans())()
})

test('an unknown SIGN_UP_PLAN stops the start even if an administrator chose another default', async () => {
  const { settings } = await asAdministrator()
  await settings.save({ default_plan: 'free' })
  onTestFinished(async () => void (await settings.save({ default_plan: '' })))
  configure({ SIGN_UP_PLAN: 'golden' })
  await expect(watchPlans()).rejects.toThrow('SIGN_UP_PLAN names no plan that new accounts can use: it is "golden"')
})
