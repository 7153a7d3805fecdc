import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../testing/account.ts'
import { api, bearer, key } from '../testing/api.ts'
import { accountWithEverything } from '../testing/hostile/everything.ts'
import { routes } from './registry.ts'

// Sends what the official PHP client sends (contract 1 and 17). Items of a single module are tested there.

type Values = Record<string, string | number | boolean | null>

/** Its GET: booleans as 1 and 0, blank values, and two paging parameters on every list. */
function get(account: TestAccount, path: string, values: Values = {}) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    query.set(name, typeof value === 'boolean' ? String(+value) : `${value ?? ''}`)
  return api(`GET /v4/${path}?${query}`, bearer(account))
}
const list = (account: TestAccount, path: string, values: Values = {}) =>
  get(account, path, { include_total_count: false, per_page: 100, ...values })

/** Its writes: without a body it sends an empty PHP array. */
const send = (account: TestAccount, operation: string, body: unknown = []) => {
  const [method, path] = operation.split(' ')
  return api(`${method} /v4/${path}`, bearer(account), body)
}

const add = async (account: TestAccount, name: string, more: object = {}) =>
  (await send(account, 'POST subscribers', { email_address: `${name}@example.net`, ...more })).body.subscriber

test('the account has its plan and its time zone [contract 17.1]', async () => {
  const { body } = await get(await testAccount(), 'account')
  expect(Object.keys(body.account.plan ?? {})).toHaveLength(7)
  expect(Object.keys(body.account.timezone ?? {})).toHaveLength(3)
})

test('the first colour is the one that was sent [contract 17.2]', async () => {
  const account = await testAccount()
  const { status, body } = await send(account, 'PUT account/colors', { colors: ['#111111', '#AbCdEf'] })
  expect(status).toBe(200)
  expect(body.colors[0]).toBe('#111111')
  expect((await get(account, 'account/colors')).body.colors).toEqual(['#111111', '#AbCdEf'])
})

test('growth stats with one bound, with both blank, and with the offset of the day [contract 17.3, 17.29]', async () => {
  const account = await testAccount()
  expect((await get(account, 'account/growth_stats', { starting: '', ending: '' })).status).toBe(200)
  const { body } = await get(account, 'account/growth_stats', { starting: '2026-07-01', ending: '' })
  expect(body.stats.starting).toBe('2026-07-01T00:00:00+02:00')
  expect(body.stats.ending).toMatch(/\+01:00$/)
  const until = await get(account, 'account/growth_stats', { starting: '', ending: '2026-10-01' })
  expect(until.body.stats.ending).toMatch(/^2026-10-01T.*\+02:00$/)
})

test('one row forward and back, counted only on request [contract 17.5, 17.6, 17.30]', async () => {
  const account = await testAccount()
  for (const name of ['a', 'b', 'c']) await add(account, name)
  const first = (await list(account, 'subscribers', { per_page: 1 })).body
  expect(first.pagination).toMatchObject({ has_previous_page: false, has_next_page: true, per_page: 1 })
  expect(first.pagination).not.toHaveProperty('total_count')
  const second = (await list(account, 'subscribers', { per_page: 1, after: first.pagination.end_cursor })).body
  expect(second.pagination.has_previous_page).toBe(true)
  expect(second.subscribers[0].id).not.toBe(first.subscribers[0].id)
  const back = (await list(account, 'subscribers', { per_page: 1, before: second.pagination.start_cursor })).body
  expect(back.subscribers).toEqual(first.subscribers)
  const counted = (await list(account, 'subscribers', { include_total_count: true })).body
  expect(counted.pagination.total_count).toBe(3)
})

test('a bad cursor, status, sort or address is refused [contract 17.7]', async () => {
  const account = await testAccount()
  const bad: Values[] = [
    { after: 'not-a-cursor' },
    { before: 'not-a-cursor' },
    { status: 'not-a-status' },
    { sort_field: 'not-a-field' },
    { sort_order: 'sideways' },
    { email_address: 'not-an-address' },
  ]
  for (const values of bad) {
    expect((await list(account, 'subscribers', values)).status, JSON.stringify(values)).toBe(422)
  }
})

test('states, unknown fields, slim, and an update that changes nothing [contract 17.8, 17.9, 17.10, 17.12]', async () => {
  const account = await testAccount()
  expect(await add(account, 'left', { state: 'cancelled' })).toMatchObject({ state: 'cancelled' })
  const warned = await send(account, 'POST subscribers', {
    email_address: 'a@example.net',
    fields: { not_a_field: 'x' },
  })
  expect(warned).toMatchObject({ status: 201, body: { warnings: [expect.stringContaining('not_a_field')] } })
  const { id } = warned.body.subscriber
  expect((await list(account, 'subscribers', { slim: false })).body.subscribers[0]).toHaveProperty('fields')
  expect((await list(account, 'subscribers', { slim: true })).body.subscribers[0]).not.toHaveProperty('fields')
  const updated = await send(account, `PUT subscribers/${id}`)
  expect(updated).toMatchObject({ status: 200, body: { subscriber: warned.body.subscriber } })
})

