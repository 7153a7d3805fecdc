import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { suppressAddresses } from '../../subscribers/state/suppression.ts'
import { deleteSubscribers } from '../../subscribers/write/delete.ts'

async function listening(type: 'api_event' | 'app_event', object: string, given?: TestAccount) {
  const account = given ?? (await testAccount())
  const { account_id, ctx } = account
  const automation_id = await makeAutomation(account)
  await ctx.db.automationListener.create({
    data: { account_id, automation_id, version: 1, step_id: 't', number: 0, purpose: 'entry', type, object },
  })
  const noted = () =>
    ctx.sql.rows<{ subscriber_id: number; data: unknown }>(
      'select subscriber_id, data from automation_event where account_id = $1 and type = $2 and object = $3 order by id',
      [type, object],
    )
  return { account, noted }
}

test('a program reports events by id or address, unknown subscribers are skipped, and each is recorded once', async () => {
  const { account, noted } = await listening('api_event', 'webinar.attended')
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  const { email_address } = await account.ctx.db.subscriber.findFirstOrThrow({ where: { id: ada } })
  const subscribers = [{ id: lin }, { email_address: ` ${email_address.toUpperCase()} ` }, { id: 999_999_999 }]
  const answer = await api('POST /v4/automation_events', key(account), { name: 'webinar.attended', subscribers })
  expect(answer).toMatchObject({ status: 202, body: { automation_events: { recorded: 2, unknown: 1 } } })
  expect((await noted()).map(({ subscriber_id }) => subscriber_id)).toEqual([lin, ada])
  // No automation listens to it.
  await api('POST /v4/automation_events', key(account), { name: 'webinar.missed', subscribers })
  expect(await account.ctx.sql.rows('select 1 from automation_event where account_id = $1', [])).toHaveLength(2)
})

test('several events of one subscriber are recorded, each once by its id', async () => {
  const account = await testAccount()
  const { app_id } = await unscoped().oauthToken.findFirstOrThrow({ where: { account_id: account.account_id } })
  const plugin = await unscoped().appPlugin.create({
    data: {
      app_id,
      kind: 'automation_event',
      identifier: 'bought',
      name: 'Bought',
      request_url: 'https://app.example/x',
    },
  })
  const { noted } = await listening('app_event', String(plugin.id), account)
  const [lin = 0] = await addSubscribers(account, 1)
  const { email_address } = await account.ctx.db.subscriber.findFirstOrThrow()
  const subscribers = [
    { id: lin, event_id: 'order-17' },
    { email_address, event_id: 'order-18' },
    { id: lin, event_id: 'order-17' },
  ]
  const answer = await api('POST /v4/automation_events', bearer(account), { plugin: 'bought', subscribers })
  expect(answer).toMatchObject({ status: 202, body: { automation_events: { recorded: 3, unknown: 0 } } })
  expect(await noted()).toHaveLength(2)
})

test('an app pushes events of its own plugin, with its token', async () => {
  const account = await testAccount()
  const { app_id } = await unscoped().oauthToken.findFirstOrThrow({ where: { account_id: account.account_id } })
  const plugin = await unscoped().appPlugin.create({
    data: { app_id, kind: 'automation_event', identifier: 'seen', name: 'Seen', request_url: 'https://app.example/x' },
  })
  const { noted } = await listening('app_event', String(plugin.id), account)
  const [lin = 0] = await addSubscribers(account, 1)
  const push = { plugin: 'seen', settings: { course: 'a' }, subscribers: [{ id: lin }] }
  expect(await api('POST /v4/automation_events', bearer(account), push)).toMatchObject({ status: 202 })
  expect(await noted()).toEqual([{ subscriber_id: lin, data: { settings: { course: 'a' } } }])
  expect(await api('POST /v4/automation_events', key(account), push)).toMatchObject({ status: 403 })
  const unknown = await api('POST /v4/automation_events', bearer(account), { ...push, plugin: 'other' })
  expect(unknown).toMatchObject({ status: 422, body: { errors: [expect.stringContaining('plugin must be')] } })
})

