import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { completeApp, publish, resolveNames } from '../../../testing/modules/apps.ts'
import { readSettings } from '../plugin-form-schema.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const block = (change: object = {}) => ({
  kind: 'content_block' as const,
  name: 'Recipe',
  identifier: 'recipe',
  description: 'One glaze, with its parts by weight',
  request_url: 'https://glaze.example/block',
  settings: JSON.stringify([{ name: 'title', type: 'text', label: 'Title' }]),
  ...change,
})

async function developing() {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { id } = await completeApp(account)
  const plugins = async () => (await develop.get({ id })).plugins
  return { account, develop, id, plugins }
}

test('plugins are added, changed, reordered and removed', async () => {
  const { develop, id, plugins } = await developing()
  await develop.addPlugin({ app_id: id, ...block() })
  await develop.addPlugin({ app_id: id, ...block({ kind: 'media_source', identifier: 'pictures', settings: '[]' }) })
  const [first_plugin, two] = await plugins()
  expect([first_plugin, two]).toMatchObject([
    { kind: 'content_block', identifier: 'recipe' },
    { kind: 'media_source', identifier: 'pictures' },
  ])
  expect(JSON.parse(first_plugin?.settings ?? '')).toEqual([{ name: 'title', type: 'text', label: 'Title' }])
  const ids = [two?.id ?? 0, first_plugin?.id ?? 0]
  await develop.orderPlugins({ app_id: id, plugin_ids: ids })
  expect((await plugins()).map((plugin) => plugin.id)).toEqual(ids)
  const { kind: _kind, ...change } = block({ name: 'Glaze' })
  await develop.changePlugin({ app_id: id, plugin_id: first_plugin?.id ?? 0, ...change })
  expect((await plugins())[1]).toMatchObject({ name: 'Glaze', kind: 'content_block' })
  await develop.removePlugin({ app_id: id, plugin_id: two?.id ?? 0 })
  expect(await plugins()).toHaveLength(1)
})

test('changes of a published app’s plugins take effect immediately [contract 10.4]', async () => {
  const { account, develop, id, plugins } = await developing()
  await develop.saveListing({ ...(await develop.get({ id })), name: `Glaze ${id}` })
  await publish(account, { id })
  await develop.addPlugin({ app_id: id, ...block({ request_url: 'https://another.example/block' }) })
  expect(await plugins()).toHaveLength(1)
  expect((await develop.get({ id })).status).toBe('published')
})

test('a duplicate identifier, an incomplete order, a private URL and an unknown plugin are rejected', async () => {
  const { develop, id, plugins } = await developing()
  await develop.addPlugin({ app_id: id, ...block() })
  await develop.addPlugin({ app_id: id, ...block({ identifier: 'second' }) })
  const [first_id, two] = (await plugins()).map((plugin) => plugin.id)
  const add = (change: object) => develop.addPlugin({ app_id: id, ...block(change) })
  const taken = { message: 'Identifier: another plugin of this app uses it. Choose a different one.' }
  await expect(add({})).rejects.toMatchObject(taken)
  const { kind: _kind, ...recipe } = block()
  await expect(develop.changePlugin({ app_id: id, plugin_id: two ?? 0, ...recipe })).rejects.toMatchObject(taken)
  await expect(add({ identifier: 'x', request_url: 'https://private.example' })).rejects.toMatchObject({
    message: 'Request URL: private.example is not a publicly reachable http(s) address',
  })
  const search = [{ name: 'q', type: 'search', label: 'Find', request_url: 'https://private.example/q' }]
  await expect(add({ identifier: 'x', settings: JSON.stringify(search) })).rejects.toMatchObject({
    message: 'Settings: request_url of q: private.example is not a publicly reachable http(s) address',
  })
  for (const identifier of ['', 'Recipe', 'a-b', 'a b', 'é', 'x'.repeat(61)])
    await expect(add({ identifier })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const plugin_ids of [[], [first_id ?? 0], [first_id ?? 0, first_id ?? 0], [first_id ?? 0, 1]])
    await expect(develop.orderPlugins({ app_id: id, plugin_ids })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
  await expect(develop.removePlugin({ app_id: id, plugin_id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(develop.changePlugin({ app_id: id, plugin_id: 1, ...recipe, identifier: 'free' })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

test('another app’s plugin cannot be changed through the caller’s own app [S11]', async () => {
  const [own_developer, other_developer] = [await developing(), await developing()]
  await other_developer.develop.addPlugin({ app_id: other_developer.id, ...block() })
  const plugin_id = (await other_developer.plugins())[0]?.id ?? 0
  const { kind: _kind, ...change } = block({ name: 'Taken over' })
  const calls = [
    () => own_developer.develop.changePlugin({ app_id: own_developer.id, plugin_id, ...change }),
    () => own_developer.develop.removePlugin({ app_id: own_developer.id, plugin_id }),
    () => own_developer.develop.changePlugin({ app_id: other_developer.id, plugin_id, ...change }),
    () => own_developer.develop.removePlugin({ app_id: other_developer.id, plugin_id }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await other_developer.plugins()).toMatchObject([{ name: 'Recipe' }])
})

test('a settings error names its component [contract 10.5]', () => {
  const problems = (settings: unknown) => {
    const read = readSettings(typeof settings === 'string' ? settings : JSON.stringify(settings))
    return 'problems' in read ? read.problems : []
  }
  const title = { name: 'title', type: 'text', label: 'Title' }
  expect(problems([title])).toEqual([])
  expect(problems('[{')).toEqual([expect.stringMatching(/^This is not JSON: /)])
  expect(problems({})).toHaveLength(1)
  expect(problems([title, { ...title, name: 'colour', type: 'paint' }])).toEqual([
    expect.stringMatching(/^Component 2 \(colour\): type: /),
  ])
  expect(problems([{ ...title, label: '' }])).toEqual(["Component 1 (title): label: label can't be blank"])
  expect(problems([{ type: 'group', label: 'More', settings: [title, { ...title, name: '1' }] }])).toEqual([
    expect.stringMatching(/^Component 1, component 2 \(1\): name: /),
  ])
  expect(problems([title, title])).toEqual(['name title is used twice'])
})
