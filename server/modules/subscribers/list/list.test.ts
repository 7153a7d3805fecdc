import { expect, test } from 'vitest'
import { PageQuery } from '../../../core/page/page.ts'
import { ACCOUNT_PLAN } from '../../../db/statements/one-plan.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { SubscriberFilter } from '../schema.ts'
import { upsertSubscriber } from '../service.ts'
import { changeState } from '../state/state.ts'
import { listSubscribers } from './list.ts'

type Row = { id: number; email_address: string }

async function accountWith(...names: string[]): Promise<{ account: TestAccount; ids: Record<string, number> }> {
  const account = await testAccount()
  const ids: Record<string, number> = {}
  for (const name of names) {
    ids[name] = (
      await upsertSubscriber(account.ctx, { email_address: `${name}@example.net`, first_name: name })
    ).value.id
  }
  return { account, ids }
}

const list = async (account: TestAccount, query = '') => api(`GET /v4/subscribers${query}`, bearer(account))
const names = async (account: TestAccount, query: string) => {
  const { status, body } = await list(account, query)
  expect(body.errors ?? status).toBe(200)
  return body.subscribers.map((row: Row) => row.email_address.split('@')[0])
}

test('the list has active subscribers by default, newest first, with fields', async () => {
  const { account, ids } = await accountWith('a', 'b', 'c')
  await createCustomField(account.ctx, { label: 'City' })
  await changeState(account.ctx, { ids: [ids.b ?? 0], transition: 'unsubscribe', cause: 'api' })
  const { body } = await list(account, '?page=3&unknown=1')
  expect(body.subscribers).toEqual([
    expect.objectContaining({ id: ids.c, state: 'active', fields: { city: null } }),
    expect.objectContaining({ id: ids.a }),
  ])
  expect(Object.keys(body.subscribers[0])).toEqual([
    'id',
    'first_name',
    'email_address',
    'state',
    'created_at',
    'fields',
  ])
  expect(body.pagination).toEqual({
    has_previous_page: false,
    has_next_page: false,
    start_cursor: expect.any(String),
    end_cursor: expect.any(String),
    per_page: 500,
  })
})

test('an empty list has null cursors', async () => {
  const { body } = await list(await testAccount(), '?per_page=100&include_total_count=0&slim=0&after=')
  expect(body).toEqual({
    subscribers: [],
    pagination: { has_previous_page: false, has_next_page: false, start_cursor: null, end_cursor: null, per_page: 100 },
  })
})

test('a list has a total if true or 1 asks for it [contract 17.6, 17.30]', async () => {
  const { account } = await accountWith('a', 'b')
  for (const flag of ['true', '1']) {
    const { body } = await list(account, `?per_page=1&include_total_count=${flag}`)
    expect(body.pagination.total_count).toBe(2)
  }
  expect((await list(account, '?include_total_count=0')).body.pagination).not.toHaveProperty('total_count')
})

test('slim omits fields, and slim=0 or false does not [contract 17.10]', async () => {
  const { account } = await accountWith('a')
  for (const [flag, hasFields] of [
    ['1', false],
    ['true', false],
    ['0', true],
    ['false', true],
  ] as const) {
    const { body } = await list(account, `?slim=${flag}`)
    expect('fields' in body.subscribers[0]).toBe(hasFields)
  }
})

test('an invalid cursor, status, sort, order, flag, date, include or address is refused [contract 17.7]', async () => {
  const { account } = await accountWith('a')
  const refused = async (query: string) => {
    const { status, body } = await list(account, query)
    expect(status).toBe(422)
    return body.errors
  }
  const engagement =
    'engagement__sent, engagement__opens, engagement__clicks, engagement__open_rate, engagement__click_rate'
  expect(await refused('?status=gone')).toEqual([
    'status must be one of: active, inactive, bounced, complained, cancelled, all',
  ])
  expect(await refused('?sort_field=name')).toEqual([
    `sort_field must be one of: id, created_at, updated_at, cancelled_at, ${engagement}`,
  ])
  expect(await refused('?sort_order=up')).toEqual(['sort_order must be one of: asc, desc'])
  expect(await refused('?include=tags,secrets')).toEqual([
    'include must be one of: attribution, tags, location, canceled_at',
  ])
  expect(await refused('?email_address=nonsense')).toEqual(['Email address is invalid'])
  expect(await refused('?email_address=a@example.net,b')).toEqual(['Email address is invalid'])
  expect(await refused('?created_after=x&updated_before=2026-02-30')).toEqual([
    'created_after must be formatted YYYY-MM-DD',
    'updated_before must be formatted YYYY-MM-DD',
  ])
  expect(await refused('?include=canceled_at')).toEqual([
    '`canceled_at` may only be included when status is `cancelled`',
  ])
  expect(await refused('?sort_field=cancelled_at&status=all')).toEqual([
    'The status param must be `cancelled` if sort_field is `cancelled_at`',
  ])
  expect(await refused('?sort_field=engagement__opens&email_address=a@example.net')).toHaveLength(1)
  const { end_cursor } = (await list(account, '')).body.pagination
  expect(await refused(`?sort_field=created_at&after=${end_cursor}`)).toEqual(['after is not a valid cursor'])
  expect(await refused(`?sort_order=asc&before=${end_cursor}`)).toEqual(['before is not a valid cursor'])
  // PostgreSQL has no year 0.
  const made_up = Buffer.from('["subscribers:created_at:dd","0000-01-01T00:00:00.000Z","1"]').toString('base64url')
  expect(await refused(`?sort_field=created_at&after=${made_up}`)).toEqual(['after is not a valid cursor'])
  expect(await refused(`?after=${end_cursor}&before=${end_cursor}`)).toEqual(['after and before cannot be combined'])
})

