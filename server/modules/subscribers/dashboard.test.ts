import { expect, test } from 'vitest'
import type { DashboardContext } from '../../auth/dashboard-context.ts'
import { makeCtx } from '../../core/context.ts'
import { type TestAccount, testAccount, withRole } from '../../testing/account.ts'
import { createCallerFactory, router } from '../../trpc/init.ts'
import { customFieldsRouter } from '../custom-fields/router.ts'
import { tagsRouter } from '../tags/router.ts'
import { subscribersRouter } from './router.ts'

const createCaller = createCallerFactory(
  router({ subscribers: subscribersRouter, custom_fields: customFieldsRouter, tags: tagsRouter }),
)

function dashboard(account: TestAccount, ctx = account.ctx) {
  const user = { id: account.user_id, email: account.email, name: null, is_admin: false, session_id: 's' }
  return createCaller({
    user,
    account: ctx,
    source: { ip: '127.0.0.1', user_agent: null },
    request_id: 'r',
  } satisfies DashboardContext)
}

test('search finds any part of address or name, literally, within status and tag', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const lin = await app.subscribers.add({ email_address: 'lin@example.net', first_name: 'Lin 100% sure' })
  await app.subscribers.add({ email_address: 'a_b@studio.example', first_name: 'Ana' })
  const cam = await app.subscribers.add({
    email_address: 'axb@studio.example',
    first_name: 'Cam\\ille',
    state: 'inactive',
  })
  const found = async (search: string, more = {}) =>
    (await app.subscribers.list({ search, ...more })).rows.map(({ email_address }) => email_address.split('@')[0])
  expect(await found('STUDIO')).toEqual(['axb', 'a_b'])
  expect(await found('a_b')).toEqual(['a_b'])
  expect(await found('100%')).toEqual(['lin'])
  expect(await found('%')).toEqual(['lin'])
  expect(await found('m\\i')).toEqual(['axb'])
  expect(await found("'; drop table subscriber; --")).toEqual([])
  expect(await found('studio', { status: 'inactive' })).toEqual(['axb'])
  const tag = await app.tags.create({ name: 'Beta' })
  await app.tags.tag({ tag_id: tag.id, id: lin.id })
  await app.tags.tag({ tag_id: tag.id, id: cam.id })
  expect(await found('', { tag_id: tag.id })).toEqual(['axb', 'lin'])
  expect(await found('lin', { tag_id: tag.id })).toEqual(['lin'])
  const first = await app.subscribers.list({ per_page: 2 })
  expect(first.rows[0]).toMatchObject({ id: cam.id, tags: [{ id: tag.id, name: 'Beta' }] })
  const second = await app.subscribers.list({ per_page: 2, after: first.pagination.end_cursor ?? '' })
  expect(second.rows.map(({ id }) => id)).toEqual([lin.id])
  expect(await app.subscribers.counts({})).toEqual({ active: 2, inactive: 1, bounced: 0, complained: 0, cancelled: 0 })
  expect(await app.subscribers.counts({ search: 'studio' })).toMatchObject({ active: 1, inactive: 1 })
  expect(await app.subscribers.counts({ tag_id: tag.id })).toMatchObject({ active: 1, inactive: 1 })
  const { tagged_at } = await app.tags.untag({ tag_id: tag.id, id: cam.id })
  expect(await app.subscribers.counts({ tag_id: tag.id })).toMatchObject({ active: 1, inactive: 0 })
  const removed = { tag_id: tag.id, id: cam.id, tagged_at: tagged_at ?? '' }
  await app.tags.restoreTagging(removed)
  await app.tags.restoreTagging(removed)
  expect(await app.subscribers.counts({ tag_id: tag.id })).toMatchObject({ active: 1, inactive: 1 })
  await expect(app.tags.restoreTagging({ ...removed, tag_id: 99_999_999 })).rejects.toThrow('Not Found')
  await app.tags.untag({ tag_id: tag.id, id: cam.id })
})

test('adding a subscriber manually records how they agreed, and the profile shows it with origin, tags and fields [L3]', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  await app.custom_fields.create({ label: 'City' })
  const tag = await app.tags.create({ name: 'Beta' })
  const { id } = await app.subscribers.add({
    email_address: 'lin@example.net',
    first_name: ' Lin ',
    fields: { city: 'Bergen' },
    consent_text: 'Asked me in the shop on Monday',
  })
  await app.tags.tag({ tag_id: tag.id, id })
  expect(await app.subscribers.get({ id })).toMatchObject({
    id,
    first_name: 'Lin',
    state: 'active',
    canceled_at: null,
    fields: { city: 'Bergen' },
    attribution: { source_type: 'manual', source_mechanism: null },
    tags: [{ id: tag.id, name: 'Beta', tagged_at: expect.any(String) }],
    consents: [{ source: 'manual', text: 'Asked me in the shop on Monday', given_at: expect.any(String) }],
    has_queued_fields: false,
    location: { city: null },
  })
})