test('an event keeps the time that its program gives, within 30 days', async () => {
  const { account } = await listening('api_event', 'webinar.attended')
  const { ctx } = account
  const [lin = 0, ada = 0, max = 0] = await addSubscribers(account, 3)
  const ago = (ms: number) => new Date(Math.floor((Date.now() - ms) / 1_000) * 1_000)
  const hour = ago(3_600_000)
  const report = (subscribers: object[]) =>
    api('POST /v4/automation_events', key(account), { name: 'webinar.attended', subscribers })
  const answer = await report([
    { id: lin, occurred_at: hour.toISOString() },
    { id: ada, occurred_at: ago(-30_000).toISOString().replace('T', ' ').slice(0, 19) },
    { id: max },
  ])
  expect(answer).toMatchObject({ status: 202 })
  const events = await ctx.db.automationEvent.findMany({ orderBy: { id: 'asc' } })
  expect(events.map(({ subscriber_id, is_dated }) => [Number(subscriber_id), is_dated])).toEqual([
    [lin, true],
    [ada, true],
    [max, false],
  ])
  expect(events[0]?.at).toEqual(hour)
  for (const [occurred_at, error] of [
    [ago(-120_000).toISOString(), /more than a minute in the future/],
    [ago(31 * 86_400_000).toISOString(), /more than 30 days ago/],
    ['yesterday', /ISO 8601/],
    [5, /must be a date and time/],
  ] as const) {
    const refused = await report([{ id: lin, occurred_at }])
    expect(refused.status).toBe(422)
    expect(refused.body.errors.join(' ')).toMatch(error)
  }
})

test('malformed reports answer 422 with the member and what is accepted', async () => {
  const { account } = await listening('api_event', 'a')
  const subscribers = [{ id: 1 }]
  for (const [body, error] of [
    [{}, /subscribers/],
    [{ name: 'No', subscribers }, /webinar\.attended/],
    [{ name: 'a', plugin: 'b', subscribers }, /Either name or plugin/],
    [{ name: 'a', subscribers: [] }, /subscribers must not be empty/],
    [{ name: 'a', subscribers: [{}] }, /either id or email_address/],
    [{ name: 'a', subscribers: Array.from({ length: 1_001 }, () => ({ id: 1 })) }, /at most 1,000/],
    [{ name: 'a', form_id: 1, subscribers }, /form_id needs create/],
    [{ name: 'a', properties: [], subscribers }, /properties/],
    [{ name: 'a', properties: { a: { b: { c: { d: { e: {} } } } } }, subscribers }, /at most 5 levels/],
    [{ name: 'a', properties: { a: 'x'.repeat(9_000) }, subscribers }, /at most 8,192 characters/],
    [{ name: 'a', subscribers: [{ id: 1, properties: { ['x'.repeat(65)]: 1 } }] }, /is not valid/],
    [{ name: 'a', subscribers: [{ id: 1, properties: { a: 'b\u0000' } }] }, /NUL/],
    [{ name: 'a', subscribers: [{ id: 1, properties: { a: Array(201).fill(1) } }] }, /at most 200 values/],
  ] as const) {
    const answer = await api('POST /v4/automation_events', key(account), body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.join(' ')).toMatch(error)
  }
})

const report = (account: TestAccount, body: object) => api('POST /v4/automation_events', key(account), body)

test('events carry properties, of the request or their own', async () => {
  const { account, noted } = await listening('api_event', 'checkout.started')
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  const own = { cart: { total: 12, items: ['Mug', null] }, note: null }
  const answer = await report(account, {
    name: 'checkout.started',
    properties: { plan: 'b' },
    subscribers: [{ id: lin }, { id: ada, properties: own }],
  })
  expect(answer).toMatchObject({ status: 202, body: { automation_events: { recorded: 2, created: 0, repeated: 0 } } })
  const data = [{ properties: { plan: 'b' } }, { properties: own }]
  expect((await noted()).map((one) => one.data)).toEqual(data)
  const recorded = await account.ctx.sql.rows<{ data: unknown }>(
    'select data from subscriber_change where account_id = $1 order by id',
    [],
  )
  expect(recorded.map((one) => one.data)).toEqual(data)
  const half = await report(account, { name: 'seen', properties: { a: '\ud800' }, subscribers: [{ id: lin }] })
  expect(half.status).toBe(422)
})

test('an event_id counts once in the account, for any subscriber and in requests at the same time', async () => {
  const { account, noted } = await listening('api_event', 'checkout.started')
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  const body = {
    name: 'checkout.started',
    subscribers: [
      { id: lin, event_id: 'b' },
      { id: ada, event_id: 'a' },
      { id: ada, event_id: 'b' },
    ],
  }
  const answers = await Promise.all(Array.from({ length: 4 }, () => report(account, body)))
  const repeated = answers.map(({ body: { automation_events } }) => automation_events.repeated as number)
  expect(repeated.reduce((sum, one) => sum + one, 0)).toBe(4 * 3 - 2)
  expect((await noted()).map(({ subscriber_id }) => subscriber_id).sort()).toEqual([lin, ada].sort())
  const other = await listening('api_event', 'checkout.started')
  const [max = 0] = await addSubscribers(other.account, 1)
  await report(other.account, { ...body, subscribers: [{ id: max, event_id: 'a' }] })
  expect(await other.noted()).toHaveLength(1)
})

