import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { env } from '@/server/env.ts'
import { testAccount } from '@/server/testing/account.ts'
import { uploaded } from '@/server/testing/modules/imports.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { visitorHeaders } from '@/server/testing/visitor.ts'
import { GET, POST } from './route.ts'

const call = (body: BodyInit, headers: Record<string, string> = {}) =>
  POST(
    new Request('http://envoi.test/api/trpc/users.requestReset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: env().APP_URL, ...visitorHeaders(), ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  )

test('an endless request body is cut off, while other requests are answered', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) })
  expect((await call(endless)).status).toBe(413)
  expect((await call(JSON.stringify({ email_address: `nobody-${randomUUID()}@example.net` }))).status).toBe(200)
})

test('a call from another site is refused [S8]', async () => {
  expect((await call('{}', { Origin: 'https://elsewhere.example' })).status).toBe(403)
})

test('an invalid input lists each problem once', async () => {
  const answer = await call(JSON.stringify({ email_address: 'invalid' }))
  const { error } = (await answer.json()) as { error: { message: string; data: { messages: string[] } } }
  expect(answer.status).toBe(400)
  expect(error.message).toBe(error.data.messages.join('. '))
  expect(error.message).not.toMatch(/[[{]/)
})

test('a long query can use POST, but a mutation can never use GET', async () => {
  const account = await testAccount()
  const names = Array.from({ length: 300 }, (_, at) => `A long survey question, number ${at}`)
  const { id } = await uploaded(account.ctx, `Email,${names.join()}\na@x.example,${names.join()}\n`)
  const columns = [{ target: 'email_address' }, ...names.map((label) => ({ target: 'new_field', label }))]
  const url = (name: string) => `http://envoi.test/api/trpc/imports.${name}`
  const headers = { cookie: await signedIn(account), origin: env().APP_URL, 'content-type': 'application/json' }
  const asked = await POST(
    new Request(url('check'), { method: 'POST', headers, body: JSON.stringify({ id, columns }) }),
  )
  expect(await asked.json()).toMatchObject({ result: { data: { rows: 1, counts: { created: 1 } } } })
  const input = encodeURIComponent(JSON.stringify({ id }))
  expect((await GET(new Request(`${url('remove')}?input=${input}`, { headers }))).status).toBe(405)
  expect(await account.ctx.db.import.count()).toBe(1)
})

const stranger = (paths: string[], input: object = {}, headers: Record<string, string> = {}) =>
  POST(
    new Request(`http://envoi.test/api/trpc/${paths.join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: env().APP_URL, ...visitorHeaders(), ...headers },
      body: JSON.stringify(Object.fromEntries(paths.map((_, at) => [at, input]))),
    }),
  )

test('a batch makes at most 20 calls', async () => {
  const account = await testAccount()
  const cookie = await signedIn(account)
  const batch = async (calls: number) => {
    const path = Array(calls).fill('users.me').join(',')
    const url = `http://envoi.test/api/trpc/${path}?batch=1&input=${encodeURIComponent('{}')}`
    return GET(new Request(url, { headers: { cookie } }))
  }
  expect((await batch(20)).status).toBe(200)
  expect((await batch(21)).status).toBe(400)
  expect((await batch(1300)).status).toBe(400)
})

test('a signed-out batch runs one call and counts as one attempt', async () => {
  const input = { email_address: `nobody-${randomUUID()}@example.net` }
  const refused = await stranger(Array(20).fill('users.requestReset'), input)
  expect(refused.status).toBe(400)
  const answers = (await refused.json()) as { error: { message: string } }[]
  expect(answers[0]?.error.message).toBe(
    'A request can make one call of this kind. Send users.requestReset in a request of its own',
  )
  const mixed = await stranger(['users.requestReset', 'team.join'], input)
  expect(mixed.status).toBe(400)
  // The rejected batch was not counted: three requests are allowed, and the fourth is refused.
  const visitor = visitorHeaders()
  for (const status of [200, 200, 200, 429])
    expect((await stranger(['users.requestReset'], input, visitor)).status).toBe(status)
})

test('a signed-out call larger than 64 KB is refused', async () => {
  const account = await testAccount()
  const big = { email_address: 'nobody@example.net', more: 'x'.repeat(64 * 1024) }
  for (const headers of [{ accept: '*/*' }, { cookie: await signedIn(account) }] as Record<string, string>[]) {
    const answer = await stranger(['users.requestReset'], big, headers)
    const [{ error }] = (await answer.json()) as [{ error: { message: string } }]
    expect([answer.status, error.message]).toEqual([413, 'This request is larger than 64 KB. Send less text'])
  }
})
