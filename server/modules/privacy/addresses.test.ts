import { expect, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { placesOf } from '../../testing/database/places.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { imported, resultsOf } from '../../testing/modules/imports.ts'
import { opened, serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { findSuppressed, suppressionHash } from '../subscribers/state/suppression.ts'
import { eraseSubscriber } from './erase.ts'
import { deleteFileContents } from './file-contents.ts'
import { folded, mentions, mentionsSql } from './mention.ts'
import { Erasure } from './schema.ts'

/** Moves a subscriber to another address, with the link emailed to it. */
async function move({ post }: Awaited<ReturnType<typeof opened>>, address: string) {
  await post({ action: 'address', email_address: address })
  const [email] = await serviceEmailsTo(address)
  const link = /\/preferences\/(confirm\/[\w-]+)/.exec(email?.text ?? '')?.[1] ?? 'confirm/none'
  expect((await post({}, link)).status).toBe(200)
}

test('erasing a subscriber erases and suppresses their former addresses [L5]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const [old, current, asked] = [
    `old${account_id}@x.example`,
    `new${account_id}@x.example`,
    `next${account_id}@x.example`,
  ]
  const subscriber = await opened(account, old)
  const { id } = subscriber
  const answer = await api(
    'POST /v4/subscribers',
    key(account),
    { email_address: old, first_name: 'Wilhelmina' },
    { 'Idempotency-Key': 'once' },
  )
  expect(answer.status).toBe(200)
  await move(subscriber, current)
  await subscriber.post({ action: 'address', email_address: asked })
  expect((await placesOf(account_id, old)).sort()).toEqual(
    expect.arrayContaining(['consent.text', 'idempotency_key.body', 'service_mail.to_address']),
  )

  await eraseSubscriber(ctx, { id, email_address: current })

  for (const address of [old, current, asked]) expect(await placesOf(account_id, address), address).toEqual([])
  // The last address was never confirmed, so it may belong to someone else.
  const again = await imported(ctx, `Email\n${old}\n${current}\n${asked}\n`)
  expect((await resultsOf(ctx, again)).map(({ result }) => result)).toEqual(['skipped', 'skipped', 'created'])
})

test('erasing a subscriber erases and suppresses addresses changed by users and apps [L5]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const addresses = ['first', 'second', 'third'].map((name) => `${name}${account_id}@x.example`)
  const [first = '', second = '', third = ''] = addresses
  const { id } = (await upsertSubscriber(ctx, { email_address: first })).value
  // With other properties, without any, and with the current address.
  await api(`PUT /v4/subscribers/${id}`, key(account), { email_address: second, fields: { city: 'Bergen' } })
  await dashboard(account).subscribers.update({ id, email_address: third, first_name: 'Lin' })
  await dashboard(account).subscribers.update({ id, email_address: third, first_name: 'Kim' })
  const { consents } = await dashboard(account).subscribers.get({ id })
  expect(consents.filter(({ source }) => source === 'address_change').map(({ text }) => text)).toEqual([
    `Changed the address from ${first} to ${second}`,
    `Changed the address from ${second} to ${third}`,
  ])
  await eraseSubscriber(ctx, { id, email_address: third })
  for (const address of addresses) expect(await placesOf(account_id, address), address).toEqual([])
  const again = await imported(ctx, `Email\n${addresses.join('\n')}\n`)
  expect((await resultsOf(ctx, again)).map(({ result }) => result)).toEqual(['skipped', 'skipped', 'skipped'])
})

test('after an erasure, a former address that now belongs to another subscriber stays theirs [L5]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const [old, current] = [`old${account_id}@x.example`, `new${account_id}@x.example`]
  const subscriber = await opened(account, old)
  const { id } = subscriber
  await move(subscriber, current)
  const other = (await upsertSubscriber(ctx, { email_address: old })).value
  await eraseSubscriber(ctx, { id, email_address: current })
  expect(await ctx.db.subscriber.findMany()).toMatchObject([{ id: BigInt(other.id), email_address: old }])
  expect(await ctx.db.suppression.count()).toBe(1)
})

test('erasing a subscriber erases the values replaced by an import [L5]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const { id } = (await upsertSubscriber(ctx, { email_address: 'lin@x.example', first_name: 'Wilhelmina' })).value
  await imported(ctx, 'Email,Name\nlin@x.example,Lin\n')
  expect(await placesOf(account_id, 'Wilhelmina')).toContain('import_row.before')
  await eraseSubscriber(ctx, { id, email_address: 'lin@x.example' })
  expect(await placesOf(account_id, 'Wilhelmina')).toEqual([])
})

