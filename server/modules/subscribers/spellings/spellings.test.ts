import { expect, test } from 'vitest'
import type { OpenRuntime } from '../../../boot.ts'
import { mergeAddresses } from '../../../cli/addresses.ts'
import { allSpellingsOf } from '../../../lib/text/email-address.ts'
import type { Closing } from '../../../stop.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { findSuppressed, needsHashes, suppressionHash } from '../state/suppression.ts'
import { rewriteSpellings } from './rewrite.ts'

const UNICODE = 'lea@münchen.example'
const PUNYCODE = 'lea@xn--mnchen-3ya.example'
const NFD = 'lea@mu\u0308nchen.example'

/** Stores a subscriber as earlier versions did. */
async function stored({ ctx }: TestAccount, email_address: string, more: object = {}): Promise<number> {
  const { id } = await ctx.db.subscriber.create({ data: { account_id: ctx.account_id, email_address, ...more } })
  return Number(id)
}

const merge = (account: TestAccount, values: object = {}) =>
  mergeAddresses.run({ account: String(account.account_id), ...values }, {} as OpenRuntime, {} as Closing)

const listed = async ({ ctx }: TestAccount) =>
  (await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })).map(({ id, email_address, state }) => [
    Number(id),
    email_address,
    state,
  ])

test('one mailbox in several spellings is one subscriber, and unsubscribing one stops the others', async () => {
  const account = await testAccount()
  const create = (email_address: string) => api('POST /v4/subscribers', key(account), { email_address })
  const { body } = await create(UNICODE)
  for (const spelling of [PUNYCODE, NFD, 'LEA@MÜNCHEN.example', 'ｌｅａ@münchen.example'])
    expect((await create(spelling)).body.subscriber, spelling).toMatchObject({
      id: body.subscriber.id,
      email_address: UNICODE,
    })
  const lookup = (email_address: string) =>
    api(`GET /v4/subscribers?${new URLSearchParams({ email_address, status: 'all' })}`, key(account))
  expect((await lookup(PUNYCODE)).body.subscribers).toMatchObject([{ id: body.subscriber.id }])
  const bulk = await api('POST /v4/bulk/subscribers', bearer(account), {
    subscribers: [{ email_address: NFD }, { email_address: PUNYCODE, first_name: 'Lea' }],
  })
  expect(bulk.status).toBeLessThan(300)
  await api(`POST /v4/subscribers/${body.subscriber.id}/unsubscribe`, key(account), {})
  expect((await create(PUNYCODE)).body.subscriber).toMatchObject({ id: body.subscriber.id, state: 'cancelled' })
  expect(await listed(account)).toEqual([[body.subscriber.id, UNICODE, 'cancelled']])
})

test('an address that was suppressed in one spelling is suppressed in each, also as a hash', async () => {
  const { ctx } = await testAccount()
  for (const spelling of allSpellingsOf(UNICODE)) {
    await ctx.sql.run('delete from suppression where account_id = $1')
    await ctx.sql.run(
      `insert into suppression (account_id, address_hash, reason, created_at) values ($1, $2, 'erased', now())`,
      [suppressionHash(ctx.account_id, spelling)],
    )
    expect(await findSuppressed(ctx, { email_addresses: [UNICODE] }), spelling).toEqual(new Map([[UNICODE, 'erased']]))
  }
})

test('an entry of another spelling counts, and removing one removes the others', async () => {
  const account = await testAccount()
  const { ctx } = account
  const list = (address: string) =>
    ctx.sql.run(
      `insert into suppression (account_id, address_hash, email_address, reason, created_at) values ($1, $2, $3, 'manual', now())`,
      [suppressionHash(ctx.account_id, address), address],
    )
  const isListed = async (address: string) => (await findSuppressed(ctx, { email_addresses: [address] })).has(address)
  const { suppression } = dashboard(account)
  for (const [one, ...spellings] of [
    [UNICODE, PUNYCODE, NFD],
    ['lin@example.net', 'ｌｉｎ@example.net'],
    ['サガ@example.jp', 'ｻｶﾞ@example.jp'],
  ] as const)
    for (const spelling of spellings) {
      await list(spelling)
      expect(await isListed(one), spelling).toBe(true)
      expect(await needsHashes(ctx)).toBe(true)
      await list(one)
      const [entry] = (await suppression.list({ search: one })).rows
      await suppression.remove({ id: entry?.id ?? 0, note: 'asked' })
      expect(await isListed(one), spelling).toBe(false)
    }
})

