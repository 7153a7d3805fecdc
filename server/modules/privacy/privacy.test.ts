import { expect, test } from 'vitest'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { duringTransaction } from '../../testing/database/during-transaction.ts'
import { placesOf } from '../../testing/database/places.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { bulkRequests, callbackReceiver, runBulk, runBulkJobs, storedBulk } from '../../testing/modules/bulk.ts'
import { exported } from '../../testing/modules/exports.ts'
import { imported, resultsOf, uploaded } from '../../testing/modules/imports.ts'
import { addSubscribers, sendAll, startBroadcast } from '../../testing/modules/sending.ts'
import { applyReports } from '../bounces/apply.ts'
import { getBroadcastReport } from '../broadcasts/report/report.ts'
import { runExport } from '../exports/run.ts'
import { getExport, getFile, requestExport } from '../exports/service.ts'
import { addToForms } from '../forms/subscriptions/subscriptions.ts'
import { enrollSubscribers } from '../sequences/enrolling/enrolling.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { readSubscribers } from '../subscribers/view.ts'
import { tagSubscriber, untagSubscriber } from '../tags/one-statement.ts'
import { createTag } from '../tags/service.ts'
import { eraseSubscriber } from './erase.ts'
import { deleteFileContents } from './file-contents.ts'
import { copySubscriber } from './subscriber-copy.ts'

const ADDRESS = 'Wilhelmina.Okonkwo@Example.net'
const LOWER = ADDRESS.toLowerCase()

/** Creates a subscriber with data in every part of the product, and another one who must not change. */
async function subscriberWithData() {
  const account = await testAccount()
  const { ctx, account_id } = account
  const db = unscoped()
  await db.webhookEndpoint.create({
    data: {
      account_id,
      name: 'Sync',
      url: 'https://x.example/',
      events: ['subscriber.created', 'subscriber.tag_added', 'subscriber.link_clicked'],
      secret: 's',
    },
  })
  const file = `Email,Name,Tags,City\n${ADDRESS},Wilhelmina,vip,Lagos\n${ADDRESS},Wilhelmina,vip,Lagos\nother@example.net,Other,,\n`
  const { id: import_id } = await imported(ctx, file)
  const { id } = await db.subscriber.findFirstOrThrow({ where: { account_id, email_address: LOWER } })
  const subscriber_id = Number(id)
  const form = await db.form.create({ data: { account_id, name: 'Footer', uid: `privacy-${account_id}` } })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  await addToForms(ctx, {
    additions: [{ form_id: form.id, subscriber_id, referrer: 'https://x.example/?utm_source=moss' }],
  })
  await enrollSubscribers(ctx, { pairs: [{ sequence_id: sequence.id, subscriber_id }] })
  await db.purchase.create({
    data: {
      account_id,
      subscriber_id,
      transaction_id: 'T-1',
      email_address: LOWER,
      transaction_time: new Date(),
      source: 'Shop',
      subtotal: 1,
      discount: 0,
      tax: 0,
      shipping: 0,
      total: 1,
    },
  })
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const delivery = await ctx.db.delivery.findFirstOrThrow({ where: { subscriber_id } })
  await applyReports([
    {
      source: 'test',
      source_id: `erase ${account_id}`,
      kind: 'soft',
      at: new Date(),
      delivery: { account_id, mail_id: delivery.mail_id, subscriber_id },
      address: LOWER,
      diagnostic: `smtp; 452 4.2.2 <${LOWER}> is full`,
    },
  ])
  await write(ctx, async (tx) => {
    const subscriber = (await readSubscribers(tx, [subscriber_id])).get(subscriber_id)
    if (!subscriber) throw new Error('No subscriber was imported')
    const mail = { broadcast_id, sequence_email_id: null, automation_email_id: null, subject: 'News' }
    tx.emit('subscriber.link_clicked', { subscriber, link: { url: `https://shop.example/?for=${LOWER}` }, mail })
  })
  const given = { email_address: LOWER, first_name: 'Wilhelmina' }
  const answer = await api('POST /v4/subscribers', key(account), given, { 'Idempotency-Key': 'again' })
  expect(answer.status).toBe(200)
  return { account, ctx, subscriber_id, import_id, broadcast_id }
}

