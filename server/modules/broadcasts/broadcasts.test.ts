import { expect, test } from 'vitest'
import { clock } from '../../core/clock.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { duringTransaction } from '../../testing/database/during-transaction.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { addSubscribers, sendAll, sendToSink } from '../../testing/modules/sending.ts'
import { cancelBroadcast, findDueWork, startIfDue } from './sending/sending.ts'

const COMPLETE = { subject: 'March news', content: '<p>Hello</p>' }
const later = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString()

test('a draft needs no members, returns every member, and can be changed in part and deleted [contract 17.21]', async () => {
  const account = await testAccount()
  await subscribeTo(account.ctx.account_id, ['broadcast.created', 'broadcast.deleted'])
  const created = await api('POST /v4/broadcasts', key(account), [])
  expect(created.status).toBe(201)
  const { id } = created.body.broadcast
  expect(created.body.broadcast).toEqual({
    id: expect.any(Number),
    publication_id: expect.any(Number),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    subject: null,
    preview_text: null,
    description: null,
    content: null,
    public: false,
    published_at: null,
    send_at: null,
    status: 'draft',
    thumbnail_alt: null,
    thumbnail_url: null,
    public_url: null,
    email_address: account.email,
    email_template: { id: expect.any(Number), name: 'Classic' },
    subscriber_filter: [{ all: [{ type: 'all_subscribers' }] }],
  })
  const changed = await api(`PUT /v4/broadcasts/${id}`, key(account), { ...COMPLETE, description: 'monthly' })
  expect(changed).toMatchObject({ status: 200, body: { broadcast: { ...COMPLETE, description: 'monthly' } } })
  const cleared = await api(`PUT /v4/broadcasts/${id}`, key(account), { description: null })
  expect(cleared.body.broadcast).toMatchObject({ ...COMPLETE, description: null })
  expect((await api(`GET /v4/broadcasts/${id}`, key(account))).body).toEqual(cleared.body)
  expect(await api(`DELETE /v4/broadcasts/${id}`, key(account), [])).toMatchObject({ status: 204, body: null })
  expect((await api(`GET /v4/broadcasts/${id}`, key(account))).status).toBe(404)
  const events = await takeEvents(account.ctx.account_id)
  expect(events.map(({ type }) => type)).toEqual(['broadcast.created', 'broadcast.deleted'])
  expect(events[1]?.data.broadcast).toMatchObject({ id, subject: 'March news', status: 'draft' })
  expect(events[1]?.data.broadcast).not.toHaveProperty('content')
})

test('dates of a public draft are returned as they were sent [contract 17.21]', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/broadcasts', key(account), {
    ...COMPLETE,
    public: 1,
    published_at: '2026-03-02 08:00:00',
    send_at: later(),
  })
  expect(body.broadcast).toMatchObject({ public: true, published_at: '2026-03-02T08:00:00Z', public_url: null })
  expect(body.broadcast.status).toBe('scheduled')
})

test('clean content is returned unchanged, and executable content is removed [S3]', async () => {
  const account = await testAccount()
  const clean = '<p style="color: red">Grüße &amp; {{ subscriber.first_name | default: "du" }}<br></p>\n<hr>'
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, content: clean })
  expect(body.broadcast.content).toBe(clean)
  const dirty = '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">a</a></p>'
  const cleaned = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, content: dirty })
  expect(cleaned.body.broadcast.content).not.toMatch(/script|onclick/)
  expect(cleaned.body.broadcast.content).toContain('Hi')
})

