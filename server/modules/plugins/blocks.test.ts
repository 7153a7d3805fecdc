import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { unscoped } from '../../db/client.ts'
import { blockAttributes } from '../../mail/html/content-blocks.ts'
import { escapeHtml } from '../../mail/html/escape-html.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { installedPlugin } from '../../testing/modules/installed-plugin.ts'
import { addSubscribers, withoutStyles } from '../../testing/modules/sending.ts'
import { type PluginServer, pluginServer, type Reply } from '../../testing/servers/plugin-server.ts'
import { limitsByHand } from '../../testing/time-limits.ts'
import { countAppCall } from '../throttle/service.ts'

beforeAll(() => configureOutbound({ allow_networks: ['127.0.0.1/32'], allow_ports: 'any' }))
afterAll(() => configureOutbound())
const servers: PluginServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
async function serve(answer: Parameters<typeof pluginServer>[0]): Promise<PluginServer> {
  const server = await pluginServer(answer)
  servers.push(server)
  return server
}

const block = (html: string): Reply => ({ body: { code: 200, html } })

const SETTINGS = [
  { type: 'text', name: 'title', label: 'Title', required: true, default: 'Spring' },
  { type: 'toggle', name: 'priced', label: 'Show a price' },
  {
    type: 'group',
    label: 'Price',
    dependencies: [{ field: 'priced', value: true }],
    settings: [{ type: 'number', name: 'price', label: 'Price', required: true, min: 1 }],
  },
  { type: 'search', name: 'product', label: 'Product', request_url: 'https://acme.example/search?key=for-us' },
]

test('an account sees the plugins of its installed apps, in order, without request URLs', async () => {
  const account = await testAccount()
  const other = await testAccount()
  const { ctx } = account
  const request_url = 'https://acme.example/block'
  const late = await installedPlugin(ctx, { request_url, name: 'Late', sort_order: 2, settings: SETTINGS })
  await unscoped().appPlugin.create({
    data: { app_id: late.app_id, kind: 'media_source', identifier: 'early', name: 'Early', request_url, sort_order: 1 },
  })
  await installedPlugin(other.ctx, { request_url })
  await installedPlugin(ctx, { request_url, name: 'Gone' }, { deleted_at: new Date() })
  const left = await installedPlugin(ctx, { request_url, name: 'Left' })
  await ctx.db.installation.updateMany({ where: { id: left.installation_id }, data: { state: 'uninstalled' } })
  await installedPlugin(ctx, { request_url, name: 'Odd', settings: [{ type: 'teapot' }] }, { name: 'Bolt' })

  const offered = await dashboard(account).plugins.list({})
  expect(offered.map(({ name, kind, problem }) => [name, kind, problem])).toEqual([
    ['Early', 'media_source', null],
    ['Late', 'content_block', null],
    ['Odd', 'content_block', 'Bolt declares settings that cannot be read. Ask its developer for help.'],
  ])
  expect(JSON.stringify(offered)).not.toContain('acme.example')
})

test('the app gets the settings and the email’s styles, and its HTML is sanitized', async () => {
  const account = await testAccount()
  const app = await serve(() =>
    block('<p onclick="x">Tulips</p><script>alert(1)</script><img src="https://cdn.acme.example/t.png" alt="T">'),
  )
  const { plugin_id } = await installedPlugin(account.ctx, { request_url: `${app.url}/block`, settings: SETTINGS })
  const settings = { title: 'Tulips', priced: false, price: 3, product: null, unknown: 'x' }
  const { html } = await dashboard(account).plugins.render({ plugin_id, settings })
  expect(html).toBe('<p>Tulips</p><img src="https://cdn.acme.example/t.png" alt="T" />')
  expect(app.asked).toHaveLength(1)
  const [asked] = app.asked
  expect(asked).toMatchObject({ method: 'POST', path: '/block', authorization: undefined })
  expect(asked?.body.settings).toEqual({ title: 'Tulips', priced: false })
  expect(Object.keys(asked?.body.styles)).toEqual('p h1 h2 h3 h4 h5 h6 ol ul blockquote a'.split(' '))
  expect(asked?.body.styles.h1.css).toContain('font-size')
})

