import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { takeEvents } from '../../testing/events.ts'
import { installedPlugin } from '../../testing/modules/installed-plugin.ts'
import { type Asked, type PluginServer, pluginServer, type Reply } from '../../testing/servers/plugin-server.ts'
import { storePartnerTokens } from '../apps/installations/partner-tokens.ts'
import { notifyDownload } from './media.ts'

beforeAll(() => configureOutbound({ allow_networks: ['127.0.0.1/32'], allow_ports: 'any' }))
afterAll(() => configureOutbound())
const servers: PluginServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
async function serve(answer: (asked: Asked) => Reply): Promise<PluginServer> {
  const server = await pluginServer(answer)
  servers.push(server)
  return server
}

const SEARCH = { type: 'group', name: 'search_group', settings: [{ type: 'text', name: 'search', label: 'Search' }] }
const ALBUM = { type: 'select', name: 'album', label: 'Album', request_url: 'http://127.0.0.1/' }
const picture = (id: string, more: object = {}) => ({
  id,
  type: 'image',
  title: `${id}.jpg`,
  alt: 'Sea',
  caption: 'At dawn',
  url: `https://cdn.example/${id}.jpg`,
  thumbnail_url: `https://cdn.example/${id}-t.jpg`,
  hotlink: false,
  ...more,
})
const page = (data: object[], pagination: object = {}): Reply => ({ body: { data, pagination } })

test('images are returned page by page, as in the contract', async () => {
  const account = await testAccount()
  const app = await serve(({ body }) =>
    body.after === 'MTAw'
      ? page([picture('m2')], { has_previous_page: true, has_next_page: false, start_cursor: 'MTAx', end_cursor: 'x' })
      : page([picture('m1', { attribution: { label: 'A. Ek', href: 'https://cdn.example/a-ek' } })], {
          per_page: 1,
          start_cursor: 'MA==',
          end_cursor: 'MTAw',
          has_previous_page: false,
          has_next_page: true,
        }),
  )
  const { plugin_id } = await installedPlugin(account.ctx, {
    kind: 'media_source',
    request_url: `${app.url}/media`,
    settings: [SEARCH],
  })
  const { plugins } = dashboard(account)
  const first = await plugins.media({ plugin_id, settings: { search: 'sea' }, per_page: 1 })
  expect(first).toEqual({
    items: [
      {
        id: 'm1',
        title: 'm1.jpg',
        alt: 'Sea',
        caption: 'At dawn',
        url: 'https://cdn.example/m1.jpg',
        thumbnail_url: 'https://cdn.example/m1-t.jpg',
        attribution: { label: 'A. Ek', href: 'https://cdn.example/a-ek' },
        notice: null,
      },
    ],
    after: 'MTAw',
    before: null,
  })
  const second = await plugins.media({ plugin_id, settings: { search: 'sea' }, per_page: 1, after: first.after })
  expect([second.items[0]?.id, second.after, second.before]).toEqual(['m2', null, 'MTAx'])
  expect(app.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/media', { settings: { search: 'sea' }, per_page: 1 }],
    ['POST', '/media', { settings: { search: 'sea' }, per_page: 1, after: 'MTAw' }],
  ])
})

test.each([404, 405])('an app that answers %i to POST gets the request again as GET with a query', async (status) => {
  const account = await testAccount()
  const app = await serve(({ method }) => (method === 'POST' ? { status, body: 'no' } : page([picture('m1')])))
  const { plugin_id } = await installedPlugin(account.ctx, {
    kind: 'media_source',
    request_url: `${app.url}/media?tenant=7`,
    settings: [SEARCH],
  })
  const { items } = await dashboard(account).plugins.media({ plugin_id, settings: { search: 'the sea' }, before: 'b' })
  expect(items.map(({ id }) => id)).toEqual(['m1'])
  expect(app.asked.map(({ method, query }) => [method, query])).toEqual([
    ['POST', { tenant: '7' }],
    ['GET', { tenant: '7', search: 'the sea', before: 'b', per_page: '40' }],
  ])
})

test('an error with a text is an answer, and not retried as GET', async () => {
  const account = await testAccount()
  const app = await serve(() => ({ status: 404, body: { code: 404, errors: ['That album is gone'] } }))
  const { plugin_id } = await installedPlugin(account.ctx, { kind: 'media_source', request_url: app.url })
  await expect(dashboard(account).plugins.media({ plugin_id, settings: {} })).rejects.toThrow(
    'Acme: That album is gone',
  )
  expect(app.asked).toHaveLength(1)
})

test('images that emails cannot show are skipped, and Liquid in their texts is disabled', async () => {
  const account = await testAccount()
  const app = await serve(() =>
    page([
      picture('http', { url: 'http://cdn.example/a.jpg' }),
      picture('data', { url: 'data:image/png;base64,AA' }),
      picture('liquid', { url: 'https://cdn.example/{{ subscriber.email_address }}.jpg' }),
      picture('video', { type: 'video' }),
      { nothing: true },
      picture('good', {
        alt: null,
        caption: '{{ subscriber.email_address }}',
        thumbnail_url: 'javascript:alert(1)',
        attribution: { label: '{% if x %}', href: 'javascript:alert(1)' },
        notify_download_url: 'file:///etc/passwd',
      }),
    ]),
  )
  const { plugin_id } = await installedPlugin(account.ctx, { kind: 'media_source', request_url: app.url })
  const { items } = await dashboard(account).plugins.media({ plugin_id, settings: {} })
  expect(items).toEqual([
    {
      id: 'good',
      title: 'good.jpg',
      alt: '',
      caption: '{\u200C{ subscriber.email_address }}',
      url: 'https://cdn.example/good.jpg',
      thumbnail_url: 'https://cdn.example/good.jpg',
      attribution: { label: '{\u200C% if x %}', href: null },
      notice: null,
    },
  ])
})