test('a list can be limited to addresses in any spelling, and still by status', async () => {
  const { account, ids } = await accountWith('a', 'b', 'c')
  await changeState(account.ctx, { ids: [ids.b ?? 0], transition: 'unsubscribe', cause: 'api' })
  expect(await names(account, '?email_address=A%40Example.net')).toEqual(['a'])
  expect(await names(account, '?email_address=a@example.net,%20c@example.net,')).toEqual(['c', 'a'])
  expect(await names(account, '?email_address=b@example.net')).toEqual([])
  expect(await names(account, '?email_address=b@example.net&status=all')).toEqual(['b'])
  expect(await names(account, '?email_address=')).toEqual(['c', 'a'])
})

test.each([
  '',
  '&status=all&sort_field=created_at&sort_order=asc',
  '&status=all&sort_field=updated_at&include_total_count=true&per_page=3',
  '&slim=true&include=tags,attribution,location',
  '&status=cancelled&sort_field=cancelled_at&include=canceled_at',
  '&created_after=2100-01-01&include_total_count=1',
])('one address is answered as it is among several: %j', async (query) => {
  const { account, ids } = await accountWith('a', 'b')
  await createCustomField(account.ctx, { label: 'City' })
  await changeState(account.ctx, { ids: [ids.b ?? 0], transition: 'unsubscribe', cause: 'api' })
  for (const name of ['a', 'b', 'unknown']) {
    const one = await list(account, `?email_address=${name}@example.net${query}`)
    expect(one.status).toBe(200)
    const two = await list(account, `?email_address=${name}@example.net,another@example.net${query}`)
    expect(one.body).toEqual(two.body)
    const { end_cursor } = one.body.pagination
    if (end_cursor)
      expect(
        (await list(account, `?email_address=${name}@example.net${query}&after=${end_cursor}`)).body,
      ).toMatchObject({
        subscribers: [],
        pagination: { has_previous_page: false },
      })
  }
})

test('dates of creation and change are inclusive at both ends, as dates and as the times that rows show [contract 6.4]', async () => {
  const { account, ids } = await accountWith('a', 'b', 'c')
  const at = (text: string) => ({ created_at: new Date(text), updated_at: new Date(text) })
  const set = (name: string, text: string) =>
    account.ctx.db.subscriber.updateMany({ where: { id: ids[name] }, data: at(text) })
  await set('a', '2026-01-01T23:59:59.999Z')
  await set('b', '2026-01-02T00:00:00.000Z')
  await set('c', '2026-01-02T10:11:12.345Z')
  for (const field of ['created', 'updated']) {
    expect(await names(account, `?${field}_after=2026-01-02`)).toEqual(['c', 'b'])
    expect(await names(account, `?${field}_before=2026-01-01`)).toEqual(['a'])
    expect(await names(account, `?${field}_after=2026-01-02&${field}_before=2026-01-02`)).toEqual(['c', 'b'])
    expect(await names(account, `?${field}_after=2026-01-02T10:11:12Z&${field}_before=2026-01-02T10:11:12Z`)).toEqual([
      'c',
    ])
    expect(await names(account, `?${field}_before=2026-01-02T11:11:11%2B01:00`)).toEqual(['b', 'a'])
  }
})