test('settings that the app would reject are rejected without a request', async () => {
  const account = await testAccount()
  const app = await serve(() => block('<p>x</p>'))
  const { plugin_id } = await installedPlugin(account.ctx, { request_url: app.url, settings: SETTINGS })
  const { plugins } = dashboard(account)
  await expect(plugins.render({ plugin_id, settings: {} })).rejects.toThrow("Title can't be blank")
  await expect(plugins.render({ plugin_id, settings: { title: 'x', priced: true, price: 0 } })).rejects.toThrow(
    'Price must be at least 1',
  )
  await expect(plugins.render({ plugin_id, settings: { title: 7 } })).rejects.toThrow('Title must be text')
  await expect(plugins.render({ plugin_id, settings: { title: 'x'.repeat(70_000) } })).rejects.toThrow()
  expect(app.asked).toEqual([])
})

describe('an app’s failure is explained, and no part of it reaches the email', () => {
  test.each<[string, Reply, string]>([
    [
      'returns errors',
      { body: { code: 404, errors: ['No such product', 'Try\nanother'] } },
      'Acme: No such product. Acme: Try another',
    ],
    ['returns errors with a status', { status: 422, body: { errors: ['Too many'] } }, 'Acme: Too many'],
    ['answers 500', { status: 500, body: '<h1>Oops</h1>' }, 'Acme answered with status 500'],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'another address'],
    ['answers without JSON', { body: '<p>hello</p>' }, 'sent a response that cannot be read'],
    ['answers with other JSON', { body: { code: 200, markup: '<p>x</p>' } }, 'sent a response that cannot be read'],
    [
      'answers 404 in the code of a success',
      { body: { code: 404, html: '<p>x</p>' } },
      'sent a response that cannot be read',
    ],
    ['answers more than 500 KB', { body: { code: 200, html: 'x'.repeat(600_000) } }, 'sent more than 500 KB'],
    ['nests too deeply', { body: { code: 200, html: '<div>'.repeat(20_000) } }, 'nested deeper than 200 levels'],
    ['returns a block that is too long', { body: { code: 200, html: 'x'.repeat(300_000) } }, 'too long for an email'],
    [
      'returns an empty block',
      { body: { code: 200, html: '<div><script>x</script> </div>' } },
      'without text or images',
    ],
  ])('%s', async (_, reply, message) => {
    const account = await testAccount()
    const app = await serve(() => reply)
    const { plugin_id } = await installedPlugin(account.ctx, { request_url: app.url })
    await expect(dashboard(account).plugins.render({ plugin_id, settings: {} })).rejects.toThrow(message)
    expect(app.asked).toHaveLength(1)
  })

  test('times out', async () => {
    const account = await testAccount()
    // The ten seconds only pass once the app has the request.
    const limits = limitsByHand()
    const app = await serve(() => {
      limits.reach()
      return {}
    })
    const { plugin_id } = await installedPlugin(account.ctx, { request_url: app.url })
    await expect(dashboard(account).plugins.render({ plugin_id, settings: {} })).rejects.toThrow(
      'Acme did not answer within 10 seconds',
    )
    expect(limits.set()).toEqual([10_000])
  })

  test.each([
    ['http://10.0.0.7/block', 'is not a publicly reachable'],
    ['http://169.254.169.254/latest', 'is not a publicly reachable'],
    ['http://127.0.0.1:1/block', 'Acme cannot be reached. Try again later.'],
    ['http://user:pass@127.0.0.1/', 'must not contain credentials'],
  ])('lives at %s [W6]', async (request_url, message) => {
    const account = await testAccount()
    const { plugin_id } = await installedPlugin(account.ctx, { request_url })
    await expect(dashboard(account).plugins.render({ plugin_id, settings: {} })).rejects.toThrow(message)
  })
})

const written = (plugin_id: number, settings: Record<string, unknown>, html: string) => {
  const attributes = Object.entries(blockAttributes({ plugin_id, name: 'Product (Acme)', settings }))
  return `<div ${attributes.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}>${html}</div>`
}

