import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'

const ALL = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

async function shop() {
  const account = await testAccount()
  const call = (operation: string, body?: unknown) => {
    const [method, rest = ''] = operation.split(' ')
    return api(`${method} /v4/sequences${rest}`, key(account), body)
  }
  const make = async (body: object = { name: 'Welcome' }) => (await call('POST', body)).body.sequence
  return { account, call, make }
}

test("a sequence needs only a name and sends every day at 11 in the account's time zone", async () => {
  const { account, call } = await shop()
  const { status, body } = await call('POST', { name: ' Welcome ' })
  expect(status).toBe(201)
  expect(body).toEqual({
    sequence: {
      id: expect.any(Number),
      name: 'Welcome',
      hold: false,
      repeat: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      email_address: null,
      email_template_id: null,
      send_days: ALL,
      send_hour: 11,
      time_zone: 'Europe/Oslo',
      active: true,
      exclude_subscriber_sources: [],
      email_count: 0,
      subscriber_count: 0,
    },
  })
  expect((await call(`GET /${body.sequence.id}`)).body).toEqual(body)
  expect((await api(`GET /v4/sequences/${body.sequence.id}`, bearer(account))).body).toEqual(body)
})

test('a sequence can be created, read, changed and deleted with every member [contract 17.18]', async () => {
  const { account, call } = await shop()
  const tag = await account.ctx.db.tag.create({
    data: { account_id: account.account_id, name: 'Buyer', name_folded: 'buyer' },
  })
  const created = await call('POST', {
    name: 'Test sequence',
    email_address: account.email.toUpperCase(),
    email_template_id: 0,
    send_days: ['sunday', 'monday'],
    send_hour: 0,
    time_zone: 'America/New_York',
    active: 1,
    repeat: 1,
    hold: true,
    exclude_subscriber_sources: [
      { type: 'tag', ids: [String(tag.id)] },
      { type: 'tag', ids: [tag.id] },
    ],
  })
  expect(created.status).toBe(201)
  expect(created.body.sequence).toMatchObject({
    name: 'Test sequence',
    email_address: account.email,
    email_template_id: null,
    send_days: ['monday', 'sunday'],
    send_hour: 0,
    time_zone: 'America/New_York',
    active: true,
    repeat: true,
    hold: true,
    exclude_subscriber_sources: [{ type: 'tag', ids: [tag.id] }],
  })
  const { id } = created.body.sequence
  const updated = await call(`PUT /${id}`, {
    name: 'Renamed',
    email_address: '',
    email_template_id: 0,
    send_days: [],
    send_hour: 23,
    time_zone: 'UTC',
    active: 0,
    repeat: 0,
    hold: 0,
    exclude_subscriber_sources: [],
  })
  expect(updated.status).toBe(200)
  expect(updated.body.sequence).toMatchObject({
    id,
    name: 'Renamed',
    email_address: null,
    send_days: ['monday', 'sunday'],
    send_hour: 23,
    time_zone: 'UTC',
    active: false,
    repeat: false,
    hold: false,
    exclude_subscriber_sources: [],
  })
  expect((await call(`PUT /${id}`, [])).body.sequence).toMatchObject({ name: 'Renamed', send_hour: 23 })
  expect((await call(`PUT /${id}`, { name: null, send_hour: null, active: null })).status).toBe(422)
  const { body } = await call(`PUT /${id}`, { send_hour: null, active: null, time_zone: null })
  expect(body.sequence).toMatchObject({ send_hour: 23, active: false, time_zone: 'UTC' })
})

