import { expect, test } from '@playwright/test'
import { ODD_REQUESTS, rawRequest, sendRaw } from '../server/testing/raw-http.ts'

// The product's port as hostile programs see it: bytes on a socket, no browser.

const portOf = (base_url: string | undefined) => Number(new URL(base_url ?? '').port)

test('no request target or method, however odd, is answered with a 500', async ({ baseURL }) => {
  const port = portOf(baseURL)
  for (const [method, target] of ODD_REQUESTS) {
    const { status, headers } = await sendRaw(port, rawRequest(method, target))
    const what = `${method} ${target.slice(0, 60)}`
    expect(status, what).toBeGreaterThan(199)
    expect(status, what).toBeLessThan(500)
    expect(headers.get('x-content-type-options'), what).toBe('nosniff')
  }
})

test('no answer of pages, assets, forms and API is sniffed', async ({ baseURL }) => {
  const port = portOf(baseURL)
  const { body } = await sendRaw(port, rawRequest('GET', '/login'))
  const asset = body.split('"').find((text) => text.startsWith('/_next/static/')) ?? ''
  expect(asset).not.toBe('')
  const targets = ['/', '/login', '/nothing', '/apps', asset, '/_next/static/nothing.js', '/icon.svg', '/f/nothing']
  for (const target of [...targets, '/v4/account', '/docs', '/api/auth/csrf', '/api/trpc/nothing', '/healthz']) {
    const { status, headers } = await sendRaw(port, rawRequest('GET', target))
    expect([target, status < 500, headers.get('x-content-type-options')]).toEqual([target, true, 'nosniff'])
  }
})