test('a thousand events are one request', async () => {
  const { account, noted } = await listening('api_event', 'seen')
  const ids = await addSubscribers(account, 500)
  const subscribers = [...ids, ...ids].map((id, n) => ({ id, event_id: `e${n}`, properties: { n } }))
  const answer = await report(account, { name: 'seen', subscribers })
  expect(answer.body).toEqual({ automation_events: { recorded: 1_000, unknown: 0, created: 0, repeated: 0 } })
  expect(await noted()).toHaveLength(1_000)
})

test('unknown addresses become subscribers when asked, suppressed and invalid ones do not, and no state changes', async () => {
  const { account, noted } = await listening('api_event', 'checkout.started')
  const { ctx } = account
  const [lin = 0] = await addSubscribers(account, 1)
  await ctx.db.subscriber.updateMany({ where: { id: lin }, data: { state: 'cancelled', canceled_at: ctx.now() } })
  await write(ctx, (tx) =>
    suppressAddresses(tx, { email_addresses: ['no@example.net'], reason: 'manual', source: 'x' }),
  )
  const { email_address } = await ctx.db.subscriber.findFirstOrThrow({ where: { id: lin } })
  const subscribers = [email_address, 'new@example.net', 'NEW@example.net', 'no@example.net', 'x'].map((one) => ({
    email_address: one,
  }))
  const body = { name: 'checkout.started', subscribers }
  expect((await report(account, body)).body.automation_events).toMatchObject({ recorded: 1, unknown: 4, created: 0 })
  expect((await report(account, { ...body, create: true })).body.automation_events).toMatchObject({
    recorded: 3,
    unknown: 2,
    created: 1,
  })
  const states = await ctx.db.subscriber.findMany({ select: { email_address: true, state: true } })
  expect(states).toEqual(
    expect.arrayContaining([
      { email_address, state: 'cancelled' },
      { email_address: 'new@example.net', state: 'active' },
    ]),
  )
  expect(states).toHaveLength(2)
  expect(await ctx.db.consent.findMany({ select: { source: true } })).toEqual([{ source: 'api' }])
  expect(await noted()).toHaveLength(4)
})

test('new subscribers join a form and confirm if it asks for that', async () => {
  const account = await testAccount()
  const { ctx } = account
  const form = await ctx.db.form.create({
    data: { account_id: account.account_id, name: 'Shop', format: 'inline', uid: 'shop', double_opt_in: true },
  })
  const body = { name: 'seen', create: true, subscribers: [{ email_address: 'new@example.net' }] }
  expect((await report(account, { ...body, form_id: 999_999 })).status).toBe(404)
  await report(account, { ...body, form_id: form.id })
  expect(await ctx.db.subscriber.findMany({ select: { state: true } })).toEqual([{ state: 'inactive' }])
  expect(await ctx.db.confirmation.findMany({ select: { form_id: true } })).toEqual([{ form_id: form.id }])
})

test('the properties of an event are known by name, with the type of the first value and the last values', async () => {
  const account = await testAccount()
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  const send = (id: number, properties: object) =>
    report(account, { name: 'checkout.started', subscribers: [{ id, properties }] })
  await send(lin, { cart: { total: 12, items: ['Mug'] }, at: '2026-03-01T10:00:00Z', gift: true, note: null, 'a.b': 1 })
  await send(ada, { cart: { total: 'much' }, gift: false })
  await report(account, { name: 'seen', subscribers: [{ id: lin }] })
  const known = async () => (await api('GET /v4/automation_events', key(account))).body.automation_events
  const last_at = expect.any(String)
  expect(await known()).toEqual([
    {
      name: 'checkout.started',
      count: 2,
      properties: [
        { name: 'at', type: 'date', count: 1, last_values: ['2026-03-01T10:00:00Z'], last_at },
        { name: 'cart.items', type: 'list', count: 1, last_values: [['Mug']], last_at },
        { name: 'cart.total', type: 'number', count: 2, last_values: ['much', 12], last_at },
        { name: 'gift', type: 'boolean', count: 2, last_values: [false, true], last_at },
      ],
    },
  ])
  await write(account.ctx, (tx) => deleteSubscribers(tx, { ids: [ada] }))
  expect((await known())[0].properties[2]).toMatchObject({ name: 'cart.total', count: 2, last_values: [12] })
})