test('an address that was stored in another form is found by its one form after the job', async () => {
  const account = await testAccount()
  const [lea, zoe] = [await stored(account, PUNYCODE), await stored(account, 'zoe\u0308@example.net')]
  const [saga, max] = [await stored(account, 'ｻｶﾞ@example.jp'), await stored(account, 'maſ@example.net')]
  const fallback = await stored(account, 'lin@xn--ls8h.example')
  await rewriteSpellings()
  expect(await listed(account)).toEqual([
    [lea, UNICODE, 'active'],
    [zoe, 'zoë@example.net', 'active'],
    [saga, 'サガ@example.jp', 'active'],
    [max, 'mas@example.net', 'active'],
    [fallback, 'lin@xn--ls8h.example', 'active'],
  ])
})

test('the command shows pairs and merges them: the state that stops emails wins, what each has is joined', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const first = await stored(account, UNICODE, { first_name: null, fields: { '1': 'Köln', '2': 'a' } })
  const second = await stored(account, PUNYCODE, {
    first_name: 'Lea',
    state: 'cancelled',
    canceled_at: new Date(),
    fields: { '2': 'b' },
  })
  const third = await stored(account, NFD, { state: 'bounced' })
  const red = await ctx.db.tag.create({ data: { account_id, name: 'red', name_folded: 'red' } })
  const blue = await ctx.db.tag.create({ data: { account_id, name: 'blue', name_folded: 'blue' } })
  const tags = [red, blue]
  const sequence = await ctx.db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  const tagged: [number, number | undefined][] = [
    [first, tags[0]?.id],
    [second, tags[0]?.id],
    [third, tags[1]?.id],
  ]
  for (const [subscriber_id, tag_id] of tagged)
    await ctx.sql.run('insert into tagging (account_id, subscriber_id, tag_id) values ($1, $2, $3)', [
      subscriber_id,
      tag_id,
    ])
  await ctx.sql.run('insert into enrollment (account_id, sequence_id, subscriber_id) values ($1, $2, $3)', [
    sequence.id,
    first,
  ])

  const shown = await merge(account)
  expect(shown.data).toMatchObject({ pairs: [{ canonical: UNICODE, subscribers: [{}, {}, {}] }], merged: 0 })
  expect(shown.lines.join('\n')).toContain('--merge')
  expect(await listed(account)).toHaveLength(3)

  expect((await merge(account, { merge: true })).data).toMatchObject({ merged: 1 })
  expect(await listed(account)).toEqual([[second, UNICODE, 'cancelled']])
  expect(await ctx.db.subscriber.findFirstOrThrow({ where: { id: second } })).toMatchObject({
    first_name: 'Lea',
    fields: { '1': 'Köln', '2': 'b' },
  })
  const taggings = await ctx.sql.rows('select subscriber_id, tag_id from tagging where account_id = $1 order by tag_id')
  expect(taggings).toEqual(tags.map(({ id }) => ({ subscriber_id: second, tag_id: id })))
  expect(await ctx.sql.rows('select subscriber_id from enrollment where account_id = $1')).toEqual([
    { subscriber_id: second },
  ])
  expect((await merge(account, { merge: true })).data).toMatchObject({ pairs: [], merged: 0 })
})

test('a pair of an active and a complained subscriber stays off the list', async () => {
  const account = await testAccount()
  await stored(account, UNICODE)
  const second = await stored(account, PUNYCODE, { state: 'complained' })
  await merge(account, { merge: true })
  expect(await listed(account)).toEqual([[second, UNICODE, 'complained']])
  expect(await findSuppressed(account.ctx, { email_addresses: [UNICODE] })).toEqual(new Map([[UNICODE, 'complaint']]))
})

test('an address that was listed in another form stops the emails to its subscriber', async () => {
  const { ctx } = await testAccount()
  const hash = suppressionHash(ctx.account_id, PUNYCODE)
  await ctx.sql.run(
    `insert into suppression (account_id, address_hash, email_address, reason, created_at) values ($1, $2, $3, 'manual', now())`,
    [hash, PUNYCODE],
  )
  expect(await needsHashes(ctx)).toBe(true)
})
