import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeAfterTest, message } from '../testing/servers/smtp-servers.ts'
import { createHttpRelay } from './http-relay.ts'
import { parseHttpRelayUrl } from './http-relay-url.ts'

interface Seen {
  headers: IncomingMessage['headers']
  body: string
}

/** Starts a relay on loopback that answers with a status, or hangs up. */
async function relay(status: number | 'hang up', options = '', answer = 'said so') {
  const requests: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (status === 'hang up') return void request.socket.destroy()
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://bearer:k%3Ay@127.0.0.1:${port}/send?${options}`
  const transport = createHttpRelay(parseHttpRelayUrl(url), { allow_networks: ['127.0.0.1'] })
  closeAfterTest(async () => {
    await transport.close()
    await new Promise((resolve) => server.close(resolve))
  })
  return { seen: requests, transport }
}

test('an HTTP relay gets the complete message, its envelope and the key', async () => {
  const { seen, transport } = await relay(202)
  expect(await transport.send(message())).toMatchObject({ kind: 'accepted' })
  expect(seen).toMatchObject([
    {
      headers: {
        authorization: 'Bearer k:y',
        'content-type': 'message/rfc822',
        'envelope-from': 'hi@studio.example',
        'envelope-to': 'lin@example.net',
      },
      body: 'Subject: x\r\n\r\nHello\r\n',
    },
  ])
})

test("a relay with Mailgun's format gets a form with the recipient and the message", async () => {
  const { seen, transport } = await relay(200, 'format=mailgun')
  expect(await transport.send(message())).toMatchObject({ kind: 'accepted' })
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.body).toContain('name="to"\r\n\r\nlin@example.net\r\n')
  expect(seen[0]?.body).toContain('\r\n\r\nSubject: x\r\n\r\nHello\r\n')
})

test.each<[number | 'hang up', Record<string, unknown>]>([
  [429, { kind: 'deferred', code: 451 }],
  [503, { kind: 'deferred', stage: 'connect' }],
  [401, { kind: 'deferred', stage: 'auth' }],
  [402, { kind: 'deferred', stage: 'auth' }],
  // Wrong paths and methods, or a sign-in page. No message fails permanently or becomes unconfirmed.
  [404, { kind: 'deferred', stage: 'auth' }],
  [405, { kind: 'deferred', stage: 'auth' }],
  [302, { kind: 'deferred', stage: 'auth' }],
  [408, { kind: 'deferred', code: 451 }],
  [400, { kind: 'rejected', stage: 'message' }],
  [413, { kind: 'rejected', code: 552 }],
  [422, { kind: 'rejected', stage: 'message' }],
  // A relay behind a gateway may have accepted the message.
  [502, { kind: 'unconfirmed' }],
  ['hang up', { kind: 'unconfirmed' }],
])('an HTTP relay that answers %s', async (status, expected) => {
  const { transport } = await relay(status)
  expect(await transport.send(message())).toMatchObject(expected)
})

test('an HTTP relay at a private address is not called [S2]', async () => {
  const transport = createHttpRelay(parseHttpRelayUrl('http://127.0.0.1:8080/send'))
  closeAfterTest(() => transport.close())
  expect(await transport.send(message())).toMatchObject({ kind: 'deferred', stage: 'connect' })
})

test('a reply of a relay has no characters that PostgreSQL cannot store, wherever it is cut', async () => {
  const { transport } = await relay(202, '', `ok\0 ${'\u{1f600}'.repeat(300)}`)
  const { kind, response } = await transport.send(message())
  expect(kind).toBe('accepted')
  expect(response).toMatch(/^250 2\.0\.0 HTTP 202 ok \ufffd+$/)
  for (const most of [200, 201]) expect(response.slice(0, most).isWellFormed()).toBe(true)
})
