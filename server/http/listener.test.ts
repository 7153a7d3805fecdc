import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, onTestFinished, test } from 'vitest'
import { restApp } from '../rest/app.ts'
import { ODD_REQUESTS, rawRequest, sendRaw } from '../testing/servers/raw-http.ts'
import { routeOf } from './access-log.ts'
import { createHttp, drain } from './listener.ts'
import { listen } from './port.ts'

const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
const PLAIN = { app_url: 'http://localhost:3000' }

/** Starts the API, and a page that returns its requested address, each on its own socket. */
async function serve(app_url: string): Promise<number> {
  const pages = ({ url, headers }: IncomingMessage, response: ServerResponse) => response.end(`${headers.host} ${url}`)
  const server = createHttp(rest, pages, { app_url })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  return (server.address() as AddressInfo).port
}

const KINDS: [what: string, request: string | Buffer][] = [
  ['a page', rawRequest('GET', '/login')],
  ['an answer of /v4', rawRequest('GET', '/v4/account')],
  ['a preflight', rawRequest('OPTIONS', '/v4/account')],
  ['a hosted form', rawRequest('GET', '/f/unknown')],
  ['the reference', rawRequest('GET', '/docs')],
  ['an asset', rawRequest('GET', '/docs/swagger-ui.css')],
  ['an unknown address', rawRequest('GET', '/v4/nothing')],
  ['a target that is no path', rawRequest('GET', '*')],
  ['a tunnel', rawRequest('CONNECT', 'elsewhere.example:443')],
  ['an expectation', rawRequest('GET', '/login', 'Host: envoi.test\r\nExpect: miracles')],
  ['headers that are too long', rawRequest('GET', '/login', `Host: envoi.test\r\nX-Long: ${'x'.repeat(20_000)}`)],
  ['what is no HTTP', 'hello\r\n\r\n'],
]

test.each(KINDS)('%s is never sniffed, and browsers stay on HTTPS where APP_URL has it', async (_what, request) => {
  const secure = await sendRaw(await serve('https://app.example.com'), request)
  expect(secure.status).toBeGreaterThan(199)
  expect(secure.headers.get('x-content-type-options')).toBe('nosniff')
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
  const plain = await sendRaw(await serve('http://localhost:3000'), request)
  expect(plain.status).toBe(secure.status)
  expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
  expect(plain.headers.has('strict-transport-security')).toBe(false)
})

test('no request target, however unusual, is answered with a 500', async () => {
  const port = await serve('http://localhost:3000')
  for (const [method, target] of ODD_REQUESTS) {
    const { status } = await sendRaw(port, rawRequest(method, target))
    expect(status, `${method} ${target.slice(0, 60)}`).toBeGreaterThan(199)
    expect(status, `${method} ${target.slice(0, 60)}`).toBeLessThan(500)
  }
})

test('the API and pages refuse a host that cannot be in an address', async () => {
  const port = await serve('http://localhost:3000')
  for (const host of ['1.2.3.999', 'envoi.test:99999', 'envoi test'])
    for (const [method, target] of [
      ['GET', '/v4/account'],
      ['HEAD', '/v4/account'],
      ['POST', '/v4/bulk/tags'],
      ['GET', '/login'],
    ] as const) {
      const { status } = await sendRaw(port, rawRequest(method, target, `Host: ${host}`))
      expect(status, `${method} ${target} at ${host}`).toBe(400)
    }
  const { status } = await sendRaw(port, rawRequest('GET', '/v4/account', 'Host: [::1]:3000'))
  expect(status).toBe(401)
})

test.each(['TRACE', 'PROPFIND'])('the method %s is refused with the methods that are accepted', async (method) => {
  const { status, headers } = await sendRaw(await serve('http://localhost:3000'), rawRequest(method, '/login'))
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
})

test('a request to change protocols is answered like any other, although Next listens for such requests', async () => {
  const server = createHttp(rest, (_request, response) => response.end('page'), PLAIN)
  server.on('upgrade', () => {})
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const request =
    'GET //elsewhere.example/ HTTP/1.1\r\nHost: envoi.test\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'
  expect(await sendRaw((server.address() as AddressInfo).port, request)).toMatchObject({ status: 200, body: 'page' })
})