test('the dashboard writes more than ten values immediately', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = await app.subscribers.add({ email_address: 'lin@example.net' })
  for (let i = 0; i < 12; i++) await app.custom_fields.create({ label: `F${i}` })
  const fields = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`f${i}`, `v${i}`]))
  expect((await app.subscribers.update({ id, fields })).fields).toEqual(fields)
})

test('a creator can unsubscribe a subscriber, and make only an inactive one active', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = await app.subscribers.add({ email_address: 'lin@example.net', state: 'inactive' })
  await app.subscribers.reactivate({ id })
  await app.subscribers.reactivate({ id })
  expect((await app.subscribers.get({ id })).state).toBe('active')
  await app.subscribers.unsubscribe({ id })
  await expect(app.subscribers.reactivate({ id })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: 'Only an inactive subscriber can be made active. This one is cancelled.',
  })
  const { rows } = await app.subscribers.history({ id })
  expect(rows.map(({ kind, detail }) => [kind, detail !== null && 'to_state' in detail && detail.to_state])).toEqual([
    ['state_changed', 'cancelled'],
    ['state_changed', 'active'],
    ['state_changed', 'inactive'],
    ['consent_given', false],
  ])
})

test('the history lists everything that happened, newest first, in pages, with subjects as the subscriber sees them', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const app = dashboard(account)
  const { id } = await app.subscribers.add({ email_address: 'lin@example.net', first_name: 'Lin' })
  const tag = await app.tags.create({ name: 'Beta' })
  await app.tags.tag({ tag_id: tag.id, id })
  const at = (minute: number) => new Date(ctx.now().getTime() + minute * 60_000)
  const form = await ctx.db.form.create({ data: { account_id, name: 'Footer', uid: `form-${id}` } })
  const own = { account_id, subscriber_id: id }
  await ctx.db.formSubscription.createMany({ data: [{ ...own, form_id: form.id, added_at: at(1) }] })
  const subject = 'March news for {{ subscriber.first_name }}'
  const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject } })
  const mail = await ctx.db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id } })
  const link = await ctx.db.link.create({
    data: { account_id, mail_id: mail.id, number: 1, url: 'https://example.net/a' },
  })
  await ctx.db.delivery.createMany({ data: [{ ...own, mail_id: mail.id, state: 'sent', sent_at: at(2) }] })
  const seen = { ...own, mail_id: mail.id, delivery_id: 1 }
  await ctx.db.engagement.createMany({
    data: [
      { ...seen, kind: 'open', occurred_at: at(3), is_machine: true },
      { ...seen, kind: 'open', occurred_at: at(4) },
      { ...seen, kind: 'click', occurred_at: at(5), link_id: link.id },
    ],
  })
  const file = await ctx.db.import.create({
    data: { account_id, filename: 'subscribers.csv', created_at: at(0), started_at: at(6) },
  })
  await ctx.db.importRow.createMany({
    data: [
      { account_id, import_id: file.id, row_number: 7, result: 'updated', subscriber_id: id },
      { account_id, import_id: file.id, row_number: 8, result: 'duplicate', subscriber_id: id },
    ],
  })
  const sequence = await ctx.db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  const enrolled = { sequence_id: sequence.id, added_at: at(7), delay_from: at(7), completed_at: at(8) }
  await ctx.db.enrollment.create({ data: { ...own, ...enrolled, state: 'completed' } })
  const automation = await ctx.db.automation.create({ data: { account_id, name: 'Follow up' } })
  await ctx.sql.run(
    `insert into automation_run (account_id, automation_id, subscriber_id, version, state, arrived_at, entered_at, ended_at)
     values ($1, $2, $3, 1, 'left', $4, $4, $5)`,
    [automation.id, id, at(9), at(10)],
  )
  const bought = { transaction_id: 'T-1', email_address: 'lin@example.net', source: 'Shop', currency: 'EUR' }
  const sums = { subtotal: 20, discount: 0, tax: 4.5, shipping: 0, total: 24.5 }
  await ctx.db.purchase.create({ data: { ...own, ...bought, ...sums, transaction_time: at(11) } })
  const { rows } = await app.subscribers.history({ id })
  const email = {
    id: mail.id,
    kind: 'broadcast',
    broadcast_id: broadcast.id,
    sequence_id: null,
    automation_id: null,
    email_id: null,
    subject: 'March news for Lin',
  }
  expect(rows.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['purchased', { total: 24.5, currency: 'EUR', products: [] }],
    ['automation_ended', { id: automation.id, name: 'Follow up', is_completed: false }],
    ['automation_entered', { id: automation.id, name: 'Follow up' }],
    ['sequence_completed', { id: sequence.id, name: 'Welcome' }],
    ['sequence_joined', { id: sequence.id, name: 'Welcome' }],
    ['imported', { id: file.id, filename: 'subscribers.csv', result: 'updated' }],
    ['email_sent', { ...email, opens: 1, clicks: 1, urls: ['https://example.net/a'], is_complained: false }],
    ['form_subscribed', { id: form.id, name: 'Footer' }],
    ['tag_added', { id: tag.id, name: 'Beta' }],
    ['state_changed', { from_state: null, to_state: 'active', cause: 'dashboard', note: null, mail: null }],
    ['consent_given', { source: 'manual', text: null }],
  ])
  const paged = []
  for (let after: string | undefined; ; ) {
    const page = await app.subscribers.history({ id, per_page: 2, after })
    paged.push(...page.rows)
    if (!page.pagination.has_next_page) break
    after = page.pagination.end_cursor ?? undefined
  }
  expect(paged).toEqual(rows)
  await expect(app.subscribers.history({ id: 999_999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the history shows removed tags, changed values and left sequences, and names the emails of sequences and automations', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const app = dashboard(account)
  const { id } = await app.subscribers.add({ email_address: 'lin@example.net' })
  const kinds = async () => (await app.subscribers.history({ id })).rows.map(({ kind, detail }) => [kind, detail])
  const tag = await app.tags.create({ name: 'Beta' })
  await app.tags.tag({ tag_id: tag.id, id })
  await app.tags.untag({ tag_id: tag.id, id })
  const [city, job] = [
    await app.custom_fields.create({ label: 'City' }),
    await app.custom_fields.create({ label: 'Job' }),
  ]
  await app.subscribers.update({ id, fields: { city: 'Oslo' } })
  await app.subscribers.update({ id, fields: { city: 'Bergen' } })
  await app.subscribers.update({ id, fields: { job: 'Smith' } })
  const sequence = await ctx.db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  await ctx.sql.run(
    `insert into subscriber_change (account_id, subscriber_id, kind, object, at) values ($1, $2, 'sequence_left', $3, $4)`,
    [id, String(sequence.id), ctx.now()],
  )
  const changes = (await kinds()).filter(
    ([kind]) => !['state_changed', 'consent_given', 'tag_added'].includes(String(kind)),
  )
  expect(changes).toHaveLength(5)
  expect(changes).toEqual(
    expect.arrayContaining([
      ['sequence_left', { id: sequence.id, name: 'Welcome' }],
      ['field_changed', { id: job.id, name: 'Job', from: null, to: 'Smith' }],
      ['field_changed', { id: city.id, name: 'City', from: 'Oslo', to: 'Bergen' }],
      ['field_changed', { id: city.id, name: 'City', from: null, to: 'Oslo' }],
      ['tag_removed', { id: tag.id, name: 'Beta' }],
    ]),
  )
  // Objects deleted since have no name, and values of a deleted field are not shown.
  await app.tags.delete({ id: tag.id })
  await app.custom_fields.delete({ id: job.id })
  expect((await kinds()).filter(([kind]) => kind === 'tag_removed')).toEqual([['tag_removed', null]])
  expect((await kinds()).filter(([kind]) => kind === 'field_changed')).toHaveLength(2)

  const timing = { delay_value: 1, delay_unit: 'days' }
  const step = await ctx.db.sequenceEmail.create({
    data: { account_id, sequence_id: sequence.id, subject: 'Hello', position: 0, ...timing },
  })
  const automation = await ctx.db.automation.create({ data: { account_id, name: 'Visitors' } })
  const written = await ctx.db.automationEmail.create({
    data: { account_id, automation_id: automation.id, subject: 'Hi', deleted_at: ctx.now() },
  })
  for (const about of [
    { kind: 'sequence_email' as const, sequence_email_id: step.id },
    { kind: 'automation_email' as const, automation_email_id: written.id },
  ]) {
    const mail = await ctx.db.mail.create({ data: { account_id, ...about } })
    await ctx.db.delivery.create({
      data: { account_id, subscriber_id: id, mail_id: mail.id, state: 'sent', sent_at: ctx.now() },
    })
  }
  const sent = (await app.subscribers.history({ id })).rows.flatMap((row) =>
    row.kind === 'email_sent' ? row.detail : [],
  )
  expect(sent).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sequence_id: sequence.id, automation_id: null, email_id: step.id }),
      expect.objectContaining({ sequence_id: null, automation_id: automation.id, email_id: null }),
    ]),
  )
})

test('viewers read, editors write, only admins delete a custom field', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const field = await app.custom_fields.create({ label: 'City' })
  const { id } = await app.subscribers.add({ email_address: 'lin@example.net' })
  const viewer = dashboard(account, withRole(account, 'viewer'))
  const editor = dashboard(account, withRole(account, 'editor'))
  expect((await viewer.subscribers.get({ id })).id).toBe(id)
  await expect(viewer.subscribers.update({ id, first_name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(viewer.subscribers.unsubscribe({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await editor.subscribers.update({ id, first_name: 'x' })).first_name).toBe('x')
  await expect(editor.custom_fields.delete({ id: field.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await app.custom_fields.delete({ id: field.id })
  const machine = makeCtx({ account_id: account.account_id, actor: { kind: 'system' } })
  await expect(dashboard(account, machine).subscribers.get({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
