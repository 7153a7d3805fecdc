import { expect, test } from 'vitest'
import { type TestAccount, testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  header,
  parseMail,
  sendAll,
  sendToSink,
  withoutStyles,
} from '../../../testing/modules/sending.ts'

const CONTENT =
  '<p>Hello {{ subscriber.first_name | default: "friend" }}, {{ subscriber.city }} {{ subscriber.plan }}</p>'

const addTemplate = ({ ctx }: TestAccount, name: string) =>
  ctx.db.emailTemplate.create({ data: { account_id: ctx.account_id, name } })

test('autosave stores the members it gets and keeps the others', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const { id } = await app.create({})
  await app.update({ id, subject: 'One' })
  await app.update({ id, content: CONTENT, tracking_disabled: true })
  const draft = await app.get({ id })
  expect(draft).toMatchObject({
    subject: 'One',
    content: CONTENT,
    tracking_disabled: true,
    audience: [],
    status: 'draft',
  })
  expect(draft).toMatchObject({ chosen_email_address: null, email_address: account.email, problem: null })
  const { rows } = await app.list({ per_page: 10, search: 'ONE' })
  expect(rows).toMatchObject([{ id, subject: 'One', status: 'draft', recipients: 0, open_rate: null }])
  expect((await app.list({ status: 'scheduled' })).rows).toEqual([])
  expect((await app.list({ search: '%' })).rows).toEqual([])
})

test('viewers can read broadcasts, and editors can change them', async () => {
  const account = await testAccount()
  const { id } = await dashboard(account).broadcasts.create({ subject: 'One' })
  const viewer = dashboard(account, withRole(account, 'viewer')).broadcasts
  expect((await viewer.get({ id })).subject).toBe('One')
  await expect(viewer.update({ id, subject: 'Two' })).rejects.toThrow('This needs the editor role')
  await expect(viewer.send({ id })).rejects.toThrow('This needs the editor role')
})

test("another account's broadcast is not found [S11]", async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = await dashboard(other).broadcasts.create({ subject: 'Theirs' })
  const app = dashboard(own).broadcasts
  for (const call of [app.get, app.preview, app.checklist, app.report, app.progress]) {
    await expect(call({ id })).rejects.toThrow('Not Found')
  }
  for (const call of [app.send, app.cancel, app.delete, app.duplicate, app.unschedule, app.sendTest]) {
    await expect(call({ id })).rejects.toThrow('Not Found')
  }
})

test('a preview shows what one subscriber would get, and counts nothing', async () => {
  const account = await testAccount()
  const { account_id, db } = account.ctx
  await db.customField.create({
    data: { account_id, label: 'Plan', label_folded: 'plan', key: 'plan', name: 'service_field_1_plan', slot: 'p1' },
  })
  const app = dashboard(account).broadcasts
  const { id } = await app.create({
    subject: 'For {{ subscriber.first_name }}',
    preview_text: 'Psst',
    content: CONTENT,
  })
  const sample = await app.preview({ id })
  expect(sample).toMatchObject({ subject: 'For Robin', preview_text: 'Psst', mistakes: [], subscriber: { id: null } })
  expect(sample.from).toBe(`Nora <${account.email}>`)

  const [lin = 0] = await addSubscribers(account, 2)
  await account.ctx.sql.run(
    `update subscriber set city = 'Lyon', fields = '{"p1": "<b>gold</b>"}' where account_id = $1 and id = $2`,
    [lin],
  )
  const preview = await app.preview({ id, subscriber_id: lin })
  expect(preview.html).toContain('Hello Subscriber 1, Lyon &lt;b&gt;gold&lt;/b&gt;')
  expect(preview.text).toContain('Hello Subscriber 1, Lyon <b>gold</b>')
  expect(preview.html).toContain('Storgata 1')
  expect(preview.html).not.toContain('/t/')
  expect((await app.preview({ id })).subscriber.first_name).toBe('Subscriber 2')
  await expect(app.preview({ id, subscriber_id: 999_999_999 })).rejects.toThrow('Not Found')
})