test('creating a tag twice makes one tag; a field is created, renamed and deleted [contract 17.13, 17.24]', async () => {
  const account = await testAccount()
  const first = await send(account, 'POST tags', { name: 'Beta' })
  const again = await send(account, 'POST tags', { name: 'Beta' })
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body).toEqual(first.body)
  const { custom_field } = (await send(account, 'POST custom_fields', { label: 'Home town' })).body
  const renamed = await send(account, `PUT custom_fields/${custom_field.id}`, { label: 'Town' })
  expect([200, 204]).toContain(renamed.status)
  expect((await send(account, `DELETE custom_fields/${custom_field.id}`)).status).toBe(204)
  expect((await list(account, 'custom_fields')).body.custom_fields).toEqual([])
})

test('tags in bulk, with blanks, for unknown subscribers, and with a key [contract 17.14, 17.15, 17.16, 17.26]', async () => {
  const account = await testAccount()
  const blank = await send(account, 'POST bulk/tags', { tags: [{ name: '' }, { name: '' }], callback_url: '' })
  expect(blank).toMatchObject({ status: 200, body: { tags: [] } })
  expect(blank.body.failures).toHaveLength(2)
  const made = await send(account, 'POST bulk/tags', { tags: [{ name: 'One' }, { name: 'Two' }] })
  expect(made.body).toMatchObject({ tags: [{ name: 'One' }, { name: 'Two' }], failures: [] })
  const tags = made.body.tags.map(({ id }: { id: number }) => ({ id }))
  const taggings = tags.map(({ id }: { id: number }) => ({ tag_id: id, subscriber_id: 0 }))
  const unknown = await send(account, 'POST bulk/tags/subscribers', { taggings })
  expect(unknown).toMatchObject({ status: 200, body: { subscribers: [] } })
  expect(unknown.body.failures).toHaveLength(taggings.length)
  expect(await send(account, 'DELETE bulk/tags', { tags })).toMatchObject({ status: 200, body: { failures: [] } })
  for (const route of routes) {
    if (route.options.credential !== 'oauth') continue
    const { status } = await api(`${route.method.toUpperCase()} ${route.path.replace(/:\w+/, '1')}`, key(account), {
      tags,
    })
    expect(status, route.path).toBe(401)
  }
})

test('a broadcast is drafted, scheduled, counted and deleted [contract 17.21, 17.22, 17.31]', async () => {
  const account = await testAccount()
  const drafted = await send(account, 'POST broadcasts', { subject: 'Draft', content: 'Body', email_template_id: 0 })
  expect(drafted).toMatchObject({ status: 201, body: { broadcast: { published_at: null, send_at: null } } })
  const { id } = drafted.body.broadcast
  expect((await send(account, `PUT broadcasts/${id}`, { subject: 'Draft 2' })).body.broadcast.subject).toBe('Draft 2')
  const [published_at, send_at] = ['2031-03-01T08:00:00Z', '2031-03-02T08:00:00Z']
  const dated = await send(account, 'POST broadcasts', {
    subject: 'Dated',
    content: 'Body',
    public: true,
    published_at,
    send_at,
  })
  expect(dated.body.broadcast).toMatchObject({ published_at, send_at, public: true })
  const { body } = await list(account, `broadcasts/${id}/clicks`, { per_page: 1 })
  expect(body).toMatchObject({ broadcast: { id, clicks: [] }, pagination: { per_page: 1, has_next_page: false } })
  const gone = await send(account, `DELETE broadcasts/${id}`)
  expect(gone).toMatchObject({ status: 204, body: null })
  expect(gone.headers.get('content-type')).toBeNull()
})

test('to unsubscribe an address, its id is looked up first [contract 17.28]', async () => {
  const account = await testAccount()
  const { id } = await add(account, 'lin')
  const found = await list(account, 'subscribers', { email_address: 'lin@example.net' })
  expect(found.body.subscribers.map((one: { id: number }) => one.id)).toEqual([id])
  expect(await send(account, `POST subscribers/${id}/unsubscribe`)).toMatchObject({ status: 204, body: null })
  expect((await list(account, 'subscribers', { email_address: 'lin@example.net' })).body.subscribers).toEqual([])
})

test('every list takes the two paging defaults, blanks and a page number [contract 17.30]', async () => {
  const account = await accountWithEverything()
  for (const route of routes) {
    if (route.kind !== 'list' || route.method !== 'get') continue
    const path = route.path
      .slice('/v4/'.length)
      .replace(/:\w+/g, (_, at) => String(idBefore(account.ids, route.path, at)))
    const { status, body } = await list(account, path, { after: '', before: '', page: 2 })
    expect(status, path).toBe(200)
    expect(body.pagination, path).not.toHaveProperty('total_count')
  }
})

test('a write without a needed field takes an empty body in every form [contract 1]', async () => {
  const account = await testAccount()
  const { id } = await add(account, 'lin')
  for (const body of [undefined, '', '{}', '[]', 'null']) {
    expect((await send(account, `PUT subscribers/${id}`, body)).status, String(body)).toBe(200)
  }
})

const idBefore = (ids: Record<string, number>, path: string, at: number): number => {
  const kind =
    path
      .slice(0, at + '/v4/'.length)
      .split('/')
      .at(-2) ?? ''
  const id = ids[kind]
  if (id === undefined) throw new Error(`accountWithEverything has no ${kind}`)
  return id
}