test('broadcast statuses change as the contract says, and other changes are rejected [contract 8.10.7]', async () => {
  await sendToSink()
  const account = await testAccount()
  await subscribeTo(account.ctx.account_id, ['broadcast.sent'])
  await addSubscribers(account, 1)
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: later() })
  const { id } = body.broadcast
  const put = (change: object) => api(`PUT /v4/broadcasts/${id}`, key(account), change)
  expect(body.broadcast.status).toBe('scheduled')
  expect((await put({ send_at: null })).body.broadcast).toMatchObject({ status: 'draft', send_at: null })
  expect((await put({ send_at: later() })).body.broadcast.status).toBe('scheduled')
  expect((await put({ subject: 'Changed' })).body.broadcast).toMatchObject({ status: 'scheduled', subject: 'Changed' })
  expect(await put({ subject: ' ' })).toMatchObject({ status: 422, body: { errors: ["Subject can't be blank"] } })
  expect((await put({ send_at: '2020-01-01T00:00:00Z' })).body.broadcast).toMatchObject({
    status: 'sending',
    send_at: '2020-01-01T00:00:00Z',
  })
  const sending = { status: 422, body: { errors: ['Broadcast is already sending.'] } }
  expect(await put({ subject: 'x' })).toMatchObject(sending)
  expect(await api(`DELETE /v4/broadcasts/${id}`, key(account))).toMatchObject(sending)
  await sendAll(account, id)
  expect((await api(`GET /v4/broadcasts/${id}`, key(account))).body.broadcast.status).toBe('completed')
  const sent = { status: 422, body: { errors: ['Broadcast has already been sent.'] } }
  expect(await put({ subject: 'x' })).toMatchObject(sent)
  expect(await api(`DELETE /v4/broadcasts/${id}`, key(account))).toMatchObject(sent)
  await expect(cancelBroadcast(account.ctx, { id })).rejects.toThrow('Broadcast has already been sent.')
  const events = (await takeEvents(account.ctx.account_id)).filter(({ type }) => type === 'broadcast.sent')
  expect(events).toMatchObject([{ data: { broadcast: { id, status: 'completed' } } }])
})

test('a canceled scheduled broadcast is aborted permanently and can be deleted [contract 8.10.7]', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: later() })
  const { id } = body.broadcast
  expect((await cancelBroadcast(account.ctx, { id })).status).toBe('aborted')
  expect(await api(`PUT /v4/broadcasts/${id}`, key(account), { subject: 'x' })).toMatchObject({
    status: 422,
    body: { errors: ['Broadcast has been aborted.'] },
  })
  expect((await api(`DELETE /v4/broadcasts/${id}`, key(account))).status).toBe(204)
})

test('a scheduled broadcast starts at its time, once, and not before [contract 8.10.7]', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: later(60_000) })
  const { id } = body.broadcast
  const status = async () => (await api(`GET /v4/broadcasts/${id}`, key(account))).body.broadcast.status
  await startIfDue(account.ctx, { id })
  expect(await status()).toBe('scheduled')
  const now = new Date(Date.now() + 61_000)
  const found = ({ due }: { due: { id: number }[] }) => due.some((one) => one.id === id)
  expect(found(await findDueWork({ now: new Date() }))).toBe(false)
  expect(found(await findDueWork({ now }))).toBe(true)
  const at_its_time = { ...account.ctx, now: () => now }
  await Promise.all([startIfDue(at_its_time, { id }), startIfDue(at_its_time, { id })])
  expect(await status()).toBe('sending')
  expect(await account.ctx.db.mail.count({ where: { broadcast_id: id } })).toBe(1)
})

test('a scheduled broadcast with missing parts is aborted at its time with a reason [contract 8.10.7]', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: later() })
  const { id } = body.broadcast
  await account.ctx.db.account.updateMany({ data: { postal_address: null } })
  await startIfDue({ ...account.ctx, now: () => new Date(Date.now() + 7_200_000) }, { id })
  const stored = await account.ctx.db.broadcast.findFirstOrThrow({ where: { id } })
  expect(stored).toMatchObject({ status: 'aborted', problem: expect.stringContaining("Postal address can't be blank") })
})

