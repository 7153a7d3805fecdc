import { beforeAll, expect, test } from 'vitest'
import { type TestAccount, testAccount, testApiKey } from '../../../testing/account.ts'
import { api } from '../../../testing/api.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { FILTER_SORTS } from '../filter-schema.ts'
import { upsertSubscriber } from '../service.ts'
import { changeState } from '../state/state.ts'

// One account with a small history. Each condition is tested alone and with others.

let account: TestAccount
const ids: Record<string, number> = {}
const refs: Record<string, number> = {}

const day = (days: number) => daysAgo(account.ctx, days)
const date = (days: number) => day(days).toISOString().slice(0, 10)

let asked = 0
let api_key = ''
/** An API key has 120 requests per minute. */
async function ask(body: unknown, query = '') {
  if (asked++ % 100 === 0) api_key = await testApiKey(account.account_id)
  return api(`POST /v4/subscribers/filter${query}`, { api_key }, body)
}

async function names(all: unknown[], more: Record<string, unknown> = {}): Promise<string[]> {
  const { status, body } = await ask({ all, sort_field: 'id', sort_order: 'asc', ...more })
  expect(body.errors ?? status).toBe(200)
  expect(body.pagination.total_count).toBe(body.subscribers.length)
  return body.subscribers.map((row: { first_name: string }) => row.first_name)
}

beforeAll(async () => {
  account = await testAccount()
  const { ctx } = account
  const city = await createCustomField(ctx, { label: 'City' })
  const score = await createCustomField(ctx, { label: 'Score' })
  Object.assign(refs, { city: city.value.id, score: score.value.id })
  const subscribers: Record<string, Record<string, string>> = {
    ada: { city: 'Bergen', score: '10' },
    bo: { city: 'bergen 100%', score: '9.5' },
    cy: { score: 'ten' },
    di: { city: 'Oslo', score: '-3' },
  }
  for (const [name, fields] of Object.entries(subscribers)) {
    const { value } = await upsertSubscriber(ctx, { email_address: `${name}@example.net`, first_name: name, fields })
    ids[name] = value.id
  }
  await changeState(ctx, { ids: [ids.di ?? 0], transition: 'unsubscribe', cause: 'api' })
  for (const [tag, who] of [
    ['VIP', ['ada', 'bo']],
    ['Beta', ['bo', 'cy']],
  ] as const) {
    const { value } = await createTag(ctx, { name: tag })
    refs[tag] = value.id
    for (const name of who) await tagSubscriber(ctx, { tag_id: value.id, id: ids[name] ?? 0 })
  }
  const set = (name: string, data: object) => ctx.db.subscriber.updateMany({ where: { id: ids[name] }, data })
  await set('ada', { latitude: 60.39, longitude: 5.32, source_type: 'form_subscription', source_form_id: 7 })
  await set('bo', { latitude: 60.5, longitude: 5.5, source_type: 'api_subscription', source_mechanism: 'api' })
  await set('cy', { latitude: -17, longitude: 179.9, source_name: 'Footer', source_mechanism_id: '12' })
  await set('di', { created_at: new Date('2020-05-05T12:00:00Z'), latitude: 89.9, longitude: -100 })

  const march = await sentMail(ctx, { urls: ['https://studio.example/a?x=100%', 'https://shop.example/b_c'] })
  const april = await sentMail(ctx, { urls: ['https://studio.example/a?x=100%'] })
  Object.assign(refs, { march: march.broadcast_id, april: april.broadcast_id })
  refs.shop = march.links.get('https://shop.example/b_c') ?? 0
  const studio = march.links.get('https://studio.example/a?x=100%') ?? 0
  await deliver(ctx, {
    mail_id: march.mail_id,
    subscriber_id: ids.ada ?? 0,
    sent_at: day(40),
    opens: [day(40), day(39), day(10)],
    clicks: [
      { link_id: studio, at: day(39) },
      { link_id: refs.shop, at: day(9) },
    ],
  })
  await deliver(ctx, { mail_id: april.mail_id, subscriber_id: ids.ada ?? 0, sent_at: day(5), opens: [day(5)] })
  await deliver(ctx, {
    mail_id: march.mail_id,
    subscriber_id: ids.bo ?? 0,
    sent_at: day(40),
    opens: [day(38)],
    clicks: [{ link_id: studio, at: day(38) }],
    machine_opens: [day(1)],
  })
  await deliver(ctx, { mail_id: april.mail_id, subscriber_id: ids.bo ?? 0, sent_at: day(5), bounced: true })
})

