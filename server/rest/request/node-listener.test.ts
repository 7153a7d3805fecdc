import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp, drain } from '../../http/listener.ts'
import { listen } from '../../http/port.ts'
import { testAccount } from '../../testing/account.ts'
import { type RawAnswer, sendRaw } from '../../testing/servers/raw-http.ts'
import { restApp } from '../app.ts'
import { nodeRequest } from './api-request.ts'

const BASE = { base_url: 'http://envoi.test', metrics_token: undefined }

/** Starts a server that uses Node's objects where it can, or never. Returns which requests it answered with them. */
async function serve({ uses_node = true } = {}) {
  const rest = restApp(BASE)
  const { answerNode } = rest
  const by_node: boolean[] = []
  rest.answerNode = (...given) => {
    by_node.push(uses_node && answerNode?.(...given) === true)
    return by_node.at(-1) === true
  }
  const server = createHttp(rest, (_, response) => response.writeHead(404).end(), { app_url: BASE.base_url })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  return { by_node, server, port: (server.address() as AddressInfo).port }
}

interface Given {
  target: string
  headers?: string[]
  body?: string
  version?: string
}

const sent = ({ target, headers = [], body, version = '1.1' }: Given) => {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`${target} HTTP/${version}`, 'Connection: close', ...length, ...headers]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Removes what differs between two equal answers. */
const comparable = ({ status, headers, body }: RawAnswer) => {
  const differing = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']
  const kept = [...headers].filter(([name]) => !differing.includes(name))
  return { status, headers: Object.fromEntries(kept), body }
}

test('answers through Node’s objects equal those of the Hono app, including headers', async () => {
  const { ctx, account_id, token, api_key } = await testAccount()
  const tag = await ctx.db.tag.create({ data: { account_id, name: 'Beta', name_folded: 'beta' } })
  const someone = await ctx.db.subscriber.create({ data: { account_id, email_address: 'lin@example.net' } })
  const host = 'Host: envoi.test'
  const app = [host, `Authorization: Bearer ${token}`]
  const one = `/v4/subscribers/${someone.id}`
  const tagging = `/v4/tags/${tag.id}/subscribers/${someone.id}`
  const name = (text: string) => JSON.stringify({ first_name: text })
  const usual: Given[] = [
    { target: `GET ${one}`, headers: app },
    { target: `GET ${one}`, headers: [host, `X-Service-Api-Key: ${api_key}`] },
    { target: `GET ${one}`, headers: [...app, 'If-None-Match: W/"other"'] },
    { target: `GET ${one}`, headers: app, body: 'a body that a GET does not have' },
    { target: 'GET /v4/subscribers?per_page=1&include=tags&status=', headers: app },
    { target: 'GET /v4/subscribers?email_address=lin%40example.net&per_page=%zz', headers: app },
    { target: 'GET /v4/subscribers?', headers: app },
    { target: 'GET /v4/subscribers/999999999', headers: app },
    { target: `GET ${one}`, headers: [host] },
    { target: `GET ${one}`, headers: [host, 'Authorization: Bearer wrong'] },
    { target: `GET ${one}`, headers: [...app, `Authorization: Bearer ${token}`] },
    { target: `PUT ${one}`, headers: app, body: name('Lin Ågren') },
    { target: `PUT ${one}`, headers: app, body: `\uFEFF${name('Lin')}` },
    { target: `PUT ${one}`, headers: app, body: '{"first_name":' },
    { target: `PUT ${one}`, headers: app, body: '{"email_address":"not one"}' },
    { target: `PUT ${one}`, headers: app },
    { target: 'PUT /v4/subscribers/999999999', headers: app, body: '{"email_address":"not one"}' },
    { target: 'POST /v4/subscribers', headers: app, body: '{"email_address":"lin@example.net","first_name":"Lin"}' },
    { target: `POST ${tagging}`, headers: app },
    { target: `POST ${tagging}`, headers: [...app, 'Idempotency-Key: once'], body: '' },
    { target: `DELETE ${tagging}`, headers: app },
  ]
  const unusual: Given[] = [
    { target: `HEAD ${one}`, headers: app },
    { target: `GET ${one}/`, headers: app },
    { target: `GET ${one}?x="`, headers: app },
    { target: `GET ${one}#x`, headers: app },
    { target: `GET ${one}`, headers: ['Host: Envoi.test', `Authorization: Bearer ${token}`] },
    { target: `GET ${one}`, headers: app.slice(1), version: '1.0' },
    { target: 'PATCH /v4/subscribers/1', headers: app },
    { target: 'POST /v4/bulk/tags', headers: app, body: '{"tags":[{"name":"Beta"}]}' },
    {
      target: `PUT ${one}`,
      headers: [...app, 'Transfer-Encoding: chunked'],
    },
  ]
  const [node, hono] = [await serve(), await serve({ uses_node: false })]
  for (const given of [...usual, ...unusual]) {
    // The first request changes something.
    await sendRaw(hono.port, sent(given).replace('once', 'before') + chunks(given))
    const expected = comparable(await sendRaw(hono.port, sent(given) + chunks(given)))
    const found = comparable(await sendRaw(node.port, sent(given) + chunks(given)))
    expect(found, given.target).toEqual({ ...expected, headers: { ...expected.headers, ...replayed(given) } })
  }
  expect(node.by_node).toEqual([...usual.map(() => true), ...unusual.map(() => false)])
  expect(hono.by_node).not.toContain(true)
})