test('a temporary error does not abort a scheduled broadcast, and the next attempt sends it [contract 8.10.7]', async () => {
  const account = await testAccount()
  const { db } = account.ctx
  const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, public: true, send_at: later() })
  const { id } = body.broadcast
  const { publication_id } = await db.broadcast.findFirstOrThrow({ where: { id } })
  const at_its_time = { ...account.ctx, now: () => new Date(Date.now() + 7_200_000) }
  const outcome = await duringTransaction(
    account.ctx,
    (tx) => tx.db.post.create({ data: { account_id: tx.account_id, publication_id, title: 'The same' } }),
    () => startIfDue(at_its_time, { id }),
  )
  expect(outcome.status).toBe('rejected')
  expect(await db.broadcast.findFirst({ where: { id } })).toMatchObject({ status: 'scheduled', problem: null })
  await startIfDue(at_its_time, { id })
  expect(await db.broadcast.findFirst({ where: { id } })).toMatchObject({ status: 'sending', problem: null })
})

test('scheduling without subject, content, sender or postal address returns one error for each [L1, B6]', async () => {
  const account = await testAccount()
  const { db } = account.ctx
  await db.account.updateMany({ data: { postal_address: ' ' } })
  await db.sendingAddress.updateMany({ data: { status: 'pending' } })
  const { status, body } = await api('POST /v4/broadcasts', key(account), { send_at: later() })
  expect(status).toBe(422)
  expect(body.errors).toEqual([
    "Subject can't be blank",
    "Content can't be blank",
    'Email address is not a confirmed sending address',
    expect.stringContaining("Postal address can't be blank"),
  ])
  expect(await db.broadcast.count()).toBe(0)
})

test('a draft of the dashboard with invalid Liquid can be saved but not sent, and the error names the line', async () => {
  const account = await testAccount()
  const broken = { subject: 'Hi', content: '<p>one</p>\n<p>{% if %}two</p>' }
  const { id } = await dashboard(account).broadcasts.create(broken)
  const scheduled = await api(`PUT /v4/broadcasts/${id}`, key(account), { send_at: later() })
  expect(scheduled.status).toBe(422)
  expect(scheduled.body.errors).toContainEqual(expect.stringMatching(/^Content, line 2: /))
})

test('a subscriber filter has one group with known ids, and its output is valid input [contract 8.10.1]', async () => {
  const account = await testAccount()
  const other = await testAccount()
  const tag = await api('POST /v4/tags', key(account), { name: 'VIP' })
  const theirs = await api('POST /v4/tags', key(other), { name: 'Theirs' })
  const id = tag.body.tag.id
  const post = (subscriber_filter: unknown) =>
    api('POST /v4/broadcasts', key(account), { ...COMPLETE, subscriber_filter })
  const given = [{ any: [{ type: 'tag', ids: [id] }] }]
  expect((await post(given)).body.broadcast.subscriber_filter).toEqual(given)
  expect(
    (await post([{ all: [], any: [{ type: 'tag', ids: [String(id)] }], none: null }])).body.broadcast,
  ).toMatchObject({
    subscriber_filter: given,
  })
  const everyone = [{ all: [{ type: 'all_subscribers' }] }]
  for (const none of [null, [], everyone, [{ all: [] }]]) {
    expect((await post(none)).body.broadcast.subscriber_filter).toEqual(everyone)
  }
  const condition = [{ type: 'tag', ids: [id] }]
  const one_group = 'Only a single filter group is supported. Use one of `all`, `any`, or `none`.'
  for (const two of [[{ all: condition, any: condition }], [{ all: condition }, { none: condition }]]) {
    expect(await post(two)).toMatchObject({ status: 422, body: { errors: [one_group] } })
  }
  const unknown = await post([{ all: [{ type: 'tag', ids: [theirs.body.tag.id] }] }])
  expect(unknown).toMatchObject({ status: 422, body: { errors: ['Tag not found'] } })
  expect(await post([{ all: [{ type: 'segment', ids: [1] }] }])).toMatchObject({
    status: 422,
    body: { errors: ['Segment not found'] },
  })
  for (const bad of ['x', [1], [{ all: 'x' }], [{ all: [{ type: 'city', ids: [1] }] }], [{ all: [{ type: 'tag' }] }]]) {
    expect((await post(bad)).status, JSON.stringify(bad)).toBe(422)
  }
})

