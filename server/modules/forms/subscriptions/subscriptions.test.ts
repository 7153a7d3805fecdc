import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { addToForms } from './subscriptions.ts'

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }

async function formWith(...names: string[]) {
  const account = await testAccount()
  const { account_id } = account
  const db = unscoped()
  const form = await db.form.create({
    data: { account_id, name: 'Footer', format: 'inline', uid: randomBytes(5).toString('hex'), double_opt_in: false },
  })
  const ids: Record<string, number> = {}
  for (const name of names) {
    const { id } = await db.subscriber.create({ data: { account_id, email_address: `${name}@example.net` } })
    ids[name] = Number(id)
  }
  const call = (operation: string, body?: unknown) => {
    const [method, rest = ''] = operation.split(' ')
    return api(`${method} /v4/forms/${form.id}/subscribers${rest}`, key(account), body)
  }
  return { account, form, ids, call, db }
}

test('a referrer is stored unchanged, and its five UTM parameters are parsed [contract 17.17]', async () => {
  const { ids, call } = await formWith('lin')
  const referrer =
    'https://mywebsite.example/bfpromo/?utm_source=facebook&utm_medium=cpc&utm_campaign=black_friday&utm_term=car_owners&utm_content=get_10_off'
  const utm = {
    source: 'facebook',
    medium: 'cpc',
    campaign: 'black_friday',
    term: 'car_owners',
    content: 'get_10_off',
  }
  const added = await call(`POST /${ids.lin}`, { referrer })
  expect(added.status).toBe(201)
  expect(added.body.subscriber).toEqual({
    id: ids.lin,
    first_name: null,
    email_address: 'lin@example.net',
    state: 'active',
    created_at: expect.any(String),
    fields: {},
    added_at: expect.stringMatching(/Z$/),
    referrer,
    referrer_utm_parameters: utm,
  })
  const { body } = await call('GET ')
  expect(body.subscribers).toEqual([added.body.subscriber])
})

test('adding an existing subscriber answers 200 and keeps referrer and time', async () => {
  const { ids, call } = await formWith('lin')
  const first = await call('POST ', { email_address: ' LIN@example.net ', referrer: 'https://a.example/?utm_source=a' })
  expect(first.status).toBe(201)
  const again = await call(`POST /${ids.lin}`, { referrer: 'https://b.example/?utm_source=b' })
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
})

test('bodies of official clients are accepted: [], none, and null, blank or invalid referrers', async () => {
  const { ids, call } = await formWith('a', 'b', 'c', 'd', 'e')
  const bodies: [string, unknown, string | null][] = [
    ['a', [], null],
    ['b', undefined, null],
    ['c', { referrer: null }, null],
    ['d', { referrer: '' }, null],
    ['e', { referrer: 'no address?utm_source=x' }, 'no address?utm_source=x'],
  ]
  for (const [name, body, referrer] of bodies) {
    const answer = await call(`POST /${ids[name]}`, body)
    expect(answer).toMatchObject({
      status: 201,
      body: { subscriber: { referrer, referrer_utm_parameters: NO_UTM } },
    })
  }
})

test('invalid additions are rejected with the documented errors', async () => {
  const { account, form, ids, call, db } = await formWith('lin')
  const needed = 'Either subscriber id or email address is required to add subscriber to form'
  for (const body of [[], {}, { email_address: ' ' }, { email_address: null }, undefined])
    expect(await call('POST ', body)).toMatchObject({ status: 422, body: { errors: [needed] } })
  for (const email_address of ['unknown@example.net', 'not-an-address'])
    expect(await call('POST ', { email_address })).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
  expect(await call(`POST /${ids.lin}`, { referrer: 'x'.repeat(2049) })).toMatchObject({
    status: 422,
    body: { errors: ['Referrer is too long'] },
  })
  expect(await call(`POST /${ids.lin}`, { referrer: 5 })).toMatchObject({
    status: 422,
    body: { errors: ['referrer must be a string'] },
  })
  const { account_id } = account
  await db.form.update({ where: { account_id_id: { account_id, id: form.id } }, data: { status: 'trashed' } })
  expect((await call(`POST /${ids.lin}`, {})).status).toBe(404)
  expect((await call(`POST /${ids.lin}`, { referrer: 5 })).status).toBe(404)
  expect((await call('POST ', { email_address: 'lin@example.net' })).status).toBe(404)
  expect(await db.formSubscription.count({ where: { account_id } })).toBe(0)
})

test('adding through the API does not change state or attribution of an unsubscribed subscriber', async () => {
  const { account, ids, call, db } = await formWith('lin')
  const where = { account_id: account.account_id }
  await db.subscriber.updateMany({
    where,
    data: { state: 'cancelled', canceled_at: new Date(), source_type: 'manual', referrer: 'https://first.example/' },
  })
  const before = await db.subscriber.findFirstOrThrow({ where })
  expect(await call(`POST /${ids.lin}`, { referrer: 'https://new.example/' })).toMatchObject({
    status: 201,
    body: { subscriber: { state: 'cancelled', referrer: 'https://new.example/' } },
  })
  expect(await db.subscriber.findFirstOrThrow({ where })).toEqual(before)
})

test('subscriber.subscribed_to_form is emitted once with snapshots of subscriber and form', async () => {
  const { account, form, ids, call } = await formWith('lin')
  await subscribeTo(account.account_id, ['subscriber.subscribed_to_form'])
  const { body } = await call(`POST /${ids.lin}`)
  await call(`POST /${ids.lin}`)
  const { added_at: _, referrer: __, referrer_utm_parameters: ___, ...subscriber } = body.subscriber
  expect(await takeEvents(account.account_id)).toEqual([
    {
      type: 'subscriber.subscribed_to_form',
      data: {
        subscriber,
        form: {
          id: form.id,
          name: 'Footer',
          created_at: expect.any(String),
          type: 'embed',
          format: 'inline',
          archived: false,
          uid: form.uid,
        },
      },
    },
  ])
})

