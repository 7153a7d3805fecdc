import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { completeApp, publish, resolveNames } from '../../../testing/modules/apps.ts'
import { createCaller } from '../../../trpc/root.ts'
import { StoreApp, StoreListing } from '../schema.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const stranger = () =>
  createCaller({ user: null, account: null, source: { ip: '127.0.0.1', user_agent: null }, request_id: 'test' }).apps

test('published apps are visible to everyone, unpublished ones to their developers', async () => {
  const [developer, creator] = [await testAccount(), await testAccount()]
  const name = `Raku ${randomUUID().slice(0, 8)}`
  const app = await completeApp(developer, { name })
  const search = name
  expect((await dashboard(developer).apps.store({ search })).apps).toEqual([])
  await expect(stranger().listing(app)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await dashboard(developer).apps.listing(app)).toMatchObject({ is_published: false, name })

  await publish(developer, app)
  const listing = await stranger().listing(app)
  expect(StoreListing.parse(listing)).toEqual(listing)
  expect(listing).toMatchObject({
    name,
    developer: 'Studio North',
    is_published: true,
    scopes: ['public'],
    plugins: [],
  })
  const shelf = await stranger().store({ search, category: 'content' })
  expect(shelf).toMatchObject({ total: 1, pages: 1, apps: [{ id: app.id, is_installed: false }] })
  expect(StoreApp.parse(shelf.apps[0])).toEqual(shelf.apps[0])
  expect((await stranger().store({ search, category: 'selling' })).apps).toEqual([])

  await unscoped().installation.create({
    data: { account_id: creator.account_id, app_id: app.id, state: 'installed', installed_at: new Date() },
  })
  expect((await dashboard(creator).apps.store({ search })).apps).toMatchObject([{ is_installed: true }])
  expect((await dashboard(developer).apps.store({ search })).apps).toMatchObject([{ is_installed: false }])
  expect(await dashboard(creator).apps.installation({ app_id: app.id })).toMatchObject({
    installed_at: expect.any(String),
  })
  expect(await dashboard(developer).apps.installation({ app_id: app.id })).toBeNull()
  await expect(stranger().installation({ app_id: app.id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a search matches every word in the texts and the developer’s name', async () => {
  const account = await testAccount()
  const id = randomUUID().slice(0, 8)
  await publish(account, await completeApp(account, { name: `Slip ${id}`, tagline: 'Half of it is 50%_water' }))
  const found = async (search: string) => (await stranger().store({ search })).total
  for (const search of [id, `slip ${id}`, `${id} WATER`, `studio ${id}`, `${id} 50%_w`, `  ${id}\t`])
    expect(await found(search), search).toBe(1)
  for (const search of [`${id} fire`, `${id} 50_%`, `${id} %`.replace('%', '%%')])
    expect(await found(search), search).toBe(0)
})

test.each([
  "'; drop table app; --",
  '\\',
  '%',
  '_',
  '\0',
  '\ud800',
  '{}[]()*+?^$|',
  '$1',
  'ş̌𝒳🜁'.repeat(20),
  '<script>alert(1)</script>',
])('the search treats %j as text [S1]', async (search) => {
  expect((await stranger().store({ search, page: 9_999 })).apps).toEqual([])
  expect(await stranger().store({ search })).toMatchObject({ apps: expect.any(Array) })
})

test.each([{ search: 'x'.repeat(201) }, { page: 0 }, { page: 1e9 }, { category: 'nonsense' }, { search: { $gt: '' } }])(
  'an invalid filter is rejected: %j [S1]',
  async (filter) => {
    await expect(stranger().store(filter as { search: string })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)

test('a self-registered client has no page in the store', async () => {
  const { id } = await unscoped().app.create({ data: { client_id: randomUUID(), name: 'Inbox tool' } })
  await expect(dashboard(await testAccount()).apps.listing({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