test('an empty `all` matches subscribers of every state, newest first, with tags as texts and a total [contract 17.11]', async () => {
  const { status, body } = await ask({
    all: [],
    include: [],
    per_page: 100,
    include_total_count: 0,
    after: '',
    before: '',
  })
  expect(status).toBe(200)
  expect(body.subscribers.map((row: { first_name: string }) => row.first_name)).toEqual(['cy', 'bo', 'ada', 'di'])
  expect(body.subscribers[1]).toEqual({
    id: String(ids.bo),
    first_name: 'bo',
    email_address: 'bo@example.net',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    tag_names: ['VIP', 'Beta'],
    tag_ids: [String(refs.VIP), String(refs.Beta)],
  })
  expect(body.subscribers[3]).toMatchObject({ tag_names: [], tag_ids: [] })
  expect(body.pagination).toMatchObject({ total_count: 4, per_page: 100, has_next_page: false })
})

test('paging parameters can be in the body or the query, and the body takes precedence [contract 17.11]', async () => {
  const first = (await ask({ all: [], per_page: '1' })).body
  expect(first).toMatchObject({ subscribers: [{ first_name: 'cy' }], pagination: { per_page: 1, has_next_page: true } })
  const after = first.pagination.end_cursor
  const second = (await ask({ all: [], per_page: 1, after }, '?per_page=3')).body
  expect(second).toMatchObject({ subscribers: [{ first_name: 'bo' }], pagination: { per_page: 1, total_count: 4 } })
  const by_query = (await ask({ all: [], after: null }, `?per_page=2&after=${after}`)).body
  expect(by_query.subscribers).toMatchObject([{ first_name: 'bo' }, { first_name: 'ada' }])
  const back = (await ask({ all: [], per_page: 1, before: second.pagination.start_cursor })).body
  expect(back.subscribers).toEqual(first.subscribers)
})

test('opens and clicks are counted within four bounds, at least one by default, without machines, and zero is less than one', async () => {
  expect(await names([{ type: 'opens' }])).toEqual(['ada', 'bo'])
  expect(await names([{ type: 'opens', count_greater_than: 1 }])).toEqual(['ada'])
  expect(await names([{ type: 'opens', count_greater_than: 4 }])).toEqual([])
  expect(await names([{ type: 'opens', count_greater_than_or_equal: 4 }])).toEqual(['ada'])
  expect(await names([{ type: 'opens', count_less_than: 1 }])).toEqual(['cy', 'di'])
  expect(await names([{ type: 'opens', count_less_than: 4 }])).toEqual(['bo', 'cy', 'di'])
  expect(await names([{ type: 'opens', count_less_than_or_equal: 1 }])).toEqual(['bo', 'cy', 'di'])
  expect(await names([{ type: 'opens', count_greater_than: 0, count_less_than: 4 }])).toEqual(['bo'])
  expect(await names([{ type: 'opens', count_greater_than: 3, count_less_than: 2 }])).toEqual([])
  expect(await names([{ type: 'opens', count_greater_than: -1 }])).toEqual(['ada', 'bo', 'cy', 'di'])
  expect(await names([{ type: 'clicks', count_greater_than: '1' }])).toEqual(['ada'])
  expect(await names([{ type: 'clicks' }, { type: 'clicks', count_less_than: 2 }])).toEqual(['bo'])
})

test('windows are inclusive at both ends and move with last_days', async () => {
  expect(await names([{ type: 'opens', after: date(10) }])).toEqual(['ada'])
  expect(await names([{ type: 'opens', after: date(10), count_greater_than: 1 }])).toEqual(['ada'])
  expect(await names([{ type: 'opens', before: date(39) }])).toEqual(['ada'])
  expect(await names([{ type: 'opens', after: date(39), before: date(38) }])).toEqual(['ada', 'bo'])
  expect(await names([{ type: 'opens', last_days: 7 }])).toEqual(['ada'])
  expect(await names([{ type: 'opens', last_days: 7, count_less_than: 1 }])).toEqual(['bo', 'cy', 'di'])
  expect(await names([{ type: 'opens', after: '1990-01-01' }])).toEqual(['ada', 'bo'])
  expect(await names([{ type: 'subscribed', before: '2020-05-05' }])).toEqual(['di'])
  expect(await names([{ type: 'subscribed', after: '2020-05-06' }])).toEqual(['ada', 'bo', 'cy'])
})

test('unique_email counts emails, raw counts events [contract 17.11]', async () => {
  const unique = { counting_mode: 'unique_email' }
  expect(await names([{ type: 'opens', count_greater_than: 1 }], unique)).toEqual(['ada'])
  expect(await names([{ type: 'opens', count_greater_than: 2 }], unique)).toEqual([])
  expect(await names([{ type: 'clicks', count_greater_than: 1 }], unique)).toEqual([])
  expect(await names([{ type: 'sent', count_greater_than: 1 }], unique)).toEqual(['ada', 'bo'])
})