test('every sort of a list pages forward and back in a total order [contract 17.5]', async () => {
  const { account, ids } = await accountWith('a', 'b', 'c', 'd', 'e')
  const { ctx } = account
  await ctx.db.subscriber.updateMany({
    data: { created_at: new Date('2026-01-01'), updated_at: new Date('2026-01-02') },
  })
  await ctx.db.subscriber.updateMany({ where: { id: ids.c }, data: { created_at: new Date('2026-01-03') } })
  await changeState(ctx, { ids: Object.values(ids), transition: 'unsubscribe', cause: 'api' })
  for (const sort of [
    'id',
    'created_at',
    'updated_at',
    'cancelled_at',
    'canceled_at',
    'engagement__sent',
    'engagement__open_rate',
  ]) {
    for (const order of ['asc', 'desc']) {
      const query = `?status=cancelled&slim=1&sort_field=${sort}&sort_order=${order}`
      const whole = await names(account, query)
      expect([...whole].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
      const forward: string[] = []
      let page = (await list(account, `${query}&per_page=2`)).body
      const seen = [page]
      forward.push(...page.subscribers.map((row: Row) => row.email_address.split('@')[0]))
      while (page.pagination.has_next_page) {
        page = (await list(account, `${query}&per_page=2&after=${page.pagination.end_cursor}`)).body
        seen.push(page)
        forward.push(...page.subscribers.map((row: Row) => row.email_address.split('@')[0]))
      }
      expect(forward).toEqual(whole)
      const back = (await list(account, `${query}&per_page=2&before=${seen[1].pagination.start_cursor}`)).body
      expect(back.subscribers).toEqual(seen[0].subscribers)
      expect(back.pagination).toMatchObject({ has_previous_page: false, has_next_page: true })
    }
  }
})

test('engagement ranks count distinct emails of the last 90 days, subscribers without email have 0, and ties are sorted by ID', async () => {
  const { account, ids } = await accountWith('none', 'half', 'old', 'all', 'tie')
  const { ctx } = account
  const now = ctx.now().getTime()
  const day = (days: number) => new Date(now - days * 86_400_000)
  const deliver = async (name: string, sent_at: Date, opens: number, clicks: number) => {
    const broadcast = await ctx.db.broadcast.create({ data: { account_id: ctx.account_id, subject: name } })
    const mail = await ctx.db.mail.create({
      data: { account_id: ctx.account_id, kind: 'broadcast', broadcast_id: broadcast.id },
    })
    const data = { mail_id: mail.id, subscriber_id: ids[name] ?? 0, state: 'sent' as const, sent_at, opens, clicks }
    const [opened_at, clicked_at] = [opens ? sent_at : null, clicks ? sent_at : null]
    await ctx.db.delivery.createMany({ data: [{ account_id: ctx.account_id, ...data, opened_at, clicked_at }] })
  }
  await deliver('half', day(1), 7, 0)
  await deliver('half', day(2), 0, 0)
  await deliver('half', day(3), 1, 3)
  await deliver('old', day(91), 5, 5)
  await deliver('all', day(5), 1, 1)
  await deliver('tie', day(6), 2, 1)
  const by = (sort: string, order = 'desc') => names(account, `?sort_field=engagement__${sort}&sort_order=${order}`)
  expect(await by('sent')).toEqual(['half', 'tie', 'all', 'old', 'none'])
  expect(await by('opens')).toEqual(['half', 'tie', 'all', 'old', 'none'])
  expect(await by('clicks')).toEqual(['tie', 'all', 'half', 'old', 'none'])
  expect(await by('open_rate')).toEqual(['tie', 'all', 'half', 'old', 'none'])
  expect(await by('click_rate', 'asc')).toEqual(['none', 'old', 'half', 'all', 'tie'])
})

test('included attribution and tags are always present, location is null if unknown, and canceled_at needs its status', async () => {
  const { account, ids } = await accountWith('a', 'b')
  const tag = (await api('POST /v4/tags', key(account), { name: 'Beta' })).body.tag
  await api(`POST /v4/tags/${tag.id}/subscribers/${ids.a}`, key(account))
  await account.ctx.db.subscriber.updateMany({ where: { id: ids.b }, data: { city: 'Bergen', latitude: 60.39 } })
  const { subscribers } = (await list(account, '?include=attribution,tags,%20location&slim=1')).body
  expect(subscribers).toMatchObject([
    { tags: [], location: { city: 'Bergen', state: null, latitude: 60.39, longitude: null } },
    { tags: [{ id: tag.id, name: 'Beta' }], location: null, attribution: { source_type: 'manual', utm_term: null } },
  ])
  expect(subscribers[0]).not.toHaveProperty('canceled_at')
  await changeState(account.ctx, { ids: [ids.a ?? 0], transition: 'unsubscribe', cause: 'api' })
  const cancelled = (await list(account, '?status=cancelled&include=canceled_at')).body.subscribers
  expect(cancelled).toMatchObject([{ id: ids.a, canceled_at: expect.stringMatching(/Z$/) }])
})

test('a list keeps its plan for the account, unless it has values that matter to the plan', async () => {
  const { ctx } = await testAccount()
  const keepsPlan = async (query: object) => {
    const texts: string[] = []
    const bytes: typeof ctx.sql.bytes = (text, values) => {
      texts.push(text)
      return ctx.sql.bytes(text, values)
    }
    await listSubscribers(
      { ...ctx, sql: { ...ctx.sql, bytes } },
      { ...SubscriberFilter.parse(query), ...PageQuery.parse({}) },
    )
    return texts.every((text) => text.startsWith(ACCOUNT_PLAN) && text.includes(`t.account_id = ${ctx.account_id}`))
  }
  for (const query of [{}, { status: 'all' }, { sort_field: 'updated_at' }, { sort_field: 'engagement__opens' }])
    expect([query, await keepsPlan(query)]).toEqual([query, true])
  for (const query of [{ created_after: '2026-01-01' }, { email_address: 'a@x.example,b@x.example' }])
    expect([query, await keepsPlan(query)]).toEqual([query, false])
})
