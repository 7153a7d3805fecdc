import { expect, test } from 'vitest'
import { env } from '@/server/env.ts'
import { POST } from './route.ts'

const call = (body: BodyInit, headers: Record<string, string> = {}) =>
  POST(
    new Request('http://envoi.test/api/trpc/people.requestReset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: env().APP_URL, ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  )

test('a stranger’s endless call is cut off, and others are answered', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) })
  expect((await call(endless)).status).toBe(413)
  expect((await call(JSON.stringify({ email_address: 'nobody@example.net' }))).status).toBe(200)
})

test('S8: a call from a page of another site is refused', async () => {
  expect((await call('{}', { Origin: 'https://elsewhere.example' })).status).toBe(403)
})