test('sent and delivered count emails of the window, and bounces are sent but not delivered', async () => {
  expect(await names([{ type: 'sent', count_greater_than: 1 }])).toEqual(['ada', 'bo'])
  expect(await names([{ type: 'delivered', count_greater_than: 1 }])).toEqual(['ada'])
  expect(await names([{ type: 'delivered', after: date(6) }])).toEqual(['ada'])
  expect(await names([{ type: 'sent', count_less_than: 1 }])).toEqual(['cy', 'di'])
})

test('a click on any of the broadcasts, URLs or links of an `any` matches, URLs in four ways', async () => {
  const clicks = (...any: unknown[]) => names([{ type: 'clicks', any }])
  expect(await names([{ type: 'opens', any: [{ type: 'broadcasts', ids: [refs.april] }] }])).toEqual(['ada'])
  expect(await names([{ type: 'sent', any: [{ type: 'broadcasts', ids: [refs.april] }] }])).toEqual(['ada', 'bo'])
  expect(await names([{ type: 'delivered', any: [{ type: 'broadcasts', ids: [refs.april, 9] }] }])).toEqual(['ada'])
  expect(
    await names([{ type: 'opens', any: [{ type: 'broadcasts', ids: [refs.april] }], count_less_than: 1 }]),
  ).toEqual(['bo', 'cy', 'di'])
  expect(await clicks({ type: 'urls', urls: ['https://shop.example/b_c'] })).toEqual(['ada'])
  expect(await clicks({ type: 'urls', urls: ['https://shop.example/bXc'], matching: 'exact' })).toEqual([])
  expect(await clicks({ type: 'urls', urls: ['studio.example'], matching: 'contains' })).toEqual(['ada', 'bo'])
  expect(await clicks({ type: 'urls', urls: ['studio.example'], matching: 'exact' })).toEqual([])
  expect(await clicks({ type: 'urls', urls: ['https://shop'], matching: 'starts_with' })).toEqual(['ada'])
  expect(await clicks({ type: 'urls', urls: ['100%'], matching: 'ends_with' })).toEqual(['ada', 'bo'])
  for (const wild of ['%', '_', '\\']) {
    expect(await clicks({ type: 'urls', urls: [`shop${wild}example`], matching: 'contains' })).toEqual([])
  }
  expect(await clicks({ type: 'urls', ids: [refs.shop] })).toEqual(['ada'])
  expect(await clicks({ type: 'urls', ids: [refs.shop], urls: ['studio'], matching: 'contains' })).toEqual([
    'ada',
    'bo',
  ])
  const either = [
    { type: 'broadcasts', ids: [refs.april] },
    { type: 'urls', ids: [refs.shop] },
  ]
  expect(await clicks(...either)).toEqual(['ada'])
  const url = { type: 'urls', urls: ['studio'], matching: 'contains' }
  expect(await names([{ type: 'clicks', any: [url], after: date(38), before: date(38) }])).toEqual(['bo'])
})

test('a filter matches tags, states and attribution', async () => {
  const tags = (...matching: unknown[]) => ({ type: 'tags', any: [{ type: 'ids', matching }] })
  expect(await names([tags(refs.VIP)])).toEqual(['ada', 'bo'])
  expect(await names([tags(refs.VIP, refs.Beta)])).toEqual(['ada', 'bo', 'cy'])
  expect(await names([tags(refs.VIP), tags(String(refs.Beta))])).toEqual(['bo'])
  expect(await names([{ type: 'subscriber_state', states: ['cancelled', 'bounced'], since: 1, any: 2 }])).toEqual([
    'di',
  ])
  expect(
    await names([
      { type: 'subscriber_state', states: ['active'] },
      { type: 'opens', states: ['bounced'] },
    ]),
  ).toEqual(['ada', 'bo'])
  const from = (...any: unknown[]) => names([{ type: 'attribution', any }])
  expect(await from({ type: 'forms', ids: [7, 8] })).toEqual(['ada'])
  expect(await from({ type: 'service_source', source_type: 'api_subscription' })).toEqual(['bo'])
  expect(await from({ type: 'kit_source', source_type: 'api_subscription', mechanism: 'import' })).toEqual([])
  expect(await from({ type: 'service_source', source_names: ['Footer', 'x'], mechanism_ids: [12] })).toEqual(['cy'])
  expect(await from({ type: 'forms', ids: [7] }, { type: 'service_source', mechanism: 'api' })).toEqual(['ada', 'bo'])
  expect(await from({ type: 'service_source', source_type: 'form_subscription', source_ids: [7] })).toEqual(['ada'])
})

