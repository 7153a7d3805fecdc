import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemPool } from '../../core/context.ts'
import { standardWebhookHeaders } from '../../lib/crypto/standard-webhooks.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { configure } from '../../testing/servers/provider-webhooks.ts'
import { setPlan } from '../accounts/plans/plans.ts'

const SECRET = `whsec_${Buffer.from('a secret of billing for tests').toString('base64')}`
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString()

const post = (body: string, headers?: Record<string, string>) => api('POST /hooks/billing', null, body, headers)

interface Sent {
  id?: string
  occurred_at?: string
  secret?: string
  now?: Date
  body?: string
}

/** Sends an event like a payment processor. */
async function send(
  data: unknown,
  { id = randomUUID(), occurred_at, secret = SECRET, now = new Date(), body }: Sent = {},
) {
  const text = body ?? JSON.stringify({ type: 'plan.changed', occurred_at: occurred_at ?? now.toISOString(), data })
  const headers = standardWebhookHeaders(secret, { id, body: Buffer.from(text), now })
  const answer = await post(text, headers)
  return { status: answer.status, body: answer.body as { outcome?: string; errors?: string[] } }
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const errorsOf = async (data: unknown, sent?: Sent) => {
  const { status, body } = await send(data, sent)
  return [status, ...(body.errors ?? [])]
}

test('without a secret, the endpoint does not exist', async () => {
  expect((await send({})).status).toBe(404)
})

test('an event changes the plan, and is visible in the account, its security log and the audit log', async () => {
  configure({ BILLING_WEBHOOK_SECRET: SECRET })
  const account = await testAccount()
  const { account_id } = account
  const data = { account_id, plan_type: 'creator_pro', interval: 'year', renews_at: IN_A_YEAR, subscriber_limit: 12 }
  expect(await send(data, { id: 'evt_1' })).toEqual({ status: 200, body: { outcome: 'applied' } })
  expect((await api('GET /v4/account', key(account))).body.account.plan).toMatchObject({
    plan_type: 'creator_pro',
    interval: 'year',
    subscriber_limit: 12,
    cancels_at: null,
    renews_at: `${IN_A_YEAR.slice(0, 19)}Z`,
  })
  const { audit, accounts } = dashboard(account, account.ctx, { is_admin: true }).admin
  expect((await audit.list({ account_id })).rows).toMatchObject([
    { action: 'plan_set', acted_as: 'service', details: { plan: 'creator_pro', billing_event: 'evt_1' } },
  ])
  expect((await accounts.get({ account_id })).plan).toMatchObject({ has_own_limit: true })
  expect((await dashboard(account).security_events.list())[0]).toMatchObject({
    kind: 'plan_changed',
    summary: 'The plan is Creator Pro with up to 12 subscribers',
  })
})

test('an unsigned, old or modified event is refused before it is parsed', async () => {
  configure({ BILLING_WEBHOOK_SECRET: SECRET })
  const other = `whsec_${Buffer.from('another secret of billing').toString('base64')}`
  expect(await errorsOf({}, { body: '{not json', secret: other })).toEqual([401, 'The signature does not match'])
  expect(await errorsOf({}, { now: new Date(Date.now() - 301_000) })).toEqual([
    401,
    'The timestamp is missing, too old or in the future',
  ])
  expect((await post('{}')).status).toBe(401)
  expect((await post('x'.repeat(100_001))).status).toBe(413)
})

test('a repeated event changes nothing, even if both arrive at the same time', async () => {
  configure({ BILLING_WEBHOOK_SECRET: SECRET })
  const account = await testAccount()
  const id = randomUUID()
  const data = { account_id: account.account_id, plan_type: 'creator_pro' }
  const outcomes = (await Promise.all([send(data, { id }), send(data, { id })])).map(({ body }) => body.outcome)
  expect(outcomes.sort()).toEqual(['applied', 'repeated'])
  await setPlan(account.ctx, { plan_type: 'free' })
  expect((await send(data, { id })).body).toEqual({ outcome: 'repeated' })
  expect(await account.ctx.db.account.findFirstOrThrow()).toMatchObject({ plan_type: 'free' })
})

test('a late event never undoes a newer one', async () => {
  configure({ BILLING_WEBHOOK_SECRET: SECRET })
  const account = await testAccount()
  const { account_id } = account
  expect(await send({ account_id, plan_type: 'creator_pro' }, { occurred_at: ago(10) })).toMatchObject({
    body: { outcome: 'applied' },
  })
  expect(await send({ account_id, plan_type: 'free' }, { occurred_at: ago(20) })).toMatchObject({
    status: 200,
    body: { outcome: 'outdated' },
  })
  expect(await account.ctx.db.account.findFirstOrThrow()).toMatchObject({ plan_type: 'creator_pro' })
  expect(await send({ account_id, plan_type: 'free' }, { occurred_at: ago(5) })).toMatchObject({
    body: { outcome: 'applied' },
  })
})

test('a malformed event is refused with its problems, and accepted once it is corrected', async () => {
  configure({ BILLING_WEBHOOK_SECRET: SECRET })
  const { account_id } = await testAccount()
  const id = randomUUID()
  expect(await errorsOf({ account_id: 2_000_000_000, plan_type: 'free' })).toEqual([
    422,
    'account_id names no account: 2000000000',
  ])
  expect(await errorsOf({ account_id, plan_type: 'golden' }, { id })).toEqual([
    422,
    expect.stringMatching(/^plan_type must be one of .*free/),
  ])
  expect((await send({ account_id, plan_type: 'creator' }, { id })).body).toEqual({ outcome: 'applied' })
  const wrong = await errorsOf({ account_id: 'x', plan_type: 7, renews_at: 'soon', interval: 'week' })
  expect(wrong).toEqual([422, ...wrong.slice(1)])
  for (const name of ['account_id', 'plan_type', 'renews_at', 'interval'])
    expect(wrong).toContainEqual(expect.stringMatching(new RegExp(`^${name} must be`)))
  expect(await errorsOf({ account_id, plan_type: 'creator', renews_at: IN_A_YEAR, cancels_at: IN_A_YEAR })).toEqual([
    422,
    expect.stringContaining('not both'),
  ])
  expect(await errorsOf({ account_id, plan_type: 'free', cancels_at: IN_A_YEAR })).toEqual([
    422,
    expect.stringContaining('cancels_at needs a paid plan'),
  ])
  expect(await errorsOf({ account_id, plan_type: 'free' }, { occurred_at: IN_A_YEAR })).toEqual([
    422,
    'occurred_at must not be in the future',
  ])
  expect(await errorsOf({}, { body: '[1]' })).toEqual([422, expect.stringContaining('plan.changed')])
  expect(await errorsOf({}, { body: '{not json' })).toEqual([422, 'The body is not JSON'])
  const { rows } = await systemPool().query('select id from billing_event where account_id = $1', [account_id])
  expect(rows).toEqual([{ id }])
})