test('DELETE answers 204 without a body, and the sequence is not found anywhere [contract 17.31]', async () => {
  const { account, call, make } = await shop()
  const [kept, deleted_one] = [await make(), await make({ name: 'Old' })]
  const email = { subject: 'x', delay_value: 1, delay_unit: 'days' }
  const { id: email_id } = (await call(`POST /${deleted_one.id}/emails`, email)).body.email
  expect(await call(`DELETE /${deleted_one.id}/emails/${email_id}`, [])).toMatchObject({ status: 204, body: null })
  const deleted = await call(`DELETE /${deleted_one.id}`, [])
  expect(deleted).toMatchObject({ status: 204, body: null })
  expect(deleted.headers.get('content-type')).toBeNull()
  expect((await call('GET')).body.sequences).toMatchObject([{ id: kept.id }])
  const attempts = [
    `GET /${deleted_one.id}`,
    `PUT /${deleted_one.id}`,
    `DELETE /${deleted_one.id}`,
    `GET /${deleted_one.id}/emails`,
  ]
  const [subscriber_id] = await addSubscribers(account, 1)
  for (const operation of [
    ...attempts,
    `POST /${deleted_one.id}/subscribers/${subscriber_id}`,
    `GET /${deleted_one.id}/subscribers`,
  ])
    expect(await call(operation, { name: '' })).toMatchObject({ status: 404, body: { errors: ['Not Found'] } })
})

test.each([
  [{}, "name can't be blank"],
  [[], "name can't be blank"],
  [{ name: ' ' }, "name can't be blank"],
  [{ name: 7 }, 'name must be a string'],
  [{ name: 'x'.repeat(256) }, 'name is too long (maximum is 255 characters)'],
  [{ name: 'x', send_hour: 24 }, 'send_hour must be an integer between 0 and 23'],
  [{ name: 'x', send_hour: -1 }, 'send_hour must be an integer between 0 and 23'],
  [{ name: 'x', send_hour: 1.5 }, 'send_hour must be an integer between 0 and 23'],
  [{ name: 'x', send_hour: 'noon' }, 'send_hour must be an integer between 0 and 23'],
  [{ name: 'x', send_days: ['funday'] }, 'send_days must be days of the week'],
  [{ name: 'x', send_days: 'monday' }, 'send_days must be days of the week'],
  [{ name: 'x', time_zone: 'Mars/Olympus' }, 'time_zone is not a valid time zone'],
  [{ name: 'x', time_zone: '+02:00' }, 'time_zone is not a valid time zone'],
  [{ name: 'x', email_template_id: 2_000_000 }, 'Email template not found'],
  [{ name: 'x', email_address: 'stranger@example.net' }, 'Email address is not a confirmed sending address'],
  [
    { name: 'x', exclude_subscriber_sources: [{ type: 'list', ids: [1] }] },
    'exclude_subscriber_sources type must be one of: tag, sequence, form, segment',
  ],
  [{ name: 'x', exclude_subscriber_sources: [{ type: 'tag', ids: [2_000_000] }] }, 'Tag not found'],
  [{ name: 'x', exclude_subscriber_sources: [{ type: 'form', ids: ['2000000'] }] }, 'Form not found'],
  [{ name: 'x', exclude_subscriber_sources: [{ type: 'sequence', ids: [2_000_000] }] }, 'Sequence not found'],
  [{ name: 'x', exclude_subscriber_sources: [{ type: 'segment', ids: [2_000_000] }] }, 'Segment not found'],
  [
    { name: 'x', exclude_subscriber_sources: 'tags' },
    'exclude_subscriber_sources must be a list of types with their ids',
  ],
])('%j is rejected with "%s" [S1]', async (body, text) => {
  const { call } = await shop()
  expect(await call('POST', body)).toMatchObject({ status: 422, body: { errors: [text] } })
})

test('several errors are returned together, and an empty PHP array in a list is no source', async () => {
  const { call } = await shop()
  const { status, body } = await call('POST', { send_hour: 99, exclude_subscriber_sources: [[]] })
  expect(status).toBe(422)
  expect(body.errors).toEqual(["name can't be blank", 'send_hour must be an integer between 0 and 23'])
  expect((await call('POST', { name: 'x', exclude_subscriber_sources: [[]] })).status).toBe(201)
})

