import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { restApp } from '../../../rest/app.ts'
import { type TestAccount, testAccount, testApiKey } from '../../../testing/account.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { eraseSubscriber } from '../../privacy/erase.ts'
import { suppressAddresses } from '../../subscribers/state/suppression.ts'

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const basic = (key: string) => ({ Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` })

async function post(path: string, body: unknown, headers: Record<string, string>) {
  const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const answer = await rest.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: sent as BodyInit,
  })
  return { status: answer.status, body: await answer.json() }
}

const send = ({ api_key }: TestAccount, batch: object[], query = '') =>
  post(`/v1/batch${query}`, { batch, writeKey: api_key, sentAt: new Date() }, basic(api_key))

const recorded = ({ ctx }: TestAccount) =>
  ctx.sql.rows<{ subscriber_id: number; object: string; data: { properties?: unknown }; at: Date }>(
    `select subscriber_id, object, data, at from subscriber_change where account_id = $1 and kind = 'api_event' order by id`,
  )

const addressOf = async ({ ctx }: TestAccount, id: number) =>
  (await ctx.db.subscriber.findFirstOrThrow({ where: { id } })).email_address

test('the key comes as basic authentication or in the body, and needs the scope to write', async () => {
  const account = await testAccount()
  const batch: object[] = []
  const ok = { status: 200, body: { success: true, recorded: 0, unknown: 0, created: 0, repeated: 0, invalid: 0 } }
  expect(await post('/v1/batch', { batch }, basic(account.api_key))).toEqual(ok)
  expect(await post('/v1/batch', { batch, writeKey: account.api_key }, {})).toEqual(ok)
  expect(await post('/v1/batch', { batch }, { Authorization: `Bearer ${account.token}` })).toEqual(ok)
  expect((await post('/v1/batch', { batch }, {})).status).toBe(401)
  expect((await post('/v1/batch', { batch, writeKey: 'no' }, {})).status).toBe(401)
  expect((await post('/v1/batch', { batch }, basic('no'))).status).toBe(401)
  // The header decides.
  expect((await post('/v1/batch', { batch, writeKey: account.api_key }, basic('no'))).status).toBe(401)
  const reading = await testApiKey(account.account_id, ['read'])
  expect((await post('/v1/batch', { batch }, basic(reading))).status).toBe(403)
})

test('a compressed batch is read, and one that becomes too large is refused', async () => {
  const account = await testAccount()
  const [id = 0] = await addSubscribers(account, 1)
  const batch = [{ type: 'track', event: 'seen', userId: await addressOf(account, id) }]
  const headers = { ...basic(account.api_key), 'Content-Encoding': 'gzip' }
  const answer = await post('/v1/batch', gzipSync(JSON.stringify({ batch })), headers)
  expect(answer).toMatchObject({ status: 200, body: { recorded: 1 } })
  expect((await post('/v1/batch', gzipSync(' '.repeat(5_000_000)), headers)).status).toBe(413)
  expect((await post('/v1/batch', JSON.stringify({ batch }), headers)).status).toBe(400)
  const long = { batch: [{ type: 'page', x: 'x'.repeat(1_000_000) }] }
  expect((await post('/v1/batch', long, basic(account.api_key))).status).toBe(413)
  expect((await post('/v1/batch', { batch: 'no' }, basic(account.api_key))).status).toBe(422)
})

test('events of known subscribers are recorded with name, time and properties, once by messageId', async () => {
  const account = await testAccount()
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  const timestamp = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000)
  const track = { type: 'track', event: 'Order Completed', messageId: 'm1', timestamp, properties: { total: 12 } }
  const batch = [
    { ...track, userId: await addressOf(account, lin) },
    { ...track, userId: await addressOf(account, lin) },
    { type: 'track', event: 'cart.Opened', userId: 7, context: { traits: { email: await addressOf(account, ada) } } },
    { ...track, messageId: 'm2', userId: 'unknown' },
    { ...track, messageId: 'm3', anonymousId: 'no-one@example.net', timestamp: new Date(Date.now() + 600_000) },
  ]
  const first = await send(account, batch)
  expect(first.body).toEqual({ success: true, recorded: 3, unknown: 2, created: 0, repeated: 1, invalid: 0 })
  expect((await send(account, batch)).body).toMatchObject({ recorded: 3, repeated: 2 })
  expect(await recorded(account)).toMatchObject([
    { subscriber_id: lin, object: 'order_completed', data: { properties: { total: 12 } }, at: timestamp },
    { subscriber_id: ada, object: 'cart.opened' },
    { subscriber_id: ada, object: 'cart.opened' },
  ])
})

test('an invalid message fails alone, and the answer says why', async () => {
  const account = await testAccount()
  const [id = 0] = await addSubscribers(account, 1)
  const userId = await addressOf(account, id)
  const track = { type: 'track', userId, event: 'seen' }
  const { status, body } = await send(account, [
    track,
    { ...track, event: '購入' },
    { ...track, event: undefined },
    { ...track, timestamp: 'yesterday' },
    { ...track, timestamp: '2020-01-01T00:00:00Z' },
    { ...track, properties: { a: 'x'.repeat(9_000) } },
    { ...track, messageId: 'x'.repeat(201) },
    { type: 'trace' },
    null as never,
    { type: 'identify', userId: {} },
    { type: 'group', groupId: 'g', userId },
    { type: 'page', name: 'Home', userId },
    { type: 'screen', name: 'Home', userId },
    { ...track, properties: { note: 'a\u0000b' } },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, recorded: 2, unknown: 0, invalid: 9 })
  expect(body.errors).toEqual([
    'batch[1] event must be a name such as webinar.attended',
    'batch[2] event must be a string',
    'batch[3] timestamp must be an ISO 8601 date and time',
    'batch[4] timestamp must not be more than 30 days ago',
    expect.stringContaining('batch[5] properties must'),
    expect.stringContaining('batch[6] messageId must'),
    'batch[7] type must be one of: identify, track, alias, group, page, screen',
    'batch[8] type must be one of: identify, track, alias, group, page, screen',
    'batch[9] userId must be a string',
  ])
  expect((await recorded(account)).map(({ data }) => data.properties)).toEqual([undefined, { note: 'a\ufffdb' }])
})

test('identify fills in existing fields, and its id names the subscriber from then on', async () => {
  const account = await testAccount()
  const { ctx } = account
  for (const label of ['Last name', 'Plan']) await createCustomField(ctx, { label })
  const [lin = 0] = await addSubscribers(account, 1)
  const traits = {
    email: ` ${(await addressOf(account, lin)).toUpperCase()} `,
    firstName: 'Lin',
    lastName: 'Berg',
    plan: 3,
    unknown: 'x',
    address: { city: 'Oslo' },
  }
  const answer = await send(account, [
    { type: 'track', event: 'seen', userId: 'u1' },
    { type: 'identify', userId: 'u1', traits },
    { type: 'identify', userId: 'u1', traits: { plan: null } },
    { type: 'identify', userId: 'u2', traits: { plan: 4 } },
  ])
  expect(answer.body).toMatchObject({ recorded: 1, unknown: 1, created: 0 })
  const after = await ctx.db.subscriber.findFirstOrThrow({ where: { id: lin } })
  expect([after.first_name, Object.values(after.fields as object)]).toEqual(['Lin', ['Berg']])
  expect((await send(account, [{ type: 'track', event: 'seen', userId: 'u1' }])).body).toMatchObject({ recorded: 1 })
  const other = await testAccount()
  expect((await send(other, [{ type: 'track', event: 'seen', userId: 'u1' }])).body).toMatchObject({ unknown: 1 })
})

test('alias makes two ids name one subscriber, and moves none that is known', async () => {
  const account = await testAccount()
  const [lin = 0, ada = 0] = await addSubscribers(account, 2)
  await send(account, [
    { type: 'identify', anonymousId: 'a1', traits: { email: await addressOf(account, lin) } },
    { type: 'alias', userId: 'u1', previousId: 'a1' },
    { type: 'alias', userId: 'u2', previousId: await addressOf(account, ada) },
    { type: 'alias', userId: 'u1', previousId: 'u2' },
    { type: 'alias', userId: 'u3', previousId: 'u4' },
    ...['a1', 'u1', 'u2', 'u3'].map((userId) => ({ type: 'track', event: 'seen', userId })),
  ])
  expect((await recorded(account)).map(({ subscriber_id }) => subscriber_id).sort()).toEqual([lin, lin, ada].sort())
})

test('unknown addresses become subscribers when asked, by the rules of events', async () => {
  const account = await testAccount()
  const { ctx } = account
  await createCustomField(ctx, { label: 'Plan' })
  await write(ctx, (tx) =>
    suppressAddresses(tx, { email_addresses: ['no@example.net'], reason: 'manual', source: 'x' }),
  )
  const [lin = 0] = await addSubscribers(account, 1)
  await ctx.db.subscriber.updateMany({ where: { id: lin }, data: { state: 'cancelled', canceled_at: ctx.now() } })
  const batch = [
    { type: 'identify', userId: 'u1', traits: { email: 'new@example.net', first_name: 'New', plan: 'b' } },
    { type: 'identify', userId: 'u2', traits: { email: 'no@example.net' } },
    { type: 'identify', userId: 'u3', traits: { email: await addressOf(account, lin) } },
    { type: 'track', event: 'seen', userId: 'u1' },
    { type: 'track', event: 'seen', userId: 'second@example.net' },
  ]
  expect((await send(account, batch)).body).toMatchObject({ recorded: 0, unknown: 4, created: 0 })
  expect((await send(account, batch, '?create=true')).body).toMatchObject({ recorded: 2, unknown: 1, created: 2 })
  const subscribers = await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })
  expect(
    subscribers.map(({ state, first_name, fields }) => [state, first_name, Object.values(fields as object)]),
  ).toEqual(
    expect.arrayContaining([
      ['cancelled', subscribers[0]?.first_name, []],
      ['active', 'New', ['b']],
      ['active', null, []],
    ]),
  )
  expect(await ctx.db.consent.findMany({ select: { source: true } })).toEqual([{ source: 'api' }, { source: 'api' }])
})

test('new subscribers join a form, and a full plan leaves them unknown without failing the others', async () => {
  const account = await testAccount({ subscriber_limit: 2 })
  const { ctx, account_id } = account
  const form = await ctx.db.form.create({
    data: { account_id, name: 'Shop', format: 'inline', uid: `cdp-${account_id}`, double_opt_in: true },
  })
  const identify = (email: string) => ({ type: 'identify', traits: { email } })
  expect((await send(account, [identify('a@example.net')], '?create=1&form_id=999999')).status).toBe(404)
  await send(account, [identify('a@example.net')], `?create=1&form_id=${form.id}`)
  expect(await ctx.db.subscriber.findMany({ select: { state: true } })).toEqual([{ state: 'inactive' }])
  const [lin = 0] = await addSubscribers(account, 2)
  const track = { type: 'track', event: 'seen', userId: await addressOf(account, lin) }
  const full = await send(account, [identify('b@example.net'), track], '?create=1')
  expect(full).toMatchObject({ status: 200, body: { recorded: 1, unknown: 1, created: 0 } })
})

test('a subscriber has at most 20 ids, which are erased with the subscriber', async () => {
  const account = await testAccount()
  const { ctx } = account
  const [lin = 0] = await addSubscribers(account, 1)
  const email = await addressOf(account, lin)
  const identify = Array.from({ length: 25 }, (_, n) => ({ type: 'identify', userId: `u${n}`, traits: { email } }))
  await send(account, identify)
  await send(account, [{ type: 'identify', userId: 'last', traits: { email } }])
  const ids = await ctx.db.externalId.findMany({ select: { external_id: true } })
  expect(ids).toHaveLength(20)
  expect(ids).toContainEqual({ external_id: 'last' })
  await eraseSubscriber(ctx, { id: lin, email_address: email })
  expect(await ctx.db.externalId.count()).toBe(0)
})

test('each type has its own path', async () => {
  const account = await testAccount()
  const [lin = 0] = await addSubscribers(account, 1)
  const email = await addressOf(account, lin)
  const one = (type: string, message: object) => post(`/v1/${type}`, message, basic(account.api_key))
  expect(await one('identify', { userId: 'u1', traits: { email } })).toMatchObject({
    status: 200,
    body: { unknown: 0 },
  })
  expect(await one('alias', { userId: 'u2', previousId: 'u1' })).toMatchObject({ body: { unknown: 0 } })
  expect(await one('track', { userId: 'u2', event: 'seen', create: 'x', form_id: 'x' })).toMatchObject({
    body: { success: true, recorded: 1 },
  })
  for (const type of ['group', 'page', 'screen'])
    expect(await one(type, { userId: 'u1' })).toMatchObject({ status: 200, body: { success: true, invalid: 0 } })
})