test('a client that resets a refused tunnel does not end the process', async () => {
  const faults: unknown[] = []
  const note = (error: unknown) => faults.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  const server = createHttp(rest, () => {}, PLAIN)
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  for (let round = 0; round < 5; round++) {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    const [socket] = (await once(server, 'connection')) as [Socket]
    client.write(rawRequest('CONNECT', 'elsewhere.example:443'), () => client.resetAndDestroy())
    await new Promise((resolve) => socket.once('close', resolve))
  }
  expect(faults).toEqual([])
})

test('a client that was refused cannot keep its connection', async () => {
  const server = createHttp(rest, () => {}, PLAIN)
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  for (const request of [rawRequest('CONNECT', 'elsewhere.example:443'), 'hello\r\n\r\n']) {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void client.destroy())
    let answer = ''
    client.on('data', (part) => {
      answer += part
    })
    client.write(request)
    await once(client, 'end')
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer.toLowerCase()).toContain('connection: close')
  }
  // Resolves once the last connection is gone.
  await new Promise((resolve) => server.close(resolve))
})

test('two Host headers are refused, because a proxy may have read the other one', async () => {
  const port = await serve('http://localhost:3000')
  for (const headers of ['Host: localhost\r\nHost: elsewhere.example', 'Host: localhost\r\nhost: localhost']) {
    const { status, body } = await sendRaw(port, rawRequest('GET', '/login', headers))
    expect([status, body]).toEqual([400, expect.stringContaining('more than one Host header')])
  }
})

test.each(['/V4/account', '/V4', '/V4?page=1', '/V4/subscribers/7', '/v3/tags', '/v1'])(
  '%s answers with an error of the API',
  async (path) => {
    const { status, headers, body } = await sendRaw(await serve('http://localhost:3000'), rawRequest('GET', path))
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body).errors[0]).toBe('Not Found')
  },
)

test('OPTIONS * lists the methods of the server', async () => {
  const { status, headers } = await sendRaw(await serve('http://localhost:3000'), rawRequest('OPTIONS', '*'))
  expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
})

test.each([
  ['http://app.example.com/login?x=1', 'app.example.com /login?x=1'],
  ['https://app.example.com:8443', 'app.example.com:8443 /'],
  ['//elsewhere.example/login', 'envoi.test /elsewhere.example/login'],
  ['/\\elsewhere.example', 'envoi.test /elsewhere.example'],
])('the target %s is read as a path of this server', async (target, body) => {
  expect(await sendRaw(await serve('http://localhost:3000'), rawRequest('GET', target))).toMatchObject({
    status: 200,
    body,
  })
})

test.each(['*', 'ftp://a/b', '/%', '/%00', 'http://user:password@envoi.test/'])(
  'the target %s is refused with a reason',
  async (target) => {
    const { status, body } = await sendRaw(await serve('http://localhost:3000'), rawRequest('GET', target))
    expect([status, body]).toEqual([
      400,
      '{"errors":["The request target must be a path such as /v4/account, without . and .. segments."]}',
    ])
  },
)

test('metrics are off without a token, even for a caller on this machine, which may be a proxy', async () => {
  const port = await serve('http://localhost:3000')
  const { status, body } = await sendRaw(port, rawRequest('GET', '/metrics'))
  expect(status).toBe(401)
  expect(body).toContain('Set METRICS_TOKEN and send it as a bearer token, or set METRICS_PUBLIC=on.')
})

test('every response of the API and of pages has a request id, which is passed to pages', async () => {
  const api = new OpenAPIHono()
  api.get('/healthz', (c) => c.json({}))
  const server = createHttp(api, (request, response) => response.end(request.headers['x-request-id']), PLAIN)
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const { port } = server.address() as AddressInfo
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })

  expect((await get('/healthz')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const page = await get('/login', { 'X-Request-Id': 'trace-12345' })
  expect(page.headers.get('x-request-id')).toBe('trace-12345')
  expect(await page.text()).toBe('trace-12345')
  const strange = (await get('/login', { 'X-Request-Id': '<script>' })).headers.get('x-request-id')
  expect(strange).toMatch(/^[0-9a-f-]{36}$/)
})

test('a logged address contains the page and no token', () => {
  expect(routeOf('/broadcasts/4711')).toBe('/broadcasts/:id')
  expect(routeOf('/settings/api-keys')).toBe('/settings/api-keys')
  for (const secret of [
    'kQ3v_x9',
    'deadbeefdeadbeefdeadbeefdeadbeef',
    'never was',
    '%2e%2e',
    'Abc',
    'lin@example.net',
  ]) {
    expect(routeOf(`/reset-password/${secret}`)).toBe('/reset-password/:any')
  }
})
