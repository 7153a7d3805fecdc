import { expect, onTestFinished, test } from 'vitest'
import { env, readEnv, setEnv } from '../env.ts'
import { composeMail } from '../modules/delivery/compose/compose.ts'
import { preferencesUrl, unsubscribeUrl } from '../modules/delivery/tracking/tokens.ts'
import { restApp } from '../rest/app.ts'
import { testAccount } from '../testing/account.ts'
import { dashboard } from '../testing/dashboard.ts'
import { rawRequest, sendRaw } from '../testing/servers/raw-http.ts'
import { hostSeparation, ownHostNames } from './host-roles.ts'
import { createHttp, drain } from './listener.ts'
import { listen } from './port.ts'

const HOSTS = {
  APP_URL: 'https://app.example.com',
  BASE_URL: 'https://api.example.com',
  PUBLIC_URL: 'https://north.pub',
  TRACKING_URL: 'https://click.example.com',
}

/** Uses these settings until the test ends. */
function configure(settings: Record<string, string>) {
  const { DATABASE_URL, DATA_DIR, SECRET_KEY, NODE_ENV } = env()
  const before = { DATABASE_URL, DATA_DIR, SECRET_KEY, NODE_ENV }
  onTestFinished(() => void setEnv(before))
  return setEnv({ ...before, ...settings })
}

/** Starts the service on a socket, with a dashboard that identifies itself. Returns a function that requests a path at a host. */
async function serve(allowed_names: readonly string[] = []) {
  const settings = env()
  const rest = restApp({ base_url: settings.BASE_URL, metrics_token: undefined, metrics_public: true })
  const server = createHttp(rest, (_, response) => response.end('dashboard'), {
    app_url: settings.APP_URL,
    separation: hostSeparation(settings),
    isOwnName: ownHostNames(settings, allowed_names),
  })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return (host: string, path: string, method = 'GET') => sendRaw(port, rawRequest(method, path, `Host: ${host}`))
}

test('a public host serves pages of creators, and no dashboard, sign-in or API', async () => {
  configure(HOSTS)
  const account = await testAccount()
  const { forms, posts } = dashboard(account)
  const form = await forms.create({ name: 'Welcome', type: 'hosted', format: null })
  const { id } = await posts.create({ title: 'March', content: '<p>Moss on the step.</p>' })
  const post = await posts.publish({ id })
  expect(form.embed_url).toBe(`https://north.pub/f/${form.uid}`)
  expect(post.public_url).toBe(`https://north.pub/p/${account.account_id}/march`)

  const ask = await serve()
  expect(await ask('north.pub', `/f/${form.uid}`)).toMatchObject({ status: 200 })
  const page = await ask('NORTH.pub.:443', `/p/${account.account_id}/march`)
  expect([page.status, page.body.includes('Moss on the step.')]).toEqual([200, true])
  for (const path of [
    '/',
    '/login',
    '/settings',
    '/v4/account',
    '/api/auth/session',
    '/oauth/consent',
    '/docs',
    '/metrics',
  ])
    for (const host of ['north.pub', 'click.example.com'])
      expect([host, path, (await ask(host, path)).status]).toEqual([host, path, 404])
  // The tracking host serves only links of emails.
  expect((await ask('click.example.com', '/t/o/x')).status).toBe(200)
  expect((await ask('click.example.com', `/f/${form.uid}`)).status).toBe(404)
  expect((await ask('app.example.com', '/login')).body).toContain('dashboard')
})

test('dot segments do not lead from a public host to the dashboard', async () => {
  configure(HOSTS)
  const ask = await serve()
  for (const path of [
    '/f/../login',
    '/f/%2e%2e/login',
    '/f/.%2E/login',
    '/t/..\\admin',
    '/f/x/%5C..%5C..%5Clogin',
    '/f/./x',
    '/f/%2e/x',
    '/u/..',
    'http://north.pub/f/../login',
  ])
    for (const host of ['north.pub', 'click.example.com', 'app.example.com'])
      expect([host, path, (await ask(host, path)).status]).toEqual([host, path, 400])
  for (const path of ['/login?next=/a/../b', '/login?a=..', '/a..b', '/...'])
    expect([path, (await ask('app.example.com', path)).body]).toEqual([path, 'dashboard'])
})