const chunks = ({ headers = [] }: Given) =>
  headers.some((line) => line.endsWith('chunked')) ? '2\r\n{}\r\n0\r\n\r\n' : ''
const replayed = ({ headers = [] }: Given) =>
  headers.some((line) => line.startsWith('Idempotency')) ? { 'idempotency-replayed': 'true' } : {}

test('an ETag that the client knows is answered with 304', async () => {
  const { token } = await testAccount()
  const { port, by_node } = await serve()
  const ask = (more: string[]) =>
    sendRaw(port, sent({ target: 'GET /v4/account', headers: ['Host: a', `Authorization: Bearer ${token}`, ...more] }))
  const etag = (await ask([])).headers.get('etag')
  expect(await ask([`If-None-Match: ${etag}`])).toMatchObject({ status: 304, body: '' })
  expect(by_node).toEqual([true, true])
})

test('a body longer than 10 MB is refused', async () => {
  const { token } = await testAccount()
  const { port } = await serve()
  const headers = ['Host: a', `Authorization: Bearer ${token}`, `Content-Length: ${10 * 1024 * 1024 + 1}`]
  expect(await sendRaw(port, sent({ target: 'POST /v4/tags', headers }))).toMatchObject({ status: 413 })
})

test('each of 30 bodies of 10 MB is parsed in its own turn of the event loop, so health checks are answered between them', async () => {
  // The pace of one account would hold back most bodies.
  const accounts = await Promise.all(Array.from({ length: 30 }, () => testAccount()))
  const { port } = await serve()
  const body = `{"name":"${'x'.repeat(10_000_000)}"}`
  let turn = 0
  let counting = setImmediate(function count() {
    turn++
    counting = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(counting))
  const { parse } = JSON
  const parsed_in: number[] = []
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length > 1_000_000) parsed_in.push(turn)
    return parse(text, reviver)
  })
  onTestFinished(() => spy.mockRestore())
  let answered = 0
  const sending = accounts.map(async ({ token }) => {
    const headers = ['Host: a', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
    const { status } = await sendRaw(port, sent({ target: 'POST /v4/tags', headers, body }))
    answered++
    return status
  })
  while (answered < accounts.length)
    expect(await sendRaw(port, sent({ target: 'GET /healthz', headers: ['Host: a'] }))).toMatchObject({ status: 200 })
  expect(new Set(await Promise.all(sending))).toEqual(new Set([422]))
  expect(parsed_in).toHaveLength(accounts.length)
  expect(new Set(parsed_in).size).toBe(accounts.length)
})

test('a refused request with an unfinished body does not keep its connection', async () => {
  const { port } = await serve()
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write('POST /v4/tags HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{')
  const [answer] = await once(client, 'data')
  expect(String(answer)).toContain('401 Unauthorized')
  await once(client, 'close')
})

test('a client that disconnects in the middle of its body changes nothing, and the connection is free', async () => {
  const { ctx, token } = await testAccount()
  const { port, server } = await serve()
  const client = connect(port, '127.0.0.1')
  client.write(
    `POST /v4/tags HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1000\r\n\r\n{"name":`,
  )
  await once(server, 'request')
  client.resetAndDestroy()
  await closed(server)
  expect(await ctx.db.tag.count()).toBe(0)
})

test('a request whose client disconnected before its body was read is refused, and its handler ends', async () => {
  const server = createServer()
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('POST /v4/tags HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{')
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]
  const left = new Promise((resolve) => incoming.once('close', resolve))
  client.resetAndDestroy()
  await left
  await expect(nodeRequest(incoming, 1000).readBody(1)).rejects.toMatchObject({ code: 'malformed' })
})

/** Resolves when the last connection is closed. */
const closed = (server: Server) => new Promise((resolve) => server.close(resolve))
