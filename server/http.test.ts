import type { AddressInfo } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, onTestFinished, test } from 'vitest'
import { routeOf } from './access-log.ts'
import { createHttp, drain } from './http.ts'
import { listen } from './port.ts'

test('every answer bears a request id, of the API and of pages, and pages are told theirs', async () => {
  const api = new OpenAPIHono()
  api.get('/healthz', (c) => c.json({}))
  const server = createHttp(api, (request, response) => response.end(request.headers['x-request-id']))
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

test('what is logged of an address tells the page and no token', () => {
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