test('a preview reports template errors with part and line', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: '{{ a', content: '<p>ok</p>\n\n<p>{% nothing %}</p>' })
  const { mistakes, html } = await app.preview({ id })
  expect(mistakes).toMatchObject([
    { part: 'subject', line: 1 },
    { part: 'content', line: 3 },
  ])
  expect(html).toBe('')
  await expect(app.sendTest({ id })).rejects.toThrow('Line 1')
})

test('snippets are resolved, also inside other snippets, and a circular reference is reported', async () => {
  const account = await testAccount()
  const { account_id, db } = account.ctx
  const snippet = { account_id, snippet_type: 'inline' }
  await db.snippet.create({
    data: { ...snippet, name: 'Bye', key: 'bye', content: 'Yours, {{ snippet.name }} to {{ subscriber.first_name }}' },
  })
  await db.snippet.create({ data: { ...snippet, name: 'Name', key: 'name', content: 'Nora' } })
  await db.snippet.create({ data: { ...snippet, name: 'Loop', key: 'loop', content: '{{ snippet.loop }}' } })
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>{{ snippet.bye }}</p>' })
  expect(withoutStyles((await app.preview({ id })).html)).toContain('<p>Yours, Nora to Robin</p>')
  await app.update({ id, content: '<p>{{ snippet.loop }}</p>' })
  expect((await app.preview({ id })).mistakes).toMatchObject([
    { part: 'content', message: expect.stringContaining('circular') },
  ])
})

test('a test email goes to the signed-in user and is marked as a test', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const [lin] = await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'News', content: CONTENT })
  expect(await app.sendTest({ id, subscriber_id: lin })).toEqual({ sent: [account.email], failed: [] })
  expect(sink.messages.map(({ to }) => to)).toEqual([account.email])
  const [received] = sink.messages
  const mail = received && (await parseMail(received))
  expect(mail?.subject).toBe('[Test] News')
  expect(mail?.html).toContain('Hello Subscriber 1')
  expect(mail && header(mail, 'To')).toContain(account.email)
  expect(mail?.html).not.toContain('/t/')
})

test('each test message has its own Message-ID [B4]', async () => {
  const sink = await sendToSink()
  const app = dashboard(await testAccount()).broadcasts
  const { id } = await app.create({ subject: 'News', content: CONTENT })
  for (let n = 0; n < 3; n++) await app.sendTest({ id })
  const ids = await Promise.all(sink.messages.map(async (one) => header(await parseMail(one), 'Message-ID')))
  expect(ids.filter(Boolean)).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
})

test('a test message that cannot be built says why, and the preview names the part', async () => {
  const app = dashboard(await testAccount()).broadcasts
  const { id } = await app.create({ subject: '{% for i in (1..99999) %}.{% endfor %}', content: '<p>x</p>' })
  await expect(app.sendTest({ id })).rejects.toThrow(/^Subject: /)
  expect((await app.preview({ id })).mistakes).toMatchObject([{ part: 'subject' }])
})

test('the checklist lists what prevents sending and what could be improved', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const { id } = await app.create({
    content: '<p>{{ oops</p><img src="https://studio.example/a.png">',
    subscriber_filter: EVERYONE,
  })
  await account.ctx.db.account.updateMany({ data: { postal_address: null } })
  const before = await app.checklist({ id })
  expect(before.ready).toBe(false)
  expect(before.remarks.map(({ code, level }) => `${level}: ${code}`)).toEqual([
    'blocker: no_subject',
    'blocker: no_postal_address',
    'blocker: broken_liquid',
    'warning: empty_audience',
    'warning: no_preview_text',
  ])
  await expect(app.send({ id })).rejects.toThrow("Subject can't be blank")
  await account.ctx.db.account.updateMany({ data: { postal_address: 'Storgata 1' } })
  await addSubscribers(account, 2)
  await app.update({ id, subject: 'x', preview_text: 'y', content: '<p>fine</p>' })
  expect(await app.checklist({ id })).toEqual({
    remarks: [],
    ready: true,
    reviewed: expect.any(String),
    audience_count: 2,
    suppressed_count: 0,
    is_exact: true,
    summary: { subject: 'x', from: `Nora <${account.email}>`, audience: 'Everyone' },
  })
})