test('erasing a subscriber erases every spelling of the address [L5]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const name = `zoë${account_id}`
  const [unicode, puny] = [`${name}@münchen.example`, `${name}@xn--mnchen-3ya.example`]
  const written = [
    unicode,
    puny,
    unicode.normalize('NFD'),
    `${name}@mu\u0308nchen.example`,
    `ｚｏë${account_id}@münchen.example`,
  ]
  await imported(ctx, `Email,Note\n${written.map((one) => `${one},about ${one}`).join('\n')}\n`)
  const { id } = await ctx.db.subscriber.findFirstOrThrow({ where: { email_address: unicode } })
  await ctx.sql.run(
    `insert into suppression (account_id, address_hash, email_address, reason, created_at) values ($1, $2, $3, 'manual', now())`,
    [suppressionHash(account_id, puny), puny],
  )
  const sample = `550 <${puny}>: Recipient address rejected`
  await ctx.db.bounceWave.create({
    data: { account_id, text_key: 'k', domain: '', sample, subscribers: 40, since: new Date() },
  })
  const raw = Buffer.from(`To: <${name}@XN--Mnchen-3YA.example>\n`)
  const source_id = `erased ${account_id}`
  await serviceCtx().db.receivedMessage.create({
    data: { source: 'smtp', source_id, recipient: 'b@x.example', raw, received_at: new Date(), read_at: new Date() },
  })
  for (const spelling of written) expect(await placesOf(account_id, spelling), spelling).not.toEqual([])

  await eraseSubscriber(ctx, { id: Number(id), email_address: puny })
  await deleteFileContents(ctx, { budget_ms: 60_000 })

  for (const spelling of written) expect(await placesOf(account_id, spelling), spelling).toEqual([])
  expect(await serviceCtx().db.receivedMessage.count({ where: { source_id } })).toBe(0)
  expect(await ctx.db.suppression.findMany()).toMatchObject([
    { reason: 'erased', email_address: null },
    { reason: 'erased', email_address: null },
  ])
  const again = await imported(ctx, `Email\n${written.join('\n')}\n`)
  expect(await ctx.db.subscriber.count()).toBe(0)
  expect((await resultsOf(ctx, again)).map(({ result }) => result)).not.toContain('created')
})

test('a subscriber whose address is stored in another spelling can be erased [L5]', async () => {
  const { ctx, account_id } = await testAccount()
  const email_address = 'lea@xn--mnchen-3ya.example'
  const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address } })
  const erasure = Erasure.parse({ id: Number(id), email_address })
  await eraseSubscriber(ctx, erasure)
  expect(await ctx.db.subscriber.count()).toBe(0)
  expect(await findSuppressed(ctx, { email_addresses: ['lea@münchen.example'] })).toEqual(
    new Map([['lea@münchen.example', 'erased']]),
  )
})

test('an erasure does not change a subscriber whose address ends like the erased one', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  await subscribeTo(account_id, ['subscriber.created'])
  const { id } = (await upsertSubscriber(ctx, { email_address: 'nn@x.example' })).value
  const other = (await upsertSubscriber(ctx, { email_address: 'ann@x.example' })).value
  await api('POST /v4/subscribers', key(account), { email_address: 'ann@x.example' }, { 'Idempotency-Key': 'ann' })
  await eraseSubscriber(ctx, { id, email_address: 'nn@x.example' })
  const events = await takeEvents(account_id)
  expect(events.filter(({ type }) => type === 'subscriber.created').map(({ data }) => data.subscriber)).toMatchObject([
    { id, email_address: null },
    { id: other.id, email_address: 'ann@x.example' },
  ])
  expect(await ctx.db.idempotencyKey.count()).toBe(1)
})

test.each([
  ['nn@x.example', true],
  ['Ask NN@x.example.', true],
  ['<nn@x.example>', true],
  ['https://x.example/?for=nn@x.example&a=1', true],
  ['{"note":"from:\\nnn@x.example"}', true],
  ['for%3dnn@x.example', true],
  ['ann@x.example or nn@x.example', true],
  ['ann@x.example', false],
  ['a.nn@x.example', false],
  ['nn@x.example.org', false],
  ['nn@x.examples', false],
  ['nnax.example', false],
])('whether %j mentions nn@x.example, in the process and in SQL', async (text, isMentioned) => {
  expect(mentions(text, 'nn@x.example')).toBe(isMentioned)
  const { ctx } = await testAccount()
  const found = await ctx.sql.one<{ is_mentioned: boolean }>(
    `select ${mentionsSql('g.text', '$3')} as is_mentioned from (select $2::text as text where $1::int is not null) g`,
    [text, 'nn@x.example'],
  )
  expect(found?.is_mentioned).toBe(isMentioned)
})

test.each([
  ['ｌｅａ＠ｍünchen.example', true],
  ['Lea@Mu\u0308nchen.Example', true],
  ['{"email":"ｌｅａ＠mu\u0308ｎｃｈｅｎ．example"}', true],
  ['lea@münchen。example', true],
  ['nlea@münchen.example', false],
])('%j mentions lea@münchen.example in whatever form, in the process and in SQL', async (text, isMentioned) => {
  const address = folded('lea@münchen.example')
  expect(mentions(text, address)).toBe(isMentioned)
  const { ctx } = await testAccount()
  const found = await ctx.sql.one<{ is_mentioned: boolean }>(
    `select ${mentionsSql('g.text', '$3')} as is_mentioned from (select $2::text as text where $1::int is not null) g`,
    [text, address],
  )
  expect(found?.is_mentioned).toBe(isMentioned)
})