test.each([
  ['documentation', { code: 200, data: [{ label: 'Sea', value: 1 }] }],
  ['demo app', { options: [{ label: 'Sea', value: '1' }] }],
])('options are accepted in both formats: %s', async (_, body) => {
  const account = await testAccount()
  const app = await serve(() => ({ body }))
  const { plugin_id } = await installedPlugin(account.ctx, {
    kind: 'media_source',
    request_url: app.url,
    settings: [SEARCH, { ...ALBUM, request_url: `${app.url}/albums` }],
  })
  const { plugins } = dashboard(account)
  const ask = { plugin_id, field: 'album', settings: { search: 'x' } }
  expect(await plugins.options(ask)).toEqual([{ label: 'Sea', value: '1' }])
  expect(app.asked).toMatchObject([{ method: 'POST', path: '/albums', body: { settings: { search: 'x' } } }])
  await expect(plugins.options({ ...ask, field: 'search' })).rejects.toThrow('Not Found')
  await expect(plugins.options({ ...ask, field: '__proto__' })).rejects.toThrow('Not Found')
})

test('a search field sends the typed text and shows the app’s errors', async () => {
  const account = await testAccount()
  const app = await serve(({ body }) =>
    body.search === 'tul'
      ? { body: { code: 200, data: [{ label: 'Tulip', value: 'p-1' }] } }
      : { body: { code: 404, errors: ['Nothing like that'] } },
  )
  const settings = [{ type: 'search', name: 'product', label: 'Product', request_url: `${app.url}/search` }]
  const { plugin_id } = await installedPlugin(account.ctx, { request_url: app.url, settings })
  const { plugins } = dashboard(account)
  expect(await plugins.options({ plugin_id, field: 'product', search: 'tul' })).toEqual([
    { label: 'Tulip', value: 'p-1' },
  ])
  await expect(plugins.options({ plugin_id, field: 'product' })).rejects.toThrow('Acme: Nothing like that')
  expect(app.asked.map(({ body }) => body)).toEqual([{ search: 'tul' }, { search: '' }])
})

const SIGNED_IN = (url: string) => ({
  plugin_authorize_url: `${url}/authorize`,
  plugin_token_url: `${url}/token`,
  plugin_client_id: 'envoi',
})

test('each app’s server gets only its own token, and a new one after rejecting the old one', async () => {
  const account = await testAccount()
  const elsewhere = await serve(() => ({ status: 204, body: '' }))
  const first = await serve(({ path, authorization }) => {
    if (path === '/token') return { body: { access_token: 'first-2', refresh_token: 'r-2' } }
    if (authorization !== 'Bearer first-2') return { status: 401, body: '' }
    return page([picture('m1', { notify_download_url: `${elsewhere.url}/placed` })])
  })
  const second = await serve(() => page([]))
  const plugins = []
  for (const [server, token] of [
    [first, 'first-1'],
    [second, 'second-1'],
  ] as const) {
    const made = await installedPlugin(
      account.ctx,
      { kind: 'media_source', request_url: `${server.url}/media` },
      SIGNED_IN(server.url),
    )
    const tokens = { access_token: token, refresh_token: 'r-1', expires_in: null }
    await storePartnerTokens(account.ctx, { installation_id: made.installation_id, tokens })
    plugins.push(made.plugin_id)
  }
  const [plugin_id = 0, other_id = 0] = plugins
  const app = dashboard(account).plugins
  const { items } = await app.media({ plugin_id, settings: {} })
  await app.media({ plugin_id: other_id, settings: {} })
  const told = ({ asked }: PluginServer) =>
    asked.filter(({ path }) => path === '/media').map((one) => one.authorization)
  expect(told(first)).toEqual(['Bearer first-1', 'Bearer first-2'])
  expect(told(second)).toEqual(['Bearer second-1'])

  await app.placed({ notice: items[0]?.notice ?? '' })
  const [event] = await takeEvents(account.account_id)
  expect(event).toEqual({ type: 'plugin.media_placed', data: { plugin_id, url: `${elsewhere.url}/placed` } })
  await notifyDownload(account.ctx, event?.data)
  expect(elsewhere.asked).toMatchObject([
    { method: 'POST', path: '/placed', authorization: undefined, body: undefined },
  ])
})

test('the app is notified only of downloads for which it requested a notice, with retries after a failure', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const app = await serve(({ path }) =>
    path === '/placed'
      ? { status: 500, body: '' }
      : page([picture('m1', { notify_download_url: `http://127.0.0.1:1/placed` })]),
  )
  const { plugin_id } = await installedPlugin(account.ctx, { kind: 'media_source', request_url: app.url })
  const { items } = await dashboard(account).plugins.media({ plugin_id, settings: {} })
  const notice = items[0]?.notice ?? ''
  expect(notice).not.toBe('')
  await expect(dashboard(other).plugins.placed({ notice })).rejects.toThrow('Not Found')
  await expect(dashboard(account).plugins.placed({ notice: `${notice}x` })).rejects.toThrow('Not Found')
  expect(await takeEvents(account.account_id)).toEqual([])
  await expect(notifyDownload(account.ctx, { plugin_id, url: `${app.url}/placed` })).rejects.toThrow('status 500')
})