test('a custom field is compared in seven ways, and only numbers are compared as numbers', async () => {
  const field = (name: string, comparison: string, value?: unknown) =>
    names([{ type: 'custom_field', subscriber_custom_field_id: refs[name], comparison, value }])
  expect(await field('city', 'is', 'Bergen')).toEqual(['ada'])
  expect(await field('city', 'is', 'BERGEN')).toEqual([])
  expect(await field('city', 'contains', 'BERG')).toEqual(['ada', 'bo'])
  expect(await field('city', 'contains', '100%')).toEqual(['bo'])
  expect(await field('city', 'contains', '1_0')).toEqual([])
  expect(await field('city', 'contains', '')).toEqual(['ada', 'bo', 'di'])
  expect(await field('city', 'has_value')).toEqual(['ada', 'bo', 'di'])
  expect(await field('score', 'greater_than', '9.5')).toEqual(['ada'])
  expect(await field('score', 'greater_than_or_equal', 9.5)).toEqual(['ada', 'bo'])
  expect(await field('score', 'less_than', '10')).toEqual(['bo', 'di'])
  expect(await field('score', 'less_than_or_equal', '-3')).toEqual(['di'])
  expect(await names([{ type: 'custom_field', subscriber_custom_field_id: 999_999, value: 'x' }])).toEqual([])
  expect(await names([{ type: 'custom_field', subscriber_custom_field_id: refs.city, value: 'Oslo' }])).toEqual(['di'])
})

test('a location is a box in miles, also around a pole and across the date line', async () => {
  const near = (latitude: number, longitude: number, radius: number) =>
    names([{ type: 'location', latitude, longitude, radius }])
  expect(await near(60.39, 5.32, 1)).toEqual(['ada'])
  // 0.11 degrees of latitude are 7.6 miles, and 0.18 of longitude at 60 degrees are 6.1: inside the box of 8 miles, outside the circle.
  expect(await near(60.39, 5.32, 8)).toEqual(['ada', 'bo'])
  expect(await near(60.39, 5.32, 7)).toEqual(['ada'])
  expect(await near(-17, -179.9, 20)).toEqual(['cy'])
  expect(await near(89, 80, 100)).toEqual(['di'])
  const { body } = await ask({
    all: [{ type: 'location', latitude: 60.5, longitude: 5.5, radius: 50 }],
    sort_field: 'location__distance',
  })
  expect(body.subscribers.map((row: { first_name: string }) => row.first_name)).toEqual(['bo', 'ada'])
  expect((await ask({ all: [], sort_field: 'location__distance' })).status).toBe(422)
})

test('a filter has six includes', async () => {
  const include = ['attribution', 'tags', 'location', 'canceled_at', 'stats', 'custom_fields'].map((type) => ({ type }))
  const { body } = await ask({ all: [], include, sort_field: 'first_name', sort_order: 'asc' })
  expect(body.subscribers[0]).toMatchObject({
    attribution: { source_type: 'form_subscription', utm_term: null },
    tags: [{ id: refs.VIP, name: 'VIP' }],
    location: { latitude: 60.39, longitude: 5.32, city: null },
    canceled_at: null,
    stats: { sent: 2, opened: 2, clicked: 1, open_rate: 1, click_rate: 0.5, sends_since_last_click: 1 },
    fields: { city: 'Bergen', score: '10' },
  })
  expect(body.subscribers[3]).toMatchObject({ canceled_at: expect.any(String), stats: { sent: 0, last_sent: null } })
  const range = { start: date(6), end: date(0) }
  const ranged = await ask({ all: [], include: [{ type: 'stats', range }], sort_field: 'id', sort_order: 'asc' })
  expect(ranged.body.subscribers[0].stats).toMatchObject({ sent: 1, clicked: 0 })
  const early = await ask({ all: [], include: [{ type: 'stats', range: { start: '2001-01-01' } }] })
  expect(early).toMatchObject({ status: 400 })
  expect(early.body.errors).toEqual([
    expect.stringMatching(/^include\[0\]\.range\.start must be on or after \d{4}-\d\d-\d\d$/),
  ])
})

test('every sort of a filter pages forward and back in a total order [contract 17.5]', async () => {
  const all = [{ type: 'location', latitude: 0, longitude: 0, radius: 25_000 }]
  for (const sort_field of FILTER_SORTS) {
    for (const sort_order of ['asc', 'desc']) {
      const page = async (more: object) => (await ask({ all, sort_field, sort_order, ...more })).body
      const whole = await page({})
      expect(whole.subscribers).toHaveLength(4)
      const first = await page({ per_page: 3 })
      const second = await page({ per_page: 3, after: first.pagination.end_cursor })
      expect([...first.subscribers, ...second.subscribers], sort_field).toEqual(whole.subscribers)
      const back = await page({ per_page: 3, before: second.pagination.start_cursor })
      expect(back.subscribers).toEqual(first.subscribers)
    }
  }
  expect((await names([], { sort_field: 'engagement__open_rate', sort_order: 'desc' })).slice(0, 2)).toEqual([
    'ada',
    'bo',
  ])
})