test('an unknown host name gets 404; addresses, localhost, allowed names and health checks are answered', async () => {
  configure(HOSTS)
  const ask = await serve(['envoi.internal'])
  for (const host of ['elsewhere.example', 'envoi', 'app.example.com.evil.example'])
    for (const path of ['/', '/login', '/v4/account'])
      expect([host, path, (await ask(host, path)).status]).toEqual([host, path, 404])
  for (const host of [
    'app.example.com',
    'APP.example.com.:3000',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
    'envoi.internal:80',
  ])
    expect([host, (await ask(host, '/login')).body]).toEqual([host, 'dashboard'])
  for (const path of ['/healthz', '/readyz'])
    await expect.poll(async () => [path, (await ask('envoi', path)).status]).toEqual([path, 200])
  // At localhost only, as after the first start, every name of the machine is valid.
  const local = { APP_URL: 'http://localhost:3000', BASE_URL: 'http://localhost:3000' }
  expect(ownHostNames({ ...local, PUBLIC_URL: local.APP_URL, TRACKING_URL: local.APP_URL })).toBeUndefined()
})

test('if names are allowed explicitly, no others are, even if every address is localhost', async () => {
  configure({ APP_URL: 'http://localhost:3000', BASE_URL: 'http://localhost:3000' })
  const ask = await serve(['envoi.internal'])
  for (const path of ['/', '/login', '/v4/account'])
    expect([path, (await ask('envoi', path)).status]).toEqual([path, 404])
  for (const host of ['envoi.internal:80', 'localhost:3000', '127.0.0.1', '[::1]'])
    expect([host, (await ask(host, '/login')).body]).toEqual([host, 'dashboard'])
})

test("no page of a creator has the dashboard's origin, and old addresses redirect", async () => {
  configure(HOSTS)
  const account = await testAccount()
  const form = await dashboard(account).forms.create({ name: 'Welcome', type: 'hosted', format: null })
  const ask = await serve()
  for (const host of ['app.example.com', 'api.example.com'])
    for (const path of [
      `/f/${form.uid}?utm_source=card`,
      '/p/7/march',
      '/@north/feed.xml',
      '/media/x/1.png',
      '/confirm/x',
    ]) {
      const { status, headers } = await ask(host, path)
      expect([host, path, status, headers.get('location')]).toEqual([host, path, 301, `https://north.pub${path}`])
    }
  // Copies of a form on other sites post to the old address, and so do mailboxes that unsubscribe with one click.
  expect((await ask('api.example.com', `/f/${form.uid}`, 'POST')).status).toBe(422)
  expect((await ask('api.example.com', '/t/o/x')).status).toBe(200)
  expect((await ask('api.example.com', '/u/x', 'POST')).status).toBe(404)
})

test('links in emails count and unsubscribe at TRACKING_URL, and lead to preferences at PUBLIC_URL', async () => {
  configure(HOSTS)
  const account = await testAccount()
  const url = unsubscribeUrl({ account_id: account.account_id, mail_id: 1, subscriber_id: 1 })
  expect(url).toMatch(/^https:\/\/click\.example\.com\/u\//)
  expect(preferencesUrl(url)).toMatch(/^https:\/\/north\.pub\/preferences\//)
  const { snapshot } = await composeMail(account.ctx, {
    subject: 'March',
    preview_text: null,
    content: '<p><a href="https://studio.example">Read</a></p>',
    layout: { id: 1, name: 'Plain', category: 'HTML', html: '<html><body>{{ content }}</body></html>' },
    sender: { name: 'Nora', address: 'nora@studio.example' },
    tracking_disabled: false,
  })
  expect(snapshot.html).toContain('href="https://click.example.com/t/c/{{ delivery.token }}/1"')
  expect(snapshot.html).toContain('src="https://click.example.com/t/o/{{ delivery.token }}"')
  expect(snapshot.html).not.toContain('api.example.com')
})

test('without settings, BASE_URL is the address of everything', () => {
  const settings = readEnv({ BASE_URL: 'https://one.example' })
  expect(settings).toMatchObject({ PUBLIC_URL: 'https://one.example', TRACKING_URL: 'https://one.example' })
  expect(hostSeparation(settings)).toBeUndefined()
  expect(readEnv({ BASE_URL: 'https://one.example', PUBLIC_URL: 'https://two.example/' })).toMatchObject({
    PUBLIC_URL: 'https://two.example',
    TRACKING_URL: 'https://two.example',
  })
})

test('a public address at the host of the dashboard but another port is refused, because cookies ignore ports', () => {
  for (const name of ['PUBLIC_URL', 'TRACKING_URL'])
    expect(() => readEnv({ BASE_URL: 'https://one.example', [name]: 'https://one.example:8443' })).toThrow(
      `${name} is at the host of the dashboard`,
    )
})