test('unknown templates and senders are rejected [contract 8.10.3]', async () => {
  const account = await testAccount()
  const post = (input: object) => api('POST /v4/broadcasts', key(account), { ...COMPLETE, ...input })
  const { id } = await account.ctx.db.emailTemplate.create({
    data: { account_id: account.ctx.account_id, name: 'Blank', category: 'Starting point', html: '{{ content }}' },
  })
  const refused = (error: string) => ({ status: 422, body: { errors: [error] } })
  expect(await post({ email_template_id: '999999' })).toMatchObject(refused('Email template not found'))
  expect(await post({ email_template_id: id })).toMatchObject(refused('Starting point email template is not supported'))
  expect(await post({ email_template_id: id, allow_starting_point: true })).toMatchObject({ status: 422 })
  const whole = { email_template_id: String(id), allow_starting_point: true }
  const with_link = await post({ ...whole, content: '<p><a href="{{ unsubscribe_url }}">Leave</a></p>' })
  expect(with_link).toMatchObject({ status: 201, body: { broadcast: { email_template: { id, name: 'Blank' } } } })
  expect((await post({ email_template_id: 0 })).body.broadcast.email_template.name).toBe('Classic')
  expect(await post({ email_address: 'stranger@example.net' })).toMatchObject(
    refused('Email address is not a confirmed sending address'),
  )
  expect((await post({ email_address: account.email.toUpperCase() })).body.broadcast.email_address).toBe(account.email)
})

test('lists filter by status and send time, and slim omits five members [contract 8.10.2]', async () => {
  const account = await testAccount()
  await api('POST /v4/broadcasts', key(account), COMPLETE)
  await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: later() })
  const list = async (query: string) => (await api(`GET /v4/broadcasts?${query}`, key(account))).body
  expect((await list('')).broadcasts.map(({ status }: { status: string }) => status)).toEqual(['scheduled', 'draft'])
  expect((await list('status=draft')).broadcasts).toHaveLength(1)
  expect((await list('sent_after=2020-01-01')).broadcasts).toHaveLength(1)
  expect((await list('sent_before=2020-01-01')).broadcasts).toHaveLength(0)
  expect(await list('status=gone')).toMatchObject({
    errors: ['status must be one of: draft, scheduled, sending, completed, aborted'],
  })
  expect((await list('sent_after=soon')).errors).toEqual(['sent_after must be formatted YYYY-MM-DD'])
  const [slim] = (await list('slim=1')).broadcasts
  const heavy = ['content', 'public_url', 'email_address', 'email_template', 'subscriber_filter']
  for (const member of heavy) expect(slim).not.toHaveProperty(member)
  expect((await list('slim=0')).broadcasts[0]).toHaveProperty('content')
})

test('a broadcast sent by the request starts at the injected time', async () => {
  const account = await testAccount()
  const real = clock.now
  clock.now = () => new Date('2030-01-01T00:00:00Z')
  try {
    const { body } = await api('POST /v4/broadcasts', key(account), { ...COMPLETE, send_at: '2029-12-31T23:59:59Z' })
    expect(body.broadcast.status).toBe('sending')
  } finally {
    clock.now = real
  }
})

test('a program duplicates a broadcast and a sequence as drafts [contract 21]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { broadcast } = (await ask('POST /v4/broadcasts', { ...COMPLETE, send_at: later() })).body
  const copy = await ask(`POST /v4/broadcasts/${broadcast.id}/duplicate`)
  expect(copy).toMatchObject({ status: 201, body: { broadcast: { ...COMPLETE, send_at: null, status: 'draft' } } })
  const { sequence } = (await ask('POST /v4/sequences', { name: 'Welcome' })).body
  const email = { ...COMPLETE, delay_value: 1, delay_unit: 'days', published: true }
  await ask(`POST /v4/sequences/${sequence.id}/emails`, email)
  const second = await ask(`POST /v4/sequences/${sequence.id}/duplicate`)
  expect(second).toMatchObject({ status: 201, body: { sequence: { active: false } } })
  const { emails } = (await ask(`GET /v4/sequences/${second.body.sequence.id}/emails`)).body
  expect(emails).toMatchObject([{ subject: COMPLETE.subject, published: false }])
})
