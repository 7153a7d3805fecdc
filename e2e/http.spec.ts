import { expect, test } from '@playwright/test'
import { ODD_REQUESTS, rawRequest, sendRaw } from '../server/testing/servers/raw-http.ts'

// Raw socket requests, as from a hostile client.

const portOf = (base_url: string | undefined) => Number(new URL(base_url ?? '').port)

test('no malformed request target or method gets a 500', async ({ baseURL }) => {
  const port = portOf(baseURL)
  for (const [method, target] of ODD_REQUESTS) {
    const { status, headers } = await sendRaw(port, rawRequest(method, target))
    const what = `${method} ${target.slice(0, 60)}`
    expect(status, what).toBeGreaterThan(199)
    expect(status, what).toBeLessThan(500)
    expect(headers.get('x-content-type-options'), what).toBe('nosniff')
  }
})

test('every response forbids content sniffing', async ({ baseURL }) => {
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

test('a broken link and too many links each show a page with an explanation', async ({ baseURL }) => {
  const read = async (link: string, token: string, from: string) => {
    // Rate limits use the address forwarded by an unconfigured proxy.
    const answer = await fetch(`${baseURL}/${link}/${token}`, { headers: { 'X-Forwarded-For': from } })
    return [answer.status, /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1]]
  }
  for (const [at, link] of ['reset-password', 'sign-up', 'invitations', 'confirm-sending-address'].entries()) {
    const from = `203.0.113.${201 + at}`
    for (const token of ['x', 'x'.repeat(5_000)])
      expect([link, ...(await read(link, token, from))]).toEqual([link, 200, 'This link no longer works'])
    const answers = await Promise.all(Array.from({ length: 60 }, () => read(link, 'x', from)))
    expect([link, new Set(answers.map(([status]) => status))]).toEqual([link, new Set([200])])
    expect(answers.map(([, title]) => title)).toContain('This link can’t be opened yet')
  }
})
