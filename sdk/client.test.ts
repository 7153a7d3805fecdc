import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restApp } from '../server/rest/app.ts'
import { testAccount, testToken } from '../server/testing/account.ts'
import { ConnectionError, createEnvoi, EnvoiError, InvalidError, NotFoundError, poll, TimeoutError } from './client.ts'

/** Nothing answers in the tests with these limits, so no machine is too slow for them. */
const SHORT_MS = 1
const NO_MS = 0

let base_url = ''
let service: ReturnType<typeof serve>
beforeAll(async () => {
  const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
  base_url = await new Promise((resolve) => {
    service = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
})
afterAll(() => {
  service.close()
})

test('a program reads and writes an account over a socket, with a method for each operation', async () => {
  const { api_key } = await testAccount()
  const envoi = createEnvoi({ base_url: `${base_url}/v4/`, api_key })
  const { tag } = await envoi.tags.create({ name: 'Beta' })
  const { subscriber, warnings } = await envoi.subscribers.create({
    email_address: 'Lin@example.net',
    fields: { city: 'Bergen' },
  })
  expect(subscriber).toMatchObject({ email_address: 'lin@example.net', state: 'active' })
  expect(warnings).toEqual(['Custom field "city" does not exist and was ignored'])
  await envoi.tags.subscribers.add(tag.id, subscriber.id)
  const { subscribers } = await envoi.tags.subscribers.list(tag.id)
  expect(subscribers.map(({ id }) => id)).toEqual([subscriber.id])
  expect(await envoi.tags.subscribers.remove(tag.id, subscriber.id)).toBeUndefined()
  const { data, response } = await envoi.request('PUT /v4/tags/{id}', tag.id, { name: 'Members' }).withResponse()
  expect([data.tag.name, response.status, response.headers.has('ratelimit-remaining')]).toEqual(['Members', 200, true])
})

test('a list is iterated page by page, the filter too', async () => {
  const { api_key } = await testAccount()
  const envoi = createEnvoi({ base_url, api_key })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await envoi.tags.create({ name })
  const names: string[] = []
  for await (const tag of envoi.tags.list({ per_page: 2 })) names.push(tag.name)
  expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
  const asked: string[] = []
  const fetch = (url: string, init: RequestInit) => {
    asked.push(new URL(url).search.replace(/after=[^&]+/, 'after=x'))
    return globalThis.fetch(url, init)
  }
  for await (const _ of createEnvoi({ base_url, api_key, fetch }).tags.list({
    per_page: 4,
    include_total_count: true,
  }));
  expect(asked).toEqual(['?per_page=4&include_total_count=true', '?per_page=4&after=x'])
  for (const n of [1, 2, 3]) await envoi.subscribers.create({ email_address: `lin${n}@example.net` })
  const addresses: string[] = []
  for await (const one of envoi.subscribers.filter({ all: [] }, { per_page: 2 })) addresses.push(one.email_address)
  expect(addresses.sort()).toEqual(['lin1@example.net', 'lin2@example.net', 'lin3@example.net'])
})

test('a refused request throws the class of its status, with the reason', async () => {
  const { api_key } = await testAccount()
  const envoi = createEnvoi({ base_url, api_key })
  const refused = envoi.tags.create({ name: ' ' })
  await expect(refused).rejects.toThrow(InvalidError)
  await expect(refused).rejects.toMatchObject({
    name: 'InvalidError',
    message: "422: Name can't be blank",
    status: 422,
    errors: ["Name can't be blank"],
    request_id: expect.stringMatching(/./),
  })
  const missing = envoi.tags.subscribers.list(4711)[Symbol.asyncIterator]().next()
  await expect(missing).rejects.toThrow(NotFoundError)
  await expect(missing).rejects.toBeInstanceOf(EnvoiError)
})

test('an address or a credential that cannot work is refused before any request', () => {
  const create = (options: object) => () => createEnvoi(options as never)
  expect(create({ base_url })).toThrow('api_key or access_token is missing')
  expect(create({ base_url, api_key: undefined })).toThrow('api_key or access_token is missing')
  expect(create({ base_url, api_key: 'a', access_token: 'b' })).toThrow('not both')
  expect(create({ base_url: 'mail.example.com', api_key: 'a' })).toThrow('base_url must be')
  const envoi = createEnvoi({ base_url, api_key: 'key' })
  expect(() => envoi.tags.get('../account' as never)).toThrow('id must be an id, not ../account')
  expect(() => (envoi.request as (route: string) => unknown)('GET /v4/nothing')).toThrow('There is no operation')
  Object.assign(globalThis, { window: {}, document: {} })
  try {
    expect(create({ base_url, api_key: 'key' })).toThrow('must not be used in a browser')
    expect(create({ base_url, access_token: 'token' })).not.toThrow()
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
    Reflect.deleteProperty(globalThis, 'document')
  }
})

test('an expired token is refreshed once for all waiting requests, an invalid one never', async () => {
  const { account_id, user_id, token } = await testAccount()
  const expired = await testToken(account_id, user_id, { expires_at: new Date(0) })
  let refreshed = 0
  const refresh = async () => {
    refreshed++
    return token
  }
  const envoi = createEnvoi({ base_url, access_token: expired, refresh })
  await Promise.all([1, 2, 3].map(() => envoi.account.get()))
  expect(refreshed).toBe(1)
  const invalid = createEnvoi({ base_url, access_token: 'never-was', refresh })
  await expect(invalid.account.get()).rejects.toMatchObject({ errors: ['The access token is invalid'] })
  expect(refreshed).toBe(1)
})

test('a refresh that fails is not tried again, because its token may be valid once', async () => {
  const { account_id, user_id } = await testAccount()
  const expired = await testToken(account_id, user_id, { expires_at: new Date(0) })
  let refreshed = 0
  const refresh = async () => {
    refreshed++
    throw new Error('The grant was revoked')
  }
  const envoi = createEnvoi({ base_url, access_token: expired, refresh })
  await expect(envoi.account.get()).rejects.toThrow('The grant was revoked')
  expect(refreshed).toBe(1)
})

test('a refused or broken request is sent again, with the same Idempotency-Key and the same body', async () => {
  const sent_requests: { key: unknown; body: string }[] = []
  const flaky = await listening(async (request, response) => {
    sent_requests.push({ key: request.headers['idempotency-key'], body: await bodyOf(request) })
    if (sent_requests.length === 1) request.socket.destroy()
    else if (sent_requests.length === 2)
      response.writeHead(429, { 'Retry-After': new Date().toUTCString() }).end('{"errors":["Retry later"]}')
    else if (sent_requests.length === 3)
      response.writeHead(409, { 'Retry-After': '0' }).end('{"errors":["A request with this key is in progress"]}')
    else response.setHeader('content-type', 'application/json').end('{"tag":{"id":1,"name":"Beta","created_at":"x"}}')
  })
  const lines: string[] = []
  const note = (message: string) => lines.push(message)
  const logger = { error: note, warn: note, info: note, debug: note }
  const envoi = createEnvoi({ base_url: flaky.base_url, api_key: 'key', retries: 4, log_level: 'info', logger })
  const { tag } = await envoi.tags.create({ name: 'Beta' })
  flaky.close()
  expect(tag.id).toBe(1)
  expect(new Set(sent_requests.map(({ key }) => key)).size).toBe(1)
  expect(sent_requests.map(({ body }) => body)).toEqual(Array(4).fill('{"name":"Beta"}'))
  expect(lines.map((line) => line.slice(line.indexOf(' after ') + ' after '.length))).toEqual([
    'a broken connection',
    '429',
    '409',
  ])
  expect(lines.join()).not.toContain('Beta')
})

test('a conflict without Retry-After and a refused value are not sent again', async () => {
  const statuses = [409, 422, 400]
  let request_count = 0
  const fetch = async () => new Response('{"errors":["No"]}', { status: statuses[request_count++] })
  const envoi = createEnvoi({ base_url: 'http://envoi.test', api_key: 'key', fetch })
  for (const status of statuses) await expect(envoi.broadcasts.pause(1)).rejects.toMatchObject({ status })
  expect(request_count).toBe(3)
})

test("it gives up after the allowed retries, with the service's error", async () => {
  let request_count = 0
  const fetch = async () => {
    request_count++
    return new Response('<h1>Bad gateway</h1>', {
      status: 502,
      statusText: 'Bad Gateway',
      headers: { 'Retry-After': '0' },
    })
  }
  const envoi = createEnvoi({ base_url: 'http://envoi.test', api_key: 'key', fetch, retries: 2 })
  await expect(envoi.account.get()).rejects.toMatchObject({ name: 'ServerError', status: 502, errors: ['Bad Gateway'] })
  expect(request_count).toBe(3)
})

test('a request ends by its timeout, by a signal, and without a service', async () => {
  const silent = await listening(() => undefined)
  const envoi = createEnvoi({ base_url: silent.base_url, api_key: 'key', retries: 0 })
  await expect(envoi.account.get({ timeout_ms: SHORT_MS })).rejects.toThrow(TimeoutError)
  const controller = new AbortController()
  const aborted = envoi.account.get({ signal: controller.signal })
  controller.abort(new Error('The user left'))
  await expect(aborted).rejects.toThrow('The user left')
  silent.close()
  const gone = createEnvoi({ base_url: silent.base_url, api_key: 'key', retries: 0 })
  await expect(gone.account.get()).rejects.toThrow(ConnectionError)
})

test('a file is uploaded as a form', async () => {
  let received: { type: unknown; body: string } | undefined
  const server = await listening(async (request, response) => {
    received = { type: request.headers['content-type'], body: await bodyOf(request) }
    response.writeHead(201).end('{"image":{"id":7}}')
  })
  const envoi = createEnvoi({ base_url: server.base_url, api_key: 'key' })
  const form = new FormData()
  form.set('file', new Blob(['a picture'], { type: 'image/png' }), 'cover.png')
  expect((await envoi.images.create(form)).image.id).toBe(7)
  server.close()
  expect(received?.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(received?.body).toContain('filename="cover.png"')
})

test('a form that is sent again is the same request for the service, which does it once', async () => {
  const { api_key, ctx } = await testAccount()
  let lost = 0
  const fetch = async (url: string, init: RequestInit) => {
    const response = await globalThis.fetch(url, init)
    if (lost++ > 0) return response
    await response.text()
    throw new TypeError('fetch failed')
  }
  const form = new FormData()
  form.set('file', new Blob(['email\nlin@example.net\n'], { type: 'text/csv' }), 'list.csv')
  const { import: made } = await createEnvoi({ base_url, api_key, fetch }).imports.create(form)
  expect(made).toMatchObject({ filename: 'list.csv', state: 'ready' })
  expect([lost, await ctx.db.import.count()]).toEqual([2, 1])
})

test('an address where something else answers is named, not taken for an answer', async () => {
  const asked: string[] = []
  const other = await listening((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/v4/tags') response.writeHead(301, { Location: 'https://mail.example.com/v4/tags' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  })
  const envoi = createEnvoi({ base_url: other.base_url, api_key: 'key' })
  await expect(envoi.tags.create({ name: 'Beta' })).rejects.toThrow('redirects to https://mail.example.com/v4/tags')
  await expect(envoi.account.get()).rejects.toMatchObject({
    name: 'EnvoiError',
    errors: [`${other.base_url} answered 200 without JSON. Is it the address of the service?`],
  })
  other.close()
  expect(asked).toEqual(['POST /v4/tags', 'GET /v4/account'])
})

test('the example of poll ends with any state in which an export stays', async () => {
  const states = ['queued', 'running', 'failed', 'running']
  const fetch = async () => new Response(JSON.stringify({ export: { state: states.shift() } }))
  const envoi = createEnvoi({ base_url, api_key: 'key', fetch })
  const isDone = (answer: Awaited<ReturnType<typeof envoi.exports.get>>) =>
    !['queued', 'running'].includes(answer.export.state)
  const done = await poll(() => envoi.exports.get(7), isDone, { every_ms: SHORT_MS })
  expect(done.export.state).toBe('failed')
  const controller = new AbortController()
  const waiting = poll(() => envoi.exports.get(7), isDone, { signal: controller.signal })
  setImmediate(() => controller.abort(new Error('Enough')))
  await expect(waiting).rejects.toThrow('Enough')
})

test('poll reads until a job is done', async () => {
  let reads = 0
  const read = async () => ({ rows: ++reads })
  expect(await poll(read, ({ rows }) => rows === 3, { every_ms: SHORT_MS })).toEqual({ rows: 3 })
  await expect(poll(read, () => false, { every_ms: SHORT_MS, timeout_ms: NO_MS })).rejects.toThrow('Not done after')
  await expect(poll(read, () => false, { signal: AbortSignal.abort(new Error('Enough')) })).rejects.toThrow('Enough')
})

async function listening(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