test('a copy contains all data of a subscriber as JSON [L5]', async () => {
  const { ctx, subscriber_id } = await subscriberWithData()
  const { email_address, json } = await copySubscriber(ctx, { id: subscriber_id })
  expect(email_address).toBe(LOWER)
  const copy = JSON.parse(json)
  expect(copy).toMatchObject({
    profile: { email_address: LOWER, first_name: 'Wilhelmina', state: 'active', fields: { City: 'Lagos' } },
    consents: [{ source: 'import', text: expect.stringContaining('the footer of my site') }],
    state_changes: [{ to_state: 'active', cause: 'import' }],
    tags: [{ name: 'vip' }],
    forms: [{ name: 'Footer', utm_source: 'moss' }],
    sequences: [{ name: 'Welcome' }],
    mails: [{ state: 'sent', subject: expect.stringContaining('News') }],
    purchases: [{ transaction_id: 'T-1' }],
    imports: [
      { row_number: 2, result: 'created' },
      { row_number: 3, result: 'duplicate' },
    ],
  })
  expect(json).not.toContain('other@example.net')
  await expect(copySubscriber((await testAccount()).ctx, { id: subscriber_id })).rejects.toThrow('Not Found')
})

test('an erased subscriber is in no table and is never emailed again, while message counts stay [L5]', async () => {
  const { account, ctx, subscriber_id, import_id, broadcast_id } = await subscriberWithData()
  const { account_id } = account
  const { file } = await exported(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const waiting = await uploaded(ctx, `Email,Name\n${ADDRESS},Wilhelmina\n`)
  const other_before = await placesOf(account_id, 'other@example.net')
  const report = await getBroadcastReport(ctx, { id: broadcast_id })
  expect((await placesOf(account_id, LOWER)).length).toBeGreaterThan(8)

  await expect(eraseSubscriber(ctx, { id: subscriber_id, email_address: 'other@example.net' })).rejects.toThrow(
    'does not match',
  )
  await expect(
    dashboard(account, withRole(account, 'editor')).privacy.erase({ id: subscriber_id, email_address: LOWER }),
  ).rejects.toThrow('admin role')
  await dashboard(account).privacy.erase({ id: subscriber_id, email_address: ADDRESS })
  await deleteFileContents(ctx, { budget_ms: 60_000 })

  expect(await placesOf(account_id, LOWER)).toEqual([])
  expect(await placesOf(account_id, 'Wilhelmina')).toEqual([])
  expect((await placesOf(account_id, 'other@example.net')).sort()).toEqual(
    other_before
      .filter((place) => !['export_chunk.bytes', 'import.sample', 'import_chunk.bytes'].includes(place))
      .sort(),
  )
  const after = await getBroadcastReport(ctx, { id: broadcast_id })
  expect([after.funnel, after.ledger]).toEqual([report.funnel, report.ledger])
  await expect(getFile(ctx, { id: file.id })).rejects.toThrow('no longer available')
  expect(await ctx.db.import.findFirst({ where: { id: waiting.id } })).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('erased'),
  })
  expect(await resultsOf(ctx, { id: import_id })).toMatchObject([
    { message: 'Erased', cells: null },
    { message: 'Erased', cells: null },
    { result: 'created' },
  ])

  const again = await imported(ctx, `Email,Name\n${ADDRESS},Wilhelmina\nnew@example.net,New\n${ADDRESS},W\n`)
  expect(again.counts).toMatchObject({ created: 1, skipped: 2 })
  expect((await resultsOf(ctx, again))[0]).toMatchObject({ message: 'Asked never to be emailed again', cells: null })
  expect(await placesOf(account_id, LOWER)).toEqual([])
  await expect(eraseSubscriber(ctx, { id: subscriber_id, email_address: LOWER })).rejects.toThrow('Not Found')
})

test('an export that searched for an erased address loses its search [L5]', async () => {
  const account = await testAccount()
  const { ctx } = account
  const email_address = 'ann1@example.net'
  const [id = 0] = await addSubscribers(account, 1, 'ann')
  const ask = (search: string) => requestExport(ctx, { kind: 'subscribers', selection: { status: 'all', search } })
  const waits = await ask('Ann1@Example.net')
  const other = await ask('bo@studio.example')
  const ended = await ask(email_address)
  await runExport(ctx, { id: ended.id })
  await eraseSubscriber(ctx, { id, email_address })
  const after = async ({ id: export_id }: { id: number }) => {
    const { state, contents } = await getExport(ctx, { id: export_id })
    return [state, contents.search]
  }
  expect(await after(waits)).toEqual(['stopped', null])
  // Without its search it would export everyone.
  expect(await getExport(ctx, waits)).toMatchObject({
    is_repeatable: false,
    contents: { is_search_forgotten: true },
  })
  expect(await after(ended)).toEqual(['completed', null])
  expect(await after(other)).toEqual(['queued', 'bo@studio.example'])
})