test('templates, tags and sequences of another account are unknown, and a sequence cannot exclude itself [S11]', async () => {
  const [own, other] = [await shop(), await shop()]
  const db = other.account.ctx.db
  const template = await db.emailTemplate.findFirstOrThrow({ where: {} })
  const foreign = await other.make()
  const { id } = await own.make()
  const refused = async (body: object) => (await own.call(`PUT /${id}`, body)).body.errors
  expect(await refused({ email_template_id: template.id })).toEqual(['Email template not found'])
  const excluding = (sequence_id: number) => ({
    exclude_subscriber_sources: [{ type: 'sequence', ids: [sequence_id] }],
  })
  expect(await refused(excluding(foreign.id))).toEqual(['Sequence not found'])
  expect(await refused(excluding(id))).toEqual(['exclude_subscriber_sources must not contain the sequence itself'])
})

test('each change of a sequence emits one event with a snapshot', async () => {
  const { account, call } = await shop()
  await subscribeTo(account.account_id, [
    'sequence.created',
    'sequence.deleted',
    'sequence.published',
    'sequence.disabled',
  ])
  const events = async () =>
    (await takeEvents(account.account_id))
      .filter(({ data }) => data.sequence)
      .map(({ type, data }) => [type, data.sequence])
  const { sequence } = (await call('POST', { name: 'Welcome', hold: 1 })).body
  const snapshot = {
    id: sequence.id,
    name: 'Welcome',
    hold: true,
    repeat: false,
    created_at: sequence.created_at,
    updated_at: sequence.updated_at,
    email_template_id: null,
    active: true,
  }
  expect(await events()).toEqual([['sequence.created', snapshot]])
  await call(`PUT /${sequence.id}`, { active: true, name: 'Hello' })
  expect(await events()).toEqual([])
  await call(`PUT /${sequence.id}`, { active: false })
  expect(await events()).toMatchObject([['sequence.disabled', { name: 'Hello', active: false }]])
  await call(`PUT /${sequence.id}`, { active: 1 })
  expect(await events()).toMatchObject([['sequence.published', { active: true }]])
  await call(`DELETE /${sequence.id}`)
  expect(await events()).toMatchObject([['sequence.deleted', { name: 'Hello', active: true }]])
})

test('the list is newest first, with counts and optional stats that are null without data [contract 17.30]', async () => {
  const { account, call, make } = await shop()
  const [first, second] = [await make(), await make({ name: 'Second' })]
  const ids = await addSubscribers(account, 3)
  await api(`POST /v4/subscribers/${ids[2]}/unsubscribe`, key(account), [])
  for (const id of ids) await call(`POST /${first.id}/subscribers/${id}`)
  const email = { subject: 'x', content: '<p>x</p>', delay_value: 1, delay_unit: 'days' }
  for (const published of [true, false]) await call(`POST /${first.id}/emails`, { ...email, published })
  const { body } = await call('GET ?include_total_count=0&per_page=100&after=')
  expect(body.pagination).not.toHaveProperty('total_count')
  expect(body.sequences).toMatchObject([
    { id: second.id, email_count: 0, subscriber_count: 0 },
    { id: first.id, email_count: 1, subscriber_count: 2 },
  ])
  expect(body.sequences[0]).not.toHaveProperty('stats')
  const nothing = {
    recipients: null,
    opens: null,
    clicks: null,
    email_unsubscribes: null,
    bounces: null,
    complaints: null,
    open_rate: null,
    click_rate: null,
    click_to_open_rate: null,
    unsubscribe_rate: null,
    bounce_rate: null,
    complaint_rate: null,
  }
  const listed = (await call('GET ?include=stats')).body.sequences
  expect(listed.map(({ stats }: { stats: unknown }) => stats)).toEqual([
    { unsubscribers: 0, ...nothing },
    { unsubscribers: 1, ...nothing },
  ])
  expect((await call(`GET /${first.id}?include=stats`)).body.sequence.stats).toEqual({ unsubscribers: 1, ...nothing })
  expect(await call('GET ?include=emails')).toMatchObject({
    status: 422,
    body: { errors: ['include must be one of: stats'] },
  })
})