test('the list is last added first, with date filters, states, slim and pages', async () => {
  const { account, ids, call, db } = await formWith('a', 'b', 'c', 'd')
  for (const name of ['a', 'b', 'c', 'd']) await call(`POST /${ids[name]}`)
  const { account_id } = account
  const set = (name: string, columns: object, added_at: string) =>
    Promise.all([
      db.subscriber.updateMany({ where: { account_id, id: ids[name] }, data: columns }),
      db.formSubscription.updateMany({
        where: { account_id, subscriber_id: ids[name] },
        data: { added_at: new Date(added_at) },
      }),
    ])
  await set('a', { created_at: new Date('2026-01-05T10:00:00Z') }, '2026-03-01T10:00:00Z')
  await set('b', {}, '2026-02-01T23:59:59.900Z')
  await set('c', {}, '2026-04-01')
  await set('d', { state: 'bounced' }, '2026-03-02')
  const found = async (query: string) =>
    (await call(`GET ${query}`)).body.subscribers.map((row: { email_address: string }) => row.email_address[0])
  expect(await found('')).toEqual(['c', 'a', 'b'])
  expect(await found('?status=all')).toEqual(['c', 'd', 'a', 'b'])
  expect(await found('?status=bounced&slim=1')).toEqual(['d'])
  expect(await found('?created_before=2026-01-05&created_after=2026-01-05')).toEqual(['a'])
  expect(await found('?added_before=2026-02-01')).toEqual(['b'])
  expect(await found('?added_after=2026-02-02&added_before=')).toEqual(['c', 'a'])
  const first = (await call('GET ?per_page=2&include_total_count=true&slim=0')).body
  expect(first.pagination).toMatchObject({ has_next_page: true, total_count: 3 })
  expect(first.subscribers[0]).toMatchObject({ fields: {}, referrer: null, referrer_utm_parameters: NO_UTM })
  const second = (await call(`GET ?per_page=2&after=${first.pagination.end_cursor}`)).body
  expect(second.subscribers.map((row: { id: number }) => row.id)).toEqual([ids.b])
  const back = (await call(`GET ?per_page=2&before=${second.pagination.start_cursor}`)).body
  expect(back.subscribers).toEqual(first.subscribers)
  expect((await call('GET ?slim=true')).body.subscribers[0]).not.toHaveProperty('fields')
  expect((await call('GET ?status=gone')).body.errors).toEqual([
    'status must be one of: active, inactive, bounced, complained, cancelled, all',
  ])
  expect((await call('GET ?added_after=yesterday')).body.errors).toEqual(['added_after must be formatted YYYY-MM-DD'])
})

test('a set of additions finds existing ones, omits unknown ones, and uses the first of duplicates', async () => {
  const { account, form, ids } = await formWith('a', 'b')
  const [a = 0, b = 0] = [ids.a, ids.b]
  const addition = (subscriber_id: number, referrer: string | null = null, form_id = form.id) => ({
    form_id,
    subscriber_id,
    referrer,
  })
  await addToForms(account.ctx, { additions: [addition(a, 'https://first.example/')] })
  const result = await addToForms(account.ctx, {
    additions: [
      addition(a, 'https://second.example/'),
      addition(b, 'https://one.example/?utm_source=one'),
      addition(b, 'https://two.example/?utm_source=two'),
      addition(999_999_999),
      addition(a, null, 999_999),
    ],
  })
  expect(result).toHaveLength(2)
  expect(result).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subscriber_id: a, created: false, referrer: 'https://first.example/' }),
      expect.objectContaining({
        subscriber_id: b,
        created: true,
        referrer: 'https://one.example/?utm_source=one',
        utm: { ...NO_UTM, source: 'one' },
      }),
    ]),
  )
  expect(await addToForms(account.ctx, { additions: [] })).toEqual([])
})

test('of concurrent additions one answers 201, and all return the same row', async () => {
  const { ids, call, db, account } = await formWith('lin')
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(`POST /${ids.lin}`, [])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await db.formSubscription.count({ where: { account_id: account.account_id } })).toBe(1)
})

test('a program removes a subscriber from a form, who then cannot confirm for it any more [contract 21]', async () => {
  const { account, form, ids, call, db } = await formWith('lin', 'ola')
  await db.subscriber.updateMany({ where: { account_id: account.account_id }, data: { state: 'inactive' } })
  await db.form.update({ where: { uid: form.uid }, data: { double_opt_in: true } })
  for (const id of Object.values(ids)) await call(`POST /${id}`, {})
  const waiting = () => db.confirmation.count({ where: { form_id: form.id } })
  expect(await waiting()).toBe(2)
  for (const again of [1, 2]) expect((await call(`DELETE /${ids.lin}`)).status, String(again)).toBe(204)
  expect(await waiting()).toBe(1)
  const { subscribers } = (await api(`GET /v4/forms/${form.id}/subscribers?status=all`, key(account))).body
  expect(subscribers.map(({ id }: { id: number }) => id)).toEqual([ids.ola])
  expect((await api(`GET /v4/subscribers/${ids.lin}`, key(account))).body.subscriber.state).toBe('inactive')
  expect((await call('DELETE /999999999')).status).toBe(404)
})