test('the audience count includes only active subscribers of the group', async () => {
  const account = await testAccount()
  const { account_id, db, sql } = account.ctx
  const [one, two, three, four] = await addSubscribers(account, 4)
  const tag = async (name: string, ...ids: (number | undefined)[]) => {
    const { id } = await db.tag.create({ data: { account_id, name, name_folded: name } })
    await sql.run('insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, unnest($3::bigint[])', [
      id,
      ids,
    ])
    return { type: 'tag' as const, ids: [id] }
  }
  const [a, b] = [await tag('a', one, two), await tag('b', two, three, four)]
  await sql.run(`update subscriber set state = 'bounced' where account_id = $1 and id = $2`, [four])
  const { audience } = dashboard(account).broadcasts
  const count = async (group?: object) => (await audience({ subscriber_filter: group ? [group] : EVERYONE })).count
  expect(await count()).toBe(3)
  expect(await count({ all: [a, b] })).toBe(1)
  expect(await count({ any: [a, b] })).toBe(3)
  expect(await count({ none: [a] })).toBe(1)
})

test('a broadcast can be scheduled, unscheduled, sent, followed and duplicated in the dashboard', async () => {
  await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 3)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  await expect(app.report({ id })).rejects.toThrow('This broadcast has not been sent')
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  expect((await app.schedule({ id, send_at })).status).toBe('scheduled')
  expect((await app.unschedule({ id })).status).toBe('draft')
  expect((await app.send({ id })).status).toBe('sending')
  await app.progress({ id })
  await sendAll(account, id)
  expect(await app.progress({ id })).toMatchObject({
    status: 'completed',
    percent: 100,
    is_enqueued: true,
    transport_error: null,
    ledger: { total: 3, sent: 3, queued: 0, sending: 0 },
  })
  const report = await app.report({ id })
  expect(report).toMatchObject({ status: 'completed', undecided: 0, reasons: [], funnel: { recipients: 3, sent: 3 } })
  const page = await app.recipients({ id, part: 'sent', per_page: 2 })
  expect(page.rows).toMatchObject([{ email_address: 'subscriber1@example.net', state: 'sent' }, { state: 'sent' }])
  const rest = await app.recipients({ id, part: 'sent', per_page: 2, after: page.pagination.end_cursor ?? '' })
  expect(rest.rows).toHaveLength(1)
  expect((await app.list({})).rows).toMatchObject([{ id, sent: 3, recipients: 3, open_rate: 0 }])

  const copy = await app.duplicate({ id })
  expect(copy).toMatchObject({ subject: 'x', content: '<p>x</p>', status: 'draft', send_at: null })
  expect(copy.id).not.toBe(id)
})

test('a sent broadcast is previewed as it was sent, even after the account changed', async () => {
  await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  await app.send({ id })
  await account.ctx.db.account.updateMany({ data: { postal_address: 'Elsewhere 9' } })
  await sendAll(account, id)
  expect((await app.preview({ id })).html).toContain('Storgata 1')
})

test('templates are listed newest first, with one default [contract 19.55]', async () => {
  const account = await testAccount()
  await addTemplate(account, 'Card')
  const { body } = await api('GET /v4/email_templates', key(account))
  expect(body.email_templates).toEqual([
    { id: expect.any(Number), name: 'Card', is_default: false, category: 'HTML' },
    { id: expect.any(Number), name: 'Classic', is_default: true, category: 'HTML' },
  ])
  expect(await dashboard(account).templates.list({})).toMatchObject({ rows: body.email_templates })
})

test.each(['Text Only', 'Modern', 'Classic', 'Card'])(
  'the layout %s contains postal address and unsubscribe link [B6, L1]',
  async (name) => {
    const account = await testAccount()
    const template = await addTemplate(account, name)
    const app = dashboard(account).broadcasts
    const { id } = await app.create({ subject: 'x', content: '<p>Hello</p>', email_template_id: template.id })
    const { html, text } = await app.preview({ id })
    for (const part of ['Hello', 'Storgata 1, 0155 Oslo', '/u/', 'Unsubscribe']) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
    await app.update({ id, content: '<p>Bye <a href="{{ unsubscribe_url }}">out</a> {{ address }}</p>' })
    const own = (await app.preview({ id })).html
    expect(own.match(/\/u\//g)).toHaveLength(1)
    expect(own.match(/Storgata 1/g)).toHaveLength(1)
  },
)