test('an erased subscriber is excluded from queued emails, and a running export starts over', async () => {
  const account = await testAccount()
  const { ctx } = account
  await imported(ctx, `Email\n${LOWER}\nother@example.net\n`)
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const { id } = await unscoped().subscriber.findFirstOrThrow({
    where: { account_id: ctx.account_id, email_address: LOWER },
  })
  await ctx.sql.run(`update delivery set state = 'queued' where account_id = $1 and subscriber_id = $2`, [Number(id)])
  await ctx.sql.run(
    'insert into send_batch (account_id, mail_id, claimed) select $1, id, array[$2::bigint] from mail where account_id = $1',
    [Number(id)],
  )
  await expect(eraseSubscriber(ctx, { id: Number(id), email_address: LOWER })).rejects.toThrow('being sent right now')
  await ctx.sql.run('delete from send_batch where account_id = $1')
  const { id: export_id } = await requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  await ctx.sql.run(`update export set state = 'running', attempt = 4 where account_id = $1 and id = $2`, [export_id])
  await eraseSubscriber(ctx, { id: Number(id), email_address: LOWER })
  expect(await ctx.db.mail.findFirstOrThrow()).toMatchObject({ excluded: 1 })
  expect(await ctx.db.export.findFirst({ where: { id: export_id } })).toMatchObject({ state: 'queued', attempt: 5 })
})

test('an erased subscriber is in no bulk request, neither pending nor answered [L5]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  await imported(ctx, `Email,City\n${LOWER},Lagos\n`)
  const found = await unscoped().subscriber.findFirstOrThrow({ where: { account_id, email_address: LOWER } })
  const subscriber_id = Number(found.id)
  const { id: field_id } = await ctx.db.customField.findFirstOrThrow()
  const { url, received } = await callbackReceiver()
  const subscribers = [
    { email_address: ` ${ADDRESS}`, first_name: 'Wilhelmina' },
    { email_address: 'other@example.net' },
  ]
  const custom_field_values = [
    { subscriber_custom_field_id: field_id, subscriber_id: String(subscriber_id), value: 'Wilhelmina Road' },
    { subscriber_custom_field_id: field_id, subscriber_id: 2_000_000_000, value: 'Elsewhere' },
  ]
  const store = (operation: string, body: object, callback_url: string | null = null) =>
    storedBulk(account_id, operation, body, { most_items: 10, callback_url })
  // The first waits for its callback; the other two have not started.
  const answered = await store('POST /v4/bulk/subscribers', { subscribers }, url)
  while (await runBulk(answered.ctx, { id: answered.id }));
  await store('POST /v4/bulk/subscribers', { subscribers })
  await store('POST /v4/bulk/custom_fields/subscribers', { custom_field_values })
  expect(await placesOf(account_id, LOWER)).toEqual(expect.arrayContaining(['bulk_slice.rows', 'bulk_slice.items']))

  await eraseSubscriber(ctx, { id: subscriber_id, email_address: LOWER })

  expect(await placesOf(account_id, LOWER)).toEqual([])
  expect(await placesOf(account_id, 'Wilhelmina')).toEqual([])
  expect(await placesOf(account_id, 'Elsewhere')).toContain('bulk_slice.items')
  await runBulkJobs(account)
  expect(received[0]?.body).toMatchObject({ subscribers: [{ email_address: 'other@example.net' }], failures: [] })
  expect(await bulkRequests(ctx)).toMatchObject([
    { state: 'completed', item_count: 2, failure_count: 0, callback_state: 'delivered' },
    { state: 'completed', item_count: 2, failure_count: 1 },
    { state: 'completed', item_count: 2, failure_count: 2 },
  ])
  expect(await ctx.db.subscriber.findMany()).toMatchObject([{ email_address: 'other@example.net' }])
})

test('untagging during an erasure leaves no event with the address', async () => {
  const { ctx, account_id } = await testAccount()
  await subscribeTo(account_id, ['subscriber.tag_removed'])
  const { id } = (await upsertSubscriber(ctx, { email_address: 'lin@example.net' })).value
  const { value: tag } = await createTag(ctx, { name: 'Beta' })
  await tagSubscriber(ctx, { tag_id: tag.id, id })
  const erased = await duringTransaction(
    ctx,
    (tx) => untagSubscriber(tx, { tag_id: tag.id, id }),
    () => eraseSubscriber(ctx, { id, email_address: 'lin@example.net' }),
  )
  expect(erased.status).toBe('fulfilled')
  const events = await takeEvents(account_id)
  expect(events.filter(({ type }) => type === 'subscriber.tag_removed')).toMatchObject([
    { data: { subscriber: { id, email_address: null, state: 'erased' } } },
  ])
})
