import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restApp } from '../server/rest/app.ts'
import { testAccount, testToken } from '../server/testing/account.ts'
import { createEnvoi, data, EnvoiError, items } from './client.ts'

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

test('a program reads and writes an account over a socket, typed from path to response', async () => {
  const { api_key } = await testAccount()
  const envoi = createEnvoi({ base_url, api_key })
  const { tag } = await data(envoi.POST('/v4/tags', { body: { name: 'Beta' } }))
  const { subscriber, warnings } = await data(
    envoi.POST('/v4/subscribers', { body: { email_address: 'Lin@example.net', fields: { city: 'Bergen' } } }),
  )
  expect(subscriber).toMatchObject({ email_address: 'lin@example.net', state: 'active' })
  expect(warnings).toEqual(['Custom field "city" does not exist and was ignored'])
  const path = { tag_id: tag.id, id: subscriber.id }
  await data(envoi.POST('/v4/tags/{tag_id}/subscribers/{id}', { params: { path } }))
  const listed = await data(envoi.GET('/v4/tags/{tag_id}/subscribers', { params: { path: { tag_id: tag.id } } }))
  expect(listed.subscribers.map(({ id }) => id)).toEqual([subscriber.id])
  expect(await data(envoi.DELETE('/v4/tags/{tag_id}/subscribers/{id}', { params: { path } }))).toBeUndefined()
})

test('items yields every record of a list, page by page', async () => {
  const { api_key } = await testAccount()
  const envoi = createEnvoi({ base_url, api_key })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await data(envoi.POST('/v4/tags', { body: { name } }))
  const names: string[] = []
  for await (const tag of items(envoi, '/v4/tags', { query: { per_page: 2 } })) names.push(tag.name)
  expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('a refused request throws an error with the reason', async () => {
  const { api_key } = await testAccount()
  const envoi = createEnvoi({ base_url, api_key })
  const refused = data(envoi.POST('/v4/tags', { body: { name: ' ' } }))
  await expect(refused).rejects.toThrow(EnvoiError)
  await expect(refused).rejects.toMatchObject({
    status: 422,
    errors: ["Name can't be blank"],
    request_id: expect.stringMatching(/./),
  })
  const missing = items(envoi, '/v4/tags/{tag_id}/subscribers', { path: { tag_id: 4711 } }).next()
  await expect(missing).rejects.toMatchObject({ status: 404, errors: ['Not Found'] })
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
  await Promise.all([1, 2, 3].map(() => data(envoi.GET('/v4/account'))))
  expect(refreshed).toBe(1)
  const invalid = createEnvoi({ base_url, access_token: 'never-was', refresh })
  await expect(data(invalid.GET('/v4/account'))).rejects.toMatchObject({ errors: ['The access token is invalid'] })
  expect(refreshed).toBe(1)
})

test('a refused or broken request is sent again, with the same Idempotency-Key and the same body', async () => {
  const sent_requests: { key: unknown; body: string }[] = []
  const flaky = createServer(async (request, response) => {
    sent_requests.push({ key: request.headers['idempotency-key'], body: await bodyOf(request) })
    if (sent_requests.length === 1) request.socket.destroy()
    else if (sent_requests.length === 2)
      response.writeHead(429, { 'Retry-After': '0' }).end('{"errors":["Retry later"]}')
    else response.setHeader('content-type', 'application/json').end('{"tag":{"id":1,"name":"Beta","created_at":"x"}}')
  })
  await new Promise<void>((resolve) => flaky.listen(0, '127.0.0.1', resolve))
  const { port } = flaky.address() as AddressInfo
  const envoi = createEnvoi({ base_url: `http://127.0.0.1:${port}`, api_key: 'key' })
  const { tag } = await data(envoi.POST('/v4/tags', { body: { name: 'Beta' } }))
  flaky.close()
  expect(tag.id).toBe(1)
  expect(sent_requests).toHaveLength(3)
  expect(new Set(sent_requests.map(({ key }) => key)).size).toBe(1)
  expect(sent_requests.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"Beta"}'))
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
  await expect(data(envoi.GET('/v4/account'))).rejects.toMatchObject({ status: 502, errors: ['Bad Gateway'] })
  expect(request_count).toBe(3)
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