test('an email is sent with the block but without its settings, and the block cannot read the subscriber’s data', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = await serve(() =>
    block(
      '<p>{{ subscriber.email_address }}</p><a href="https://acme.example/?e=%7B%7Bsubscriber.email_address%7D%7D">Buy</a>',
    ),
  )
  const { plugin_id } = await installedPlugin(account.ctx, {
    request_url: app.url,
    settings: [{ type: 'text', name: 'code', label: 'Code' }],
  })
  const { plugins, broadcasts } = dashboard(account)
  const settings = { code: 'for-the-app-alone' }
  const { html } = await plugins.render({ plugin_id, settings })
  const content = `<p>Dear {{ subscriber.email_address }}</p>${written(plugin_id, settings, html)}<p>Bye</p>`
  const { id } = await broadcasts.create({ subject: 'News', content })
  expect((await broadcasts.get({ id })).content).toBe(content)

  const preview = await broadcasts.preview({ id })
  expect(preview.mistakes).toEqual([])
  const address = preview.subscriber.email_address
  expect(preview.html.split(address)).toHaveLength(2)
  expect(withoutStyles(preview.html)).toContain('<div><p>{\u200C{ subscriber.email_address }}</p><a>Buy</a></div>')
  expect(preview.html + preview.text).not.toMatch(/data-content|for-the-app-alone|Product \(Acme\)/)

  // The content is returned as written (contract 8.10.3).
  const read = await api(`GET /v4/broadcasts/${id}`, key(account))
  expect(read.body.broadcast.content).toBe(content)
  const saved = await api(`PUT /v4/broadcasts/${id}`, key(account), { content: read.body.broadcast.content })
  expect(saved.body.broadcast.content).toBe(content)

  // Content sent back by an API client is sanitized again.
  const hostile = written(
    plugin_id,
    settings,
    '<p onclick="x">{{ subscriber.id }}</p><iframe src="https://x.example"></iframe>',
  )
  const cleaned = await api(`PUT /v4/broadcasts/${id}`, key(account), { content: hostile })
  expect(cleaned.body.broadcast.content).toBe(written(plugin_id, settings, '<p>{\u200C{ subscriber.id }}</p>'))
})

test('a block outlives its app: the email keeps the last HTML, without a request', async () => {
  const account = await testAccount()
  let reply: Reply = block('<p>Tulips</p>')
  const app = await serve(() => reply)
  const { plugin_id, installation_id } = await installedPlugin(account.ctx, { request_url: app.url })
  const { plugins, broadcasts } = dashboard(account)
  const { html } = await plugins.render({ plugin_id, settings: {} })
  const content = written(plugin_id, {}, html)
  const { id } = await broadcasts.create({ subject: 'News', content })

  reply = { status: 503, body: '' }
  await expect(plugins.render({ plugin_id, settings: {} })).rejects.toThrow('status 503')
  expect(withoutStyles((await broadcasts.preview({ id })).html)).toContain('<div><p>Tulips</p></div>')

  await account.ctx.db.installation.updateMany({ where: { id: installation_id }, data: { state: 'uninstalled' } })
  await expect(plugins.render({ plugin_id, settings: {} })).rejects.toThrow('The app is not installed')
  expect(app.asked).toHaveLength(2)
  expect(await plugins.list({})).toEqual([])
  expect((await broadcasts.get({ id })).content).toBe(content)
  expect(withoutStyles((await broadcasts.preview({ id })).html)).toContain('<div><p>Tulips</p></div>')
})

test('only editors of an account with the app may call it, within a limit', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const app = await serve(() => block('<p>x</p>'))
  const { plugin_id } = await installedPlugin(account.ctx, { request_url: app.url })
  const ask = { plugin_id, settings: {} }
  await expect(dashboard(other).plugins.render(ask)).rejects.toThrow('not installed')
  await expect(dashboard(account, withRole(account, 'viewer')).plugins.render(ask)).rejects.toThrow('editor role')
  await expect(dashboard(account).plugins.media(ask)).rejects.toThrow('not installed')
  for (let calls = 0; calls < 120; calls++) await countAppCall(account.ctx)
  await expect(dashboard(account).plugins.render(ask)).rejects.toThrow('Too many attempts')
  expect(app.asked).toEqual([])
})
